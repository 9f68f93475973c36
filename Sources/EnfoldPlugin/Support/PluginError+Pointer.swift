// Errors about a pointer that no state can have, and about a property that cannot be set.
import Enfold

extension PluginError {
  /// The error for a pointer that leads nowhere in any state of a type. It lists the keys that are there instead.
  static func impossible<State: ObservableState>(_ path: JSONPath, _ type: State.Type) -> PluginError {
    let known = path.longestPrefix { State.jsonAllows($0) }
    let place = known.isEmpty ? "this state" : "\"\(known.pointer)\""
    let schema = SchemaPlaces(of: type)
    let keys = schema.keys(at: known)
    let elementKeys = schema.keys(at: known.appending("0"))
    var message = "\"\(path.pointer)\" leads nowhere: "
    if !elementKeys.isEmpty {
      message += "elements of \(place) are selected by index or by a property: \(elementKeys.joined(separator: ", "))"
      if !elementKeys.contains("id") { message += ". A computed id is one of them if it is marked @Derived" }
    } else if keys.isEmpty {
      message += "\"\(known.pointer)\" is as far as it leads"
    } else {
      message += "\(place) has \(keys.joined(separator: ", "))"
      let unknown = path.dropFirst(known.count).first?.text ?? ""
      if let key = nearest(to: unknown, among: keys) {
        message += "; did you mean \"\(known.appending(key).pointer)\"?"
      }
    }
    return PluginError(Status.badPointer, message)
  }

  /// The error for a property that hosts may not write.
  static func readOnly<State: ObservableState>(_ path: JSONPath, _ type: State.Type) -> PluginError {
    let outer = path.longestPrefix { State._$traits(at: $0).contains(.bindable) }
    let schema = SchemaPlaces(of: type)
    let reason =
      if State._$traits(at: path).contains(.readOnly) {
        "it is derived from other properties, and has no setter"
      } else if let key = schema.sharedKey(at: path) {
        "it shows the shared value \"\(key)\"; declare it @SharedViewState, or write the value itself (enfold_shared_set)"
      } else if outer.isEmpty, schema.isInCase(path) {
        "it is in a case of an enum. Set it through a scope of the feature there, if that takes bindings"
      } else if outer.isEmpty {
        "it is not marked @Bindable or @ViewState"
      } else {
        "\"\(outer.pointer)\" can be, as a whole"
      }
    return PluginError(Status.unsupported, "the property at \"\(path.pointer)\" cannot be set: \(reason)")
  }
}

extension JSONPath {
  /// The longest path that leads towards this one and satisfies a predicate; the root if there is none. This path
  /// itself does not count.
  fileprivate func longestPrefix(where predicate: (JSONPath) -> Bool) -> JSONPath {
    var path = self
    repeat { path = path.dropLast() } while !path.isEmpty && !predicate(path)
    return path
  }
}
