// RequestHandler: the host's functions that handle the requests of a name.
import CEnfold

typealias CancelledFunction = @convention(c) (UnsafeMutableRawPointer?, enfold_request) -> Void

/// A handler. The runtime keeps it until another one takes its place, and each of its requests until it is over. Then its
/// release runs.
final class RequestHandler: @unchecked Sendable {
  // Unchecked: nothing changes after init, and the host says that its functions may be called on any thread.
  private let runtime: Runtime
  private let function: enfold_request_fn
  private let cancelledFunction: CancelledFunction?
  private let release: Release

  init(
    _ runtime: Runtime, _ function: @escaping enfold_request_fn, _ cancelled: CancelledFunction?, _ release: Release
  ) {
    self.runtime = runtime
    self.function = function
    cancelledFunction = cancelled
    self.release = release
  }

  deinit {
    let release = release
    runtime.callBack { release() }
  }

  /// - Parameter payload: NUL-terminated.
  func handle(_ request: UInt64, _ payload: [UInt8]) {
    payload.withUnsafeBytes { bytes in
      insideCallback {
        function(release.user, request, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count - 1)
      }
    }
  }

  func cancelled(_ request: UInt64) {
    guard let cancelledFunction else { return }
    insideCallback { cancelledFunction(release.user, request) }
  }
}
