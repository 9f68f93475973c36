// What the tests of JSON share.

import EnfoldJSON

extension JSONError {
  /// "syntax 3": code and offset, which the tests compare.
  var summary: String { "\(code) \(offset)" }
}

/// The result of reading bytes in one way: "ok" or the error's summary.
func outcome<R>(
  _ bytes: [UInt8], limits: JSONLimits = .default, _ read: (inout JSONReader) throws(JSONError) -> R
) -> String {
  bytes.withUnsafeBytes { buffer in
    var reader = JSONReader(buffer, limits: limits)
    do throws(JSONError) {
      _ = try read(&reader)
      try reader.finish()
      return "ok"
    } catch {
      return error.summary
    }
  }
}

/// The result of skipping a whole text.
func skipOutcome(_ bytes: [UInt8], limits: JSONLimits = .default) -> String {
  outcome(bytes, limits: limits) { (reader) throws(JSONError) in try reader.skipValue() }
}

/// The result of decoding a whole text as a type: its JSON, or the error's summary.
func decoded<T: JSONDecodable & JSONEncodable>(_ type: T.Type, _ text: String, ignoresUnknownKeys: Bool = false)
  -> String
{
  do throws(JSONError) {
    return JSON.string(try JSON.decode(T.self, from: text, ignoresUnknownKeys: ignoresUnknownKeys))
  } catch {
    return error.summary
  }
}

/// The message of the error that decoding throws, or "".
func message<T: JSONDecodable>(_ type: T.Type, _ text: String) -> String {
  do throws(JSONError) {
    _ = try JSON.decode(T.self, from: text)
    return ""
  } catch {
    return error.message
  }
}
