// Runtime: begins and ends the recording of what happens in its stores.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Glibc

extension Runtime {
  /// Begins to record into a new file.
  ///
  /// - Parameter pattern: its name, see `sessionPath`.
  func record(into pattern: String, _ options: RecordOptions) throws(RuntimeError) {
    let path = try sessionPath(pattern, runtime: number)
    if let running = recording.withLock({ $0 }) {
      throw .invalid("the runtime is recorded already, into \(running.writer.path); end that first: path NULL")
    }
    let writer = try SessionWriter(path, options, redactions: self.options.redactions.map(\.text))
    writer.onFailure = { [weak self] in self?.recordingHasFailed($0) }
    writer.askForState = { [weak self] store, reader in
      self?.stores.first { $0.root == store }?.tellState(to: reader)
    }
    let reader = TraceReader(writer, limit: options.bytes)
    do throws(RuntimeError) {
      try addTraceReader(reader) { handle in
        writer.reader = handle
        self.recording.withLock { $0 = Recording(writer: writer, reader: handle) }
      }
    } catch {
      recording.withLock { $0 = nil }
      unlink(path)
      throw error
    }
    if let handle = recording.withLock({ $0?.reader }) { Recorder.shared.flushAtExit(handle) }
  }

  /// Ends the recording: what has happened until now is in the file when this returns.
  func endRecording() throws(RuntimeError) {
    guard let recording = recording.withLock({ exchange(&$0, with: nil) }) else {
      throw RuntimeError(ENFOLD_NOT_FOUND, "the runtime is not recorded")
    }
    end(recording)
    if let failure = recording.writer.failure { throw RuntimeError(ENFOLD_IO, failure) }
  }

  /// As `endRecording`, when the runtime is closed.
  func finishRecording() {
    if let recording = recording.withLock({ exchange(&$0, with: nil) }) { end(recording) }
  }

  private func end(_ recording: Recording) {
    let isThere = trace.remove(recording.reader)
    for store in isThere ? stores : [] {
      store.trace(for: recording.reader, false)
      store.tellChanges(.none, to: recording.reader)
    }
    if let pin = handles.pin(recording.reader, TraceReader.self) {
      let reader = pin.entry.takeUnretainedValue()
      handles.unpin(pin)
      reader.finish()
      reader.deliverRest()
    }
    handles.closeIfOpen(recording.reader, TraceReader.self)
  }

  /// Says that a file cannot be written any more.
  private func recordingHasFailed(_ message: String) {
    log(ENFOLD_LOG_ERROR) { writer in
      writer.literal("{\"level\":\"error\",\"message\":")
      writer.write("\(message). Nothing more is recorded")
      writer.write(Diagnostic.Topic.recordingEnded)
      writer.literal(",\"time\":")
      writer.writeTime()
      writer.literal("}")
    }
  }

  /// Begins to record if the environment asks for that: `ENFOLD_RECORD=session-%p-%n.enfold.jsonl`.
  func recordIfWanted() {
    guard let wanted = enfold_variable("ENFOLD_RECORD"), wanted[0] != 0 else { return }
    do throws(RuntimeError) {
      try record(into: String(cString: wanted), RecordOptions())
    } catch {
      var message = "enfold: ENFOLD_RECORD: \(error.message)\n"
      message.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }
}
