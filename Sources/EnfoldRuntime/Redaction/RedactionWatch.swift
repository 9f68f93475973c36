// RedactionWatch: knows which texts with redacted values are on their way into plugins, so that no message quotes them.
import Enfold
import EnfoldJSON

/// The texts that a runtime passes to plugins right now, and the redacted values that plugins have quoted of late.
///
/// An error of a plugin comes back to the caller, whose text is known. But the plugin also tells the log of it, and an answer of
/// the wrong form fails an effect: perhaps on another thread, and perhaps later. Those messages do not say which text they are
/// about. So they are compared with all that are on their way, and with the last values that were quoted. It keeps these as long as the
/// runtime lives.
final class RedactionWatch: @unchecked Sendable {
  // Unchecked: everything is used with the lock held.
  private let lock = Lock()
  @exclusivity(unchecked) private var passing: [UInt64: Passing] = [:]
  @exclusivity(unchecked) private var lastNumber: UInt64 = 0
  @exclusivity(unchecked) private var quoted: [[UInt8]] = []

  private static let quotedCount = 512
  /// Of a longer one the beginning is kept. Messages quote no more.
  private static let quotedLength = 4_096

  private final class Passing {
    let redactor: Redactor
    /// Valid as long as it is here.
    let text: UnsafeRawBufferPointer
    let start: RedactionStart
    /// What is redacted in the text; known once somebody has asked.
    lazy var scan = redactor.scan(text, start)

    init(_ redactor: Redactor, _ text: UnsafeRawBufferPointer, _ start: RedactionStart) {
      (self.redactor, self.text, self.start) = (redactor, text, start)
    }
  }

  func begin(_ redactor: Redactor, _ text: UnsafeRawBufferPointer, _ start: RedactionStart) -> UInt64 {
    lock.withLock {
      lastNumber += 1
      passing[lastNumber] = Passing(redactor, text, start)
      return lastNumber
    }
  }

  func end(_ number: UInt64) { lock.withLock { passing[number] = nil } }

  /// A message about anything, without redacted values.
  func masked(_ message: String) -> String {
    if message.isEmpty { return message }
    return lock.withLock {
      if passing.isEmpty, quoted.isEmpty { return message }
      var mask = MessageMask(message)
      for each in passing.values { each.redactor.hide(in: &mask, each.text, each.scan) }
      for text in quoted { text.withUnsafeBytes { mask.hide($0) } }
      guard let masked = mask.masked else { return message }
      for text in mask.hidden.map({ Array($0.prefix(Self.quotedLength)) })
      where text.count > 2 && !quoted.contains(text) {
        if quoted.count == Self.quotedCount { quoted.removeFirst() }
        quoted.append(text)
      }
      return masked
    }
  }
}

extension Redactor {
  /// Calls `body`, which passes a text to a plugin or reads it. The messages of its errors, and the records of the log that come of
  /// it, quote nothing that is redacted.
  @inline(__always) func guarding<R>(
    _ text: @autoclosure () -> UnsafeRawBufferPointer?, as start: @autoclosure () -> RedactionStart,
    _ body: () throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    if isEmpty { return try body() }
    guard let text = text() else { return try body() }
    return try guarding(text, start(), body)
  }

  @inline(never) private func guarding<R>(
    _ text: UnsafeRawBufferPointer, _ start: RedactionStart, _ body: () throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    if start.places.isEmpty { return try body() }
    let number = watch.begin(self, text, start)
    defer { watch.end(number) }
    do throws(RuntimeError) {
      return try body()
    } catch {
      // Who has the offset shows the text around it, as the errors of Python do.
      var error = isTouching(text, start) ? error.withoutOffset : error
      error.message = watch.masked(error.message)
      throw error
    }
  }

  /// A record of the log, without redacted values in its message and its row; nil if it stays as it is.
  func record(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    if isEmpty { return nil }
    var reader = JSONReader(bytes)
    var (places, topic) = ([RecordPart: Range<Int>](), "")
    do throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let part = RecordPart(rawValue: key.string)
        if let part {
          let value = try reader.rawValue()
          places[part] = reader.offset - value.count..<reader.offset
        } else if key == "topic" {
          topic = try reader.readString()
        } else {
          try reader.skipValue()
        }
      }
    } catch {
      return nil
    }
    let row = hidesRows ? places[.row].map { bytes.jsonString($0) } : nil
    var changes: [(Range<Int>, String)] = []
    if let place = places[.row], row != nil { changes.append((place, MessageMask.replacement)) }
    if let place = places[.message] {
      let message = bytes.jsonString(place)
      let masked = masked(message, topic, row)
      if masked != message { changes.append((place, masked)) }
    }
    if changes.isEmpty { return nil }
    var (result, end) = ([UInt8](), 0)
    for (place, text) in changes.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
      result += bytes[end..<place.lowerBound]
      result += JSON.string(text).utf8
      end = place.upperBound
    }
    return result + bytes[end...]
  }

  /// - Parameter row: the row of the record, if it is hidden.
  private func masked(_ message: String, _ topic: String, _ row: String?) -> String {
    // That action has values of the state in it, which were on no way.
    if topic == Diagnostic.Topic.actionBehindSet.rawValue {
      return "the action after a set was refused: \(MessageMask.replacement)"
    }
    let masked = watch.masked(message)
    guard let row else { return masked }
    var mask = MessageMask(masked)
    mask.hide(row)
    return mask.masked ?? masked
  }
}

/// The members of a record of the log that may tell a redacted value.
private enum RecordPart: String {
  case message, row
}
