// Errors about an action that does not fit: they name the case and the keys that its values have.
import Enfold

extension PluginError {
  /// The error for an action that could not be decoded.
  @usableFromInline @inline(never)
  static func refused(_ error: JSONError, _ text: UnsafeRawBufferPointer, _ type: Any.Type) -> PluginError {
    var result = PluginError(error, mismatch: Status.badAction)
    // Actions of reducers in C have no schema here.
    guard error.code == .mismatch, let type = type as? any JSONDescribable.Type else { return result }
    var reader = JSONReader(text, limits: .greatest)
    guard let value = try? JSONValue(json: &reader), let found = SchemaPlaces(of: type).caseNamed(in: value) else {
      return result
    }
    let names = found.name.split(separator: ".")
    if let last = names.last, !result.message.contains(last) {
      // The message may name some of the cases already.
      var message = Substring(result.message)
      for name in names where message.hasPrefix("\(name): ") { message = message.dropFirst(name.count + 2) }
      result.message = "\(found.name): \(message)"
    }
    if !found.keys.isEmpty, !result.message.contains("it has") {
      result.message += "; it has: \(found.keys.joined(separator: ", "))"
    }
    return result
  }

  /// The error for an array of actions, one of which could not be decoded.
  @usableFromInline @inline(never)
  static func refusedBatch(_ error: JSONError, _ text: UnsafeRawBufferPointer, _ type: Any.Type) -> PluginError {
    guard error.code == .mismatch else { return PluginError(error, mismatch: Status.badAction) }
    var reader = JSONReader(text, limits: .greatest)
    do throws(JSONError) {
      try reader.beginArray()
      while try reader.nextElement() {
        let start = reader.offset
        try reader.skipValue()
        if error.offset <= reader.offset {
          return refused(error, UnsafeRawBufferPointer(rebasing: text[start..<reader.offset]), type)
        }
      }
    } catch {}
    return PluginError(error, mismatch: Status.badAction)
  }
}
