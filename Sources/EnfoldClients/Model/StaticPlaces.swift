// StaticPlaces: the places in a state that are always there under one pointer: those outside of lists and dictionaries.

struct StaticPlace {
  let pointer: String
  let shape: Shape
}

enum StaticPlaces {
  static func of(_ shape: Shape, in model: ClientModel) -> [StaticPlace] {
    var places: [StaticPlace] = []
    var within: Set<Int> = []
    func visit(_ pointer: String, _ shape: Shape) {
      places.append(StaticPlace(pointer: pointer, shape: shape))
      // A type inside itself comes once.
      guard let index = shape.inPlace, case .record(let fields) = model[index].kind, within.insert(index).inserted
      else { return }
      for field in fields { visit("\(pointer)/\(escaped(field.key))", field.shape) }
      within.remove(index)
    }
    visit("", shape)
    return places
  }

  /// A key as a token of a JSON Pointer (RFC 6901).
  static func escaped(_ key: String) -> String { key.replacing("~", with: "~0").replacing("/", with: "~1") }
}
