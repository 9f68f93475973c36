// LogRecord: the members that every record of the log has.
import Enfold
import EnfoldJSON

extension JSONWriter {
  /// Writes the member "topic" of a record, with the comma before it.
  mutating func write(_ topic: Diagnostic.Topic) {
    literal(",\"topic\":")
    write(topic.rawValue)
  }

  /// Writes the present time, for a record: seconds since 1970.
  mutating func writeTime() { write(Double(DateGenerator.system().nanosecondsSince1970 / 1000) / 1e6) }
}
