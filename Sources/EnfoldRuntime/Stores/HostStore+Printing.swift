// HostStore: tells the changes of its commits to the reader of the trace that wants them.
import CEnfold

extension HostStore {
  /// Begins to tell the patches of all commits. Called while the store is opened.
  ///
  /// - Parameter scope: the root.
  func printChanges(through scope: HostScope) {
    var options = ObserveOptions()
    (options.initial, options.value, options.patch, options.filter) = (false, false, .operations, .raw)
    // If that is refused, the lines say nothing of changes.
    _ = try? scope.listen(at: nil, options, PatchListener(self))
  }
}

private final class PatchListener: HostListener {
  override func heard(_ event: UnsafePointer<enfold_event>) {
    guard let start = event.pointee.patch else { return }
    let patch = UnsafeRawBufferPointer(start: start, count: event.pointee.patch_length)
    let redacted = store.redactor.isEmpty ? nil : store.redactor.patch(patch)
    let (trace, revision, root) = (store.runtime.trace, event.pointee.revision, store.root)
    if let redacted {
      redacted.withUnsafeBytes { trace.receive(patch: $0, revision, of: root) }
    } else {
      trace.receive(patch: patch, revision, of: root)
    }
  }
}
