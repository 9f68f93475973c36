// The recorded sessions of the examples, and where they are.
import EnfoldSessions
import Foundation

let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Examples")

let recorded = ["Board", "Counter", "Notes", "PrimeTime", "Todos"]

/// The text of a recorded session.
func recordedText(_ name: String) throws -> String {
  try String(contentsOf: examples.appendingPathComponent("\(name)/\(name).enfold.jsonl"), encoding: .utf8)
}

/// Reads all entries.
@discardableResult func entries(_ file: SessionFile) throws(SessionError) -> [SessionEntry] {
  var (reader, entries) = (SessionReader(file), [SessionEntry]())
  while let entry = try reader.next() { entries.append(entry) }
  return entries
}
