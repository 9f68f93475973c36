// Status: the statuses with the type that the C functions return. Swift sees the constants of the header as Int.
import CEnfold
import Enfold

@usableFromInline package enum Status {
  @inlinable package static var ok: enfold_status { enfold_status(ENFOLD_OK) }
  @inlinable package static var queued: enfold_status { enfold_status(ENFOLD_QUEUED) }
  @inlinable package static var more: enfold_status { enfold_status(ENFOLD_MORE) }
  @inlinable package static var invalid: enfold_status { enfold_status(ENFOLD_INVALID) }
  @inlinable package static var stale: enfold_status { enfold_status(ENFOLD_STALE) }
  @inlinable package static var badJSON: enfold_status { enfold_status(ENFOLD_BAD_JSON) }
  @inlinable package static var badAction: enfold_status { enfold_status(ENFOLD_BAD_ACTION) }
  @inlinable package static var badState: enfold_status { enfold_status(ENFOLD_BAD_STATE) }
  @inlinable package static var badPointer: enfold_status { enfold_status(ENFOLD_BAD_POINTER) }
  @inlinable package static var badPlugin: enfold_status { enfold_status(ENFOLD_BAD_PLUGIN) }
  @inlinable package static var noTarget: enfold_status { enfold_status(ENFOLD_NO_TARGET) }
  @inlinable package static var unsupported: enfold_status { enfold_status(ENFOLD_UNSUPPORTED) }
  @inlinable package static var reentrant: enfold_status { enfold_status(ENFOLD_REENTRANT) }
  @inlinable package static var limit: enfold_status { enfold_status(ENFOLD_LIMIT) }
  @inlinable package static var cancelled: enfold_status { enfold_status(ENFOLD_CANCELLED) }
  @inlinable package static var failed: enfold_status { enfold_status(ENFOLD_FAILED) }
}

extension JSONError.Code {
  /// The status of an error of this kind.
  ///
  /// - Parameter mismatch: the status for a text that is JSON, but not the JSON that is needed.
  package func status(mismatch: enfold_status) -> enfold_status {
    switch self {
    case .syntax: Status.badJSON
    case .mismatch: mismatch
    case .limit: Status.limit
    case .failure: Status.failed
    }
  }
}

extension Performed {
  /// The status to return when something was put into the queue of a store.
  var status: enfold_status {
    get throws(PluginError) {
      switch self {
      case .drained: Status.ok
      case .waiting: Status.queued
      case .refused(let error): throw PluginError(error)
      }
    }
  }
}
