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
    let redactions = self.options.redactions.map(\.text)
    let writer = try recording.withLock { recording in
      Result { () throws(RuntimeError) in
        if let recording {
          throw .invalid("the runtime is recorded already, into \(recording.writer.path); end that first: path NULL")
        }
        let file = try SessionFile(path)
        let writer = SessionWriter(to: file, named: path, options, redactions: redactions)
        // Nobody else begins one meanwhile, and nobody ends it.
        recording = Recording(writer: writer, reader: 0)
        return writer
      }
    }.get()
    writer.onFailure = { [weak self] in self?.recordingHasFailed($0) }
    do throws(RuntimeError) {
      _ = try tellEverything(to: writer, options) { handle in
        recording.withLock { $0 = Recording(writer: writer, reader: handle) }
      }
    } catch {
      recording.withLock { $0 = nil }
      unlink(path)
      throw error
    }
  }

  /// Tells a writer everything from now on, also what waits at the end of the process. Returns the handle of the reader of the trace that
  /// does it.
  func tellEverything(
    to writer: SessionWriter, _ options: RecordOptions, _ know: (_ handle: UInt64) -> Void = { _ in }
  ) throws(RuntimeError) -> UInt64 {
    writer.askForStates = { [weak self] reader in
      for store in self?.stores ?? [] { store.tellState(to: reader) }
    }
    let reader = try addTraceReader(TraceReader(writer, limit: options.bytes), know)
    Recorder.shared.flushAtExit(reader)
    return reader
  }

  /// Ends the recording: what has happened until now is in the file when this returns.
  func endRecording() throws(RuntimeError) {
    guard let recording = takeRecording() else { throw RuntimeError(ENFOLD_NOT_FOUND, "the runtime is not recorded") }
    stopRecording(recording.reader)
    if let failure = recording.writer.failure { throw RuntimeError(ENFOLD_IO, failure) }
  }

  /// As `endRecording`, when the runtime is closed.
  func finishRecording() {
    if let recording = takeRecording() { stopRecording(recording.reader) }
  }

  private func takeRecording() -> Recording? {
    recording.withLock { $0 == nil || $0?.reader == 0 ? nil : exchange(&$0, with: nil) }
  }

  /// Ends a reader of the trace that records, when it was told what waits.
  func stopRecording(_ recorder: UInt64) {
    _ = stopTelling(recorder)
    if let pin = handles.pin(recorder, TraceReader.self) {
      let reader = pin.entry.takeUnretainedValue()
      handles.unpin(pin)
      reader.finish()
      reader.deliverRest()
    }
    handles.closeIfOpen(recorder, TraceReader.self)
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
      StandardError.print("ENFOLD_RECORD: \(error.message)")
    }
  }
}
