// Recording what happens in a runtime into a session file.
import CEnfold

extension Runtime {
  /// - Parameter path: of a new file; `%` is written as `%%`.
  func record(_ path: String) throws(Failure) { try call { enfold_runtime_record(handle, path, nil, 0, $0) } }

  /// Ends the recording. All of it is in the file then.
  func endRecording() throws(Failure) { try call { enfold_runtime_record(handle, nil, nil, 0, $0) } }
}
