// RequestHandler: the host's functions that handle the requests of a name.
import CEnfold

typealias CancelledFunction = @convention(c) (UnsafeMutableRawPointer?, enfold_request) -> Void

/// A handler. A ``RequestBook`` knows who uses it. When nobody does any more, its release runs.
final class RequestHandler: @unchecked Sendable {
  // Unchecked: `users` is used under the lock of the book, nothing else changes after init, and the host says that its
  // functions may be called on any thread.
  private let function: enfold_request_fn
  private let cancelledFunction: CancelledFunction?
  private let release: Release
  /// How many users there are: the book itself, each request that is not over, and each thread that answers one.
  var users = 0

  init(_ function: @escaping enfold_request_fn, _ cancelled: CancelledFunction?, _ release: Release) {
    self.function = function
    cancelledFunction = cancelled
    self.release = release
  }

  /// - Parameter payload: NUL-terminated.
  func handle(_ request: UInt64, _ payload: [UInt8]) {
    payload.withUnsafeBytes { bytes in
      insideCallback {
        function(release.user, request, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count - 1)
      }
    }
  }

  /// Whether it wants to hear of requests that are withdrawn.
  var hearsOfEnds: Bool { cancelledFunction != nil }

  func cancelled(_ request: UInt64) {
    guard let cancelledFunction else { return }
    insideCallback { cancelledFunction(release.user, request) }
  }

  /// Called once, when it has no users.
  func callRelease() { release() }
}
