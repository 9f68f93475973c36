// PluginHost: the host's functions, which a plugin's store calls.
import CEnfold
import Enfold

/// The host's functions, with the context of one store.
@usableFromInline struct PluginHost: @unchecked Sendable {
  // Unchecked: see PluginStoreOptions.
  let table: UnsafePointer<enfold_host>
  let context: UnsafeMutableRawPointer?

  /// A version of an extension; nil if the host does not have it.
  func offered<Table: GrowingTable>(_ name: String, _ version: UInt32 = 1, as type: Table.Type) -> Table? {
    guard
      let extensions = enfold_host(copying: table).map({ Extensions($0.get_extension) }),
      let found = extensions.table(named: name, version: version)
    else { return nil }
    return Table(copying: found.assumingMemoryBound(to: Table.self))
  }

  func commit(_ commit: UnsafePointer<enfold_commit>) { table.pointee.commit?(context, commit) }
  /// - Parameter tag: that of its action, NUL-terminated.
  func commit(_ commit: UnsafeMutablePointer<enfold_commit>, _ tag: [CChar]) {
    tag.withUnsafeBufferPointer {
      commit.pointee.tag = $0.baseAddress
      commit.pointee.tag_length = $0.count - 1
      self.commit(commit)
    }
  }
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
    if let topic = diagnostic.topic {
      writer.literal(",\"topic\":")
      writer.write(topic.rawValue)
    }
    if let action = diagnostic.action {
      writer.literal(",\"action\":")
      writer.write(action)
    }
    if let effect = diagnostic.effect {
      writer.literal(",\"effect\":")
      writer.write("\(effect)")
    }
    if let row = diagnostic.row {
      writer.literal(",\"row\":")
      writer.write(row)
    }
    if let tag = diagnostic.tag {
      writer.literal(",\"tag\":")
      writer.write(tag)
    }
    writer.literal("}")
    writer.nulTerminate()
    writer.withBytes { bytes in
      table.pointee.log?(
        context, diagnostic.level.rawValue, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
    }
  }
}

/// Tells the host when the store becomes idle or ends, passes its diagnostics on, and knows where effects run.
@usableFromInline final class PluginOwner: StoreOwner, @unchecked Sendable {
  // Unchecked: nothing changes after init.
  @usableFromInline let host: PluginHost
  private let executor: (any TaskExecutor)?
  private let asks: Bool

  /// - Parameter asks: whether the store's effects ask the host in the store's name.
  @usableFromInline init(_ host: PluginHost, _ executor: (any TaskExecutor)?, asks: Bool) {
    self.host = host
    self.executor = executor
    self.asks = asks
    super.init()
  }

  override var effectExecutor: (any TaskExecutor)? { executor }
  override var asksHost: Bool { asks }

  override func becameIdle() { host.idle() }
  override func didClose() { host.closed() }
  override func diagnose(_ diagnostic: Diagnostic) { host.log(diagnostic) }
}
