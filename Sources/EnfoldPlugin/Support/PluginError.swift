// PluginError: an error of a plugin. It becomes an enfold_error.
import CEnfold
import Enfold

/// A status, its message, and the byte that it is about.
public struct PluginError: Error, Sendable {
  package var status: enfold_status
  package var message: String
  package var offset: UInt64 = .max
  /// Whether the code in C broke the contract. Then the error is not about the text that this code was given.
  package var isMisbehaviour = false

  @usableFromInline package init(_ status: enfold_status, _ message: String, offset: UInt64 = .max) {
    self.status = status
    self.message = message
    self.offset = offset
  }

  /// - Parameter mismatch: the status for a text that is JSON, but not the JSON that is needed.
  @usableFromInline package init(_ error: JSONError, mismatch: enfold_status) {
    status = error.code.status(mismatch: mismatch)
    message = error.message
    offset = UInt64(max(error.offset, 0))
  }

  /// This error. If it is about a byte of a state, its message begins with the JSON Pointer of the place.
  package func withPlace(in state: UnsafeRawBufferPointer) -> PluginError {
    guard status == Status.badState, offset <= UInt64(state.count) else { return self }
    let problem = JSONError(code: .mismatch, offset: Int(offset), message: message)
    return PluginError(problem.withPlace(in: state), mismatch: status)
  }

  @usableFromInline init(_ error: StoreError) {
    switch error {
    case .closed: self.init(Status.stale, "\(error)")
    case .queueFull: self.init(Status.limit, "\(error)")
    case .absent: self.init(Status.noTarget, "\(error)")
    case .readOnly: self.init(Status.unsupported, "\(error)")
    }
  }

  /// The error for a struct of the host that is too small.
  init<Table: GrowingTable>(tooSmall table: UnsafePointer<Table>) {
    self.init(
      Status.badPlugin,
      "\(Table.name).struct_size is \(Table.size(of: table)); the plugin needs at least \(Table.smallestSize)")
  }

  /// Fills the caller's struct, if there is one, and returns the status.
  @usableFromInline func fill(_ error: UnsafeMutablePointer<enfold_error>?) -> enfold_status {
    guard let error else { return status }
    error.pointee.code = status
    error.pointee.offset = offset
    withUnsafeMutableBytes(of: &error.pointee.message) { copyMessage(message, to: $0) }
    return status
  }
}
