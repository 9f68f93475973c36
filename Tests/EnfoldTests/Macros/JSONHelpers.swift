// What the macro tests need to read and write JSON texts.
import Enfold

func jsonText(_ value: some JSONEncodable) -> String { JSON.string(value) }

/// The value at the path of these tokens, or nil if nothing is there.
func jsonText(_ value: some JSONEncodable, at tokens: String...) -> String? {
  JSON.string(value, at: JSONPath(tokens: tokens))
}

func fromJSON<T: JSONDecodable>(_ text: String, ignoresUnknownKeys: Bool = false) throws(JSONError) -> T {
  try JSON.decode(from: text, ignoresUnknownKeys: ignoresUnknownKeys)
}

/// The error of a text that is refused.
func refusal<T: JSONDecodable>(_ text: String, as type: T.Type, ignoresUnknownKeys: Bool = false) -> JSONError? {
  do throws(JSONError) {
    _ = try JSON.decode(type, from: text, ignoresUnknownKeys: ignoresUnknownKeys)
    return nil
  } catch {
    return error
  }
}
