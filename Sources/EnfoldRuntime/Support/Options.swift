// Options: reads the options of a call. The errors of JSONReader+Members become RuntimeErrors here.
import EnfoldJSON

/// Reads an options object member by member.
///
/// - Parameters:
///   - known: the keys that are allowed, for the message.
///   - read: reads the value of a key. It returns false if the key is unknown.
func readOptions(
  _ text: UnsafeRawBufferPointer?, known: StaticString, limits: JSONLimits = .default,
  _ read: (JSONKey, inout JSONReader) throws(JSONError) -> Bool
) throws(RuntimeError) {
  guard let text else { return }
  var reader = JSONReader(text, limits: limits)
  do throws(JSONError) {
    try reader.readMembers(known: known, read)
    try reader.finish()
  } catch let error {
    // A text can have an unknown key and, further on, not be JSON at all. Then the second error is reported.
    throw RuntimeError(error.code == .mismatch ? reader.checkRest(after: error) : error, in: "options")
  }
}

extension JSONReader {
  /// Reads a string that must be one of the choices.
  mutating func readChoice<T>(_ key: StaticString, _ choices: KeyValuePairs<String, T>) throws(JSONError) -> T {
    var ahead = self
    _ = ahead.peek()
    let offset = ahead.offset
    let text = try readString()
    for (name, value) in choices where name == text { return value }
    let known = choices.map { "\"\($0.key)\"" }.joined(separator: ", ")
    throw JSONError(code: .mismatch, offset: offset, message: "\"\(key)\" is \"\(text)\"; known: \(known)")
  }
}
