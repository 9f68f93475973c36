// Where a state has redacted values: it cannot be restored.
import EnfoldJSON

extension JSONValue {
  /// The pointers of redacted values.
  func redactedPlaces(most: Int) -> [String] {
    var places: [String] = []
    func look(_ value: JSONValue, _ path: JSONPath) {
      if places.count >= most { return }
      switch value {
      case .string("[redacted]"): places.append(path.pointer)
      case .array(let elements):
        for (index, element) in elements.enumerated() { look(element, path.appending(String(index))) }
      case .object(let object): for (key, member) in object.members { look(member, path.appending(key)) }
      default: break
      }
    }
    look(self, .root)
    return places
  }
}
