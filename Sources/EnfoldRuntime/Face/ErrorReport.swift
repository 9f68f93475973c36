// ErrorReport: where Swift errors become enfold_error.
import CEnfold
import EnfoldPlugin

/// The result of an exported function that succeeds.
let ok = enfold_status(ENFOLD_OK)

/// Runs the body of an exported function. This is the only place where errors become statuses.
@inline(__always) func export(
  _ function: StaticString, _ error: UnsafeMutablePointer<enfold_error>?,
  _ body: () throws(RuntimeError) -> enfold_status
) -> enfold_status {
  defer { KeptPins.endOwn() }
  do throws(RuntimeError) {
    return try body()
  } catch let failure {
    return report(failure, function, error)
  }
}

/// Writes an error for the caller, as much of it as the caller's `struct_size` has room for.
@inline(never) func report(
  _ failure: RuntimeError, _ function: StaticString, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  guard let error else { return failure.status }
  fill(error, failure.status, "\(function): \(failure.message)", offset: failure.offset)
  return failure.status
}
