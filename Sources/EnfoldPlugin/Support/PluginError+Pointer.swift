// What is wrong with a pointer that no state can have, or with a property that cannot be set.
import Enfold

extension PluginError {
  /// A pointer that leads nowhere, whatever the state is.
  static func impossible<State: ObservableState>(_ path: JSONPath, _ type: State.Type) -> PluginError {
    let known = path.longestPrefix { State.jsonAllows($0) }
    let reason =
      known.isEmpty
      ? "it has \(propertyNames(of: State.self).joined(separator: ", "))"
      : "\"\(known.pointer)\" is as far as it leads"
    return PluginError(
      Status.badPointer, "no \(String(reflecting: State.self)) has anything at \"\(path.pointer)\"; \(reason)")
  }

  /// A property that hosts may not write.
  static func readOnly<State: ObservableState>(_ path: JSONPath, _ type: State.Type) -> PluginError {
    let outer = path.longestPrefix { State._$traits(at: $0).contains(.bindable) }
    let reason =
      outer.isEmpty ? "it is not marked @Bindable or @ViewState" : "\"\(outer.pointer)\" can be, as a whole"
    return PluginError(Status.unsupported, "the property at \"\(path.pointer)\" cannot be set: \(reason)")
  }

  /// The keys of a state's JSON.
  private static func propertyNames<State: ObservableState>(of type: State.Type) -> [String] {
    var builder = JSONSchemaBuilder()
    let schema = State.jsonSchema(in: &builder)
    guard case .object(let document) = builder.document(schema) else { return [] }
    var members = document
    if case .string(let reference) = document["$ref"], let name = reference.split(separator: "/").last,
      case .object(let definitions) = document["$defs"], case .object(let definition) = definitions[String(name)]
    {
      members = definition
    }
    guard case .object(let properties) = members["properties"] else { return [] }
    return properties.members.map(\.key)
  }
}

extension JSONPath {
  /// The longest path on the way to this one, itself left out, that satisfies a predicate; the root if none does.
  fileprivate func longestPrefix(where predicate: (JSONPath) -> Bool) -> JSONPath {
    var path = self
    repeat { path = path.dropLast() } while !path.isEmpty && !predicate(path)
    return path
  }
}
