// The JSON form of a binding: {"/text":"x"}.

extension BindingAction {
  func writeJSON(to writer: inout JSONWriter) {
    guard let path, let value = value as? any JSONEncodable else { return writer.literal("{}") }
    writer.literal("{")
    writer.write(path.pointer)
    writer.literal(":")
    value.writeJSON(to: &writer)
    writer.literal("}")
  }

  func writeJSON(at inside: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let name = inside.first else {
      writeJSON(to: &writer)
      return true
    }
    guard name.text == pointer, let value = value as? any JSONEncodable else { return false }
    return value.writeJSON(at: inside.dropFirst(), to: &writer)
  }
}

extension BindingAction {
  init(json reader: inout JSONReader) throws(JSONError) {
    let start = reader
    try reader.beginObject()
    guard let key = try reader.nextKey() else { throw start.mismatch("a binding writes one property; \(writable())") }
    let (pointer, place) = (key.string, reader)
    guard let path = try? JSONPath(pointer: pointer), let setter = try setter(at: path, from: &reader) else {
      throw place.mismatch("\"\(pointer)\" cannot be written by a binding; \(writable())")
    }
    if let next = try reader.nextKey() {
      throw JSONError(
        code: .mismatch, offset: next.offset,
        message: "a binding writes one property, and \"\(pointer)\" is followed by \"\(next.string)\": send several "
          + "bindings as a batch")
    }
    self.init(.pointer(path), path, setter)
    BindingProbe.current?.note(reception, value)

    func writable() -> String { WritablePlaces(of: Root.self).message }

    func setter(at path: JSONPath, from reader: inout JSONReader) throws(JSONError) -> PropertySetter<Root>? {
      func read<State: RecordedState>(_: State.Type) throws(JSONError) -> PropertySetter<Root>? {
        try State._$setter(at: path, from: &reader) as? PropertySetter<Root>
      }
      guard let type = Root.self as? any RecordedState.Type else { return nil }
      if let probe = BindingProbe.current, probe.keepsValue {
        probe.isWritable = type._$traits(at: path).contains(.bindable)
      }
      return try read(type)
    }
  }
}

extension BindingAction {
  static func jsonAllows(_ inside: JSONPath) -> Bool {
    guard let name = inside.first else { return true }
    guard let path = try? JSONPath(pointer: name.text), let type = Root.self as? any RecordedState.Type,
      type._$traits(at: path).contains(.bindable)
    else { return false }
    return type.jsonAllows(path.appending(inside.dropFirst()))
  }
}
