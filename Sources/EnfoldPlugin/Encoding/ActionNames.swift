// JSONReader: whether an action has a name, as breakpoints give it.
import Enfold

extension JSONReader {
  /// Whether the value is the text of the last part of a name, or an object with the first part as a key, whose value has the rest
  /// of the name. A name of one part is that of an action with any values.
  mutating func isAction(named parts: ArraySlice<String>) -> Bool {
    guard let name = parts.first else { return true }
    do throws(JSONError) {
      switch peek() {
      case .string:
        let text = try readString()
        return parts.count == 1 && text == name
      case .object:
        try beginObject()
        // An action inside an identified action: {"id":3,"action":{"toggle":{}}}.
        while let key = try nextKey() {
          if key.string == name { return isAction(named: parts.dropFirst()) }
          try skipValue()
        }
        return false
      default: return false
      }
    } catch { return false }
  }
}
