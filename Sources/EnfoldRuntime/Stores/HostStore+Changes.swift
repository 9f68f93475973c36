// HostStore: tells readers of the trace the changes of its commits, and its state.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Glibc

extension HostStore {
  /// Begins to tell a reader the patches of all commits, and before them the state; or ends that, with `none`.
  func beginOrEndTelling(_ changes: TraceChanges, to reader: UInt64) {
    guard changes != .none else {
      let handle = lock.withLock { contents.changeReaders.removeValue(forKey: reader) }
      if let handle { endListening(handle) }
      return
    }
    // Without its entries the patches of a feature say nothing.
    guard engine.trace != nil else { return }
    let isNews = lock.withLock { () -> Bool in
      if contents.changeReaders[reader] != nil { return false }
      contents.changeReaders[reader] = 0
      return true
    }
    guard isNews else { return }
    var options = ObserveOptions()
    (options.initial, options.value, options.patch, options.filter) = (false, false, .operations, .raw)
    // If that is refused, the store was closed, or nothing is said of changes.
    guard let handle = listen(options, ChangeListener(self, reader)) else { return }
    let hasEnded = lock.withLock { () -> Bool in
      guard contents.changeReaders[reader] != nil else { return true }
      contents.changeReaders[reader] = handle
      return false
    }
    if hasEnded { return endListening(handle) }
    guard changes == .statesAndPatches else { return }
    // Behind the patches: those that come before the state are in it already.
    options.initial = true
    (options.value, options.patch) = (true, .none)
    _ = listen(options, StateListener(self, reader))
  }

  private func listen(_ options: ObserveOptions, _ listener: HostListener, mayDrain: Bool = true) -> UInt64? {
    guard let pin = handles.pin(root, HostScope.self) else { return nil }
    defer { handles.unpin(pin) }
    return try? pin.entry.takeUnretainedValue().listen(at: nil, options, listener, mayDrain: mayDrain)
  }

  fileprivate func endListening(_ handle: UInt64) {
    if handle != 0 { try? handles.close(handle, HostSubscription.self) { $0.cancel() } }
  }

  /// Tells a reader the state once more. On the recorder's thread, which must not call the observers of the store.
  func tellStateAgain(to reader: UInt64) {
    for _ in 0..<3 {
      let revision = revision
      guard let text = try? state(at: nil) else { return }
      defer { free(text.data) }
      if self.revision == revision {
        return tell(UnsafeRawBufferPointer(start: text.data, count: text.length), revision, to: reader)
      }
    }
    var options = ObserveOptions()
    (options.initial, options.value, options.patch, options.filter) = (true, true, .none, .raw)
    _ = listen(options, StateListener(self, reader), mayDrain: false)
  }

  /// Tells a reader a state.
  fileprivate func tell(_ state: UnsafeRawBufferPointer, _ revision: UInt64, to reader: UInt64) {
    let redacted = redactor.isEmpty ? nil : redactor.state(state)
    var (name, feature) = (name, feature)
    var plugin = JSONWriter()
    writeSource(to: &plugin)
    name.withUTF8 { name in
      feature.withUTF8 { feature in
        plugin.withBytes { plugin in
          func tell(_ state: UnsafeRawBufferPointer) {
            runtime.trace.receive(
              TraceFacts(of: root, revision: revision, isState: true),
              TraceTexts(
                name: UnsafeRawBufferPointer(name), value: state, subject: UnsafeRawBufferPointer(feature),
                detail: plugin),
              for: reader)
          }
          if let redacted { redacted.withUnsafeBytes { tell($0) } } else { tell(state) }
        }
      }
    }
  }

  /// Writes where its feature comes from, and hashes by which another plugin is told from this one.
  private func writeSource(to writer: inout JSONWriter) {
    writer.literal("{\"id\":")
    writer.write(source.id)
    writer.literal(",\"version\":")
    writer.write(source.version)
    if let hash = source.hash {
      writer.literal(",\"hash\":")
      writer.write(hash)
    }
    if let hash = schemaHash {
      writer.literal(",\"schema\":")
      writer.write(hash)
    }
    writer.literal("}")
  }
}

/// Hears on behalf of a reader of the trace.
private class ReaderListener: HostListener {
  final let reader: UInt64

  init(_ store: HostStore, _ reader: UInt64) {
    self.reader = reader
    super.init(store)
  }
}

private final class ChangeListener: ReaderListener {
  override func heard(_ event: UnsafePointer<enfold_event>) {
    guard let start = event.pointee.patch else { return }
    let patch = UnsafeRawBufferPointer(start: start, count: event.pointee.patch_length)
    let redacted = store.redactor.isEmpty ? nil : store.redactor.patch(patch)
    let facts = TraceFacts(of: store.root, revision: event.pointee.revision)
    let trace = store.runtime.trace
    if let redacted {
      redacted.withUnsafeBytes { trace.receive(facts, TraceTexts(value: $0), for: reader) }
    } else {
      trace.receive(facts, TraceTexts(value: patch), for: reader)
    }
  }
}

/// Hears the state once.
private final class StateListener: ReaderListener {
  override func heard(_ event: UnsafePointer<enfold_event>) {
    store.endListening(event.pointee.subscription)
    guard let start = event.pointee.value else { return }
    store.tell(
      UnsafeRawBufferPointer(start: start, count: event.pointee.value_length), event.pointee.revision, to: reader)
  }
}
