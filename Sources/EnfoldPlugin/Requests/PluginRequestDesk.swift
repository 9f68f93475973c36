// PluginRequestDesk: the requests of a plugin's features, on their way to the host.
import CEnfold
import Enfold

/// Asks the host through the extension "enfold.requests".
final class PluginRequestDesk: RequestDesk, @unchecked Sendable {
  // Unchecked: nothing changes after init, and the host's functions may be called on any thread.
  private let table: enfold_requests
  private let runtime: UInt64
  private let store: UnsafeMutableRawPointer?

  /// Nil if the host has no requests: it is older than this plugin.
  ///
  /// - Parameter store: the context of the store that asks; nil if any store of the runtime may be the one.
  init?(_ host: PluginHost, runtime: UInt64, store: UnsafeMutableRawPointer?) {
    guard let table = host.offered(ENFOLD_REQUESTS_EXTENSION, as: enfold_requests.self) else { return nil }
    self.table = table
    self.runtime = runtime
    self.store = store
  }

  func ask(_ request: any OpenRequest) throws -> @Sendable () -> Void {
    guard let ask = table.ask, let cancel = table.cancel else {
      throw HostError(request.name, .unhandled, "the host's extension \(ENFOLD_REQUESTS_EXTENSION) lacks a function")
    }
    // A trace gives every effect a cause. Without a trace such a store has none, so it is left out here: a trace must not change what
    // the host sees.
    let cause = store == nil ? nil : EffectCause.current
    var user = enfold_request_user(
      struct_size: UInt32(MemoryLayout<enfold_request_user>.size), flags: request.isStream ? ENFOLD_REQUEST_STREAM : 0,
      user: Unmanaged.passRetained(AskedBox(request, cause)).toOpaque(),
      emit: request.isStream ? { AskedBox.request(of: $0).emit(bytes($1, $2)).status($3) } : nil,
      resolve: { AskedBox.request(of: $0).resolve(bytes($1, $2)).status($3) },
      fail: { _ = AskedBox.request(of: $0).fail(String(decoding: bytes($1, $2), as: UTF8.self)) },
      release: { if let user = $0 { Unmanaged<AskedBox>.fromOpaque(user).release() } },
      cause: cause == nil ? nil : { AskedBox.of($0).writeCause($1, $2, $3) })
    var number: UInt64 = 0
    var error = enfold_error()
    error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
    var name = request.name
    let status = name.withUTF8 { name in
      request.payload.withUnsafeBytes { payload in
        name.withMemoryRebound(to: CChar.self) { name in
          ask(
            runtime, store, name.baseAddress, name.count, payload.assumingMemoryBound(to: CChar.self).baseAddress,
            payload.count, &user, &number, &error)
        }
      }
    }
    guard status == Status.ok else {
      let reason: HostError.Reason = status == enfold_status(ENFOLD_NOT_FOUND) ? .unhandled : .failed
      throw HostError(request.name, reason, readMessage(&error))
    }
    let asked = number
    return { cancel(asked) }
  }
}

/// The object that the host holds for a request.
private final class AskedBox {
  private let request: any OpenRequest
  private let cause: EffectCause?

  init(_ request: any OpenRequest, _ cause: EffectCause?) {
    self.request = request
    self.cause = cause
  }

  static func of(_ user: UnsafeMutableRawPointer?) -> AskedBox {
    guard let user else { preconditionFailure("the host gives the `user` that it was given") }
    return Unmanaged<AskedBox>.fromOpaque(user).takeUnretainedValue()
  }

  static func request(of user: UnsafeMutableRawPointer?) -> any OpenRequest { of(user).request }

  func writeCause(
    _ write: enfold_write_fn?, _ action: UnsafeMutableRawPointer?, _ tag: UnsafeMutableRawPointer?
  ) {
    guard let write, let cause else { return }
    func hand(_ text: String?, _ context: UnsafeMutableRawPointer?) {
      guard var text else { return }
      text.withUTF8 { $0.withMemoryRebound(to: CChar.self) { write(context, $0.baseAddress, $0.count) } }
    }
    hand(cause.action, action)
    hand(cause.tag, tag)
  }
}

private func bytes(_ start: UnsafePointer<CChar>?, _ length: Int) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
}

extension RequestReception {
  /// The status that the functions of `enfold_request_user` return.
  fileprivate func status(_ error: UnsafeMutablePointer<enfold_error>?) -> enfold_status {
    switch self {
    case .taken: Status.ok
    case .kept: Status.queued
    case .full: Status.limit
    case .late: Status.stale
    case .wrong(let problem, let cause):
      PluginError(
        cause.code.status(mismatch: Status.badState), "\(problem)", offset: UInt64(max(cause.offset, 0))
      ).fill(error)
    }
  }
}
