// PluginStoreCalls: a store's functions, its types hidden behind closures, and the options it is opened with.
import CEnfold
import Enfold

/// What the C table calls. Made where the types are known, so that everything behind it is compiled for them.
public final class PluginStoreCalls: Sendable {
  public typealias ErrorOut = UnsafeMutablePointer<enfold_error>?

  public typealias TaskOut = UnsafeMutablePointer<UnsafeMutableRawPointer?>?

  @usableFromInline let send:
    @Sendable (UnsafeRawBufferPointer, _ mayDrain: Bool, _ token: UInt64, TaskOut, ErrorOut) -> enfold_status
  @usableFromInline let sendBatch:
    @Sendable (UnsafeRawBufferPointer, _ mayDrain: Bool, _ accepted: UnsafeMutablePointer<Int>?, ErrorOut)
      -> enfold_status
  @usableFromInline let drain: @Sendable (_ limit: Int?) -> DrainResult
  @usableFromInline let state:
    @Sendable (JSONPath, _ write: (UnsafeRawBufferPointer) -> Void) throws(PluginError) -> Void
  @usableFromInline let set:
    @Sendable (JSONPath, UnsafeRawBufferPointer, _ action: UnsafeRawBufferPointer?, _ mayDrain: Bool)
      throws(PluginError) -> enfold_status
  @usableFromInline let observe:
    @Sendable (_ interest: UInt64, JSONPath, _ flags: UInt32, _ mayDrain: Bool) throws(PluginError) -> Void
  @usableFromInline let unobserve: @Sendable (_ interest: UInt64) -> Void
  @usableFromInline let revision: @Sendable () -> UInt64
  @usableFromInline let pending: @Sendable () -> Int
  @usableFromInline let watchIdle: @Sendable (Bool) -> Void
  @usableFromInline let close: @Sendable (_ mayDrain: Bool) -> Void

  @usableFromInline
  init(
    send: @escaping @Sendable (UnsafeRawBufferPointer, Bool, UInt64, TaskOut, ErrorOut) -> enfold_status,
    sendBatch:
      @escaping @Sendable (UnsafeRawBufferPointer, Bool, UnsafeMutablePointer<Int>?, ErrorOut) -> enfold_status,
    drain: @escaping @Sendable (Int?) -> DrainResult,
    state: @escaping @Sendable (JSONPath, (UnsafeRawBufferPointer) -> Void) throws(PluginError) -> Void,
    set:
      @escaping @Sendable (JSONPath, UnsafeRawBufferPointer, UnsafeRawBufferPointer?, Bool) throws(PluginError)
      -> enfold_status,
    observe: @escaping @Sendable (UInt64, JSONPath, UInt32, Bool) throws(PluginError) -> Void,
    unobserve: @escaping @Sendable (UInt64) -> Void, revision: @escaping @Sendable () -> UInt64,
    pending: @escaping @Sendable () -> Int, watchIdle: @escaping @Sendable (Bool) -> Void,
    close: @escaping @Sendable (Bool) -> Void
  ) {
    self.send = send
    self.sendBatch = sendBatch
    self.drain = drain
    self.state = state
    self.set = set
    self.observe = observe
    self.unobserve = unobserve
    self.revision = revision
    self.pending = pending
    self.watchIdle = watchIdle
    self.close = close
  }
}

/// What a store is opened with.
public struct PluginStoreOptions: @unchecked Sendable {
  // Unchecked: the host keeps its table and its context valid until it is told that the store is closed.
  let stateText: UnsafeRawBufferPointer?
  @usableFromInline let host: PluginHost
  @usableFromInline let isScheduled: Bool
  @usableFromInline let ignoresUnknownKeys: Bool
  @usableFromInline let limits: JSONLimits
  @usableFromInline let queueLimit: Int
  /// Nil if the environment is the live one: then nothing is bound.
  @usableFromInline let dependencies: PluginDependencies?

  init(_ options: enfold_store_options, host: PluginHost) {
    stateText = options.state.map { UnsafeRawBufferPointer(start: $0, count: options.state_length) }
    self.host = host
    isScheduled = options.flags & ENFOLD_STORE_SCHEDULED != 0
    ignoresUnknownKeys = options.flags & ENFOLD_STORE_IGNORE_UNKNOWN != 0
    limits = JSONLimits(depth: Int(clamping: options.depth_limit), bytes: Int(clamping: options.byte_limit))
    queueLimit = Int(clamping: options.queue_limit)
    dependencies = PluginDependencies(options.environment, host: host)
  }

  /// The initial state: as given, or the feature's own.
  @usableFromInline
  func state<State: JSONDecodable>(or make: () -> State) throws(PluginError) -> State {
    guard let stateText else { return make() }
    let limits = JSONLimits(depth: JSONLimits.stateDepth, bytes: limits.bytes)
    var reader = JSONReader(stateText, limits: limits, ignoresUnknownKeys: ignoresUnknownKeys)
    do {
      let state = try State(json: &reader)
      try reader.finish()
      return state
    } catch {
      throw PluginError(reader.checkRest(after: error), mismatch: Status.badState)
    }
  }
}

/// The host's functions, with the context of one store.
@usableFromInline struct PluginHost: @unchecked Sendable {
  // Unchecked: see PluginStoreOptions.
  let table: UnsafePointer<enfold_host>
  let context: UnsafeMutableRawPointer?

  func commit(_ commit: UnsafePointer<enfold_commit>) { table.pointee.commit?(context, commit) }
  @usableFromInline func schedule() { table.pointee.schedule?(context) }
  @usableFromInline func idle() { table.pointee.idle?(context) }
  @usableFromInline func closed() { table.pointee.closed?(context) }

  @usableFromInline func taskEnded(_ token: UInt64, _ result: TaskResult) {
    switch result {
    case .finished: table.pointee.task_ended?(context, token, Status.ok, nil, 0)
    case .cancelled: table.pointee.task_ended?(context, token, Status.cancelled, nil, 0)
    case .failed(let error):
      var message = "\(error)"
      message.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          table.pointee.task_ended?(context, token, Status.failed, $0.baseAddress, $0.count)
        }
      }
    }
  }

  @usableFromInline func log(_ diagnostic: Diagnostic) {
    var writer = JSONWriter()
    writer.literal("{\"level\":")
    writer.write("\(diagnostic.level)")
    writer.literal(",\"message\":")
    writer.write(diagnostic.message)
    if let action = diagnostic.action {
      writer.literal(",\"action\":")
      writer.write(action)
    }
    if let effect = diagnostic.effect {
      writer.literal(",\"effect\":")
      writer.write("\(effect)")
    }
    writer.literal("}")
    writer.nulTerminate()
    writer.withBytes { bytes in
      table.pointee.log?(
        context, diagnostic.level.rawValue, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
    }
  }
}
