// SharedNames: makes a key for a shared value that was declared without one.

/// The key of a property that was declared without one.
struct SharedName {
  let key: String
  /// The type of the state. Two types can have the same name.
  let owner: ObjectIdentifier
}

/// What plugins, and the code that macros write, need to know of keys that nobody has declared.
public enum SharedNames {
  /// The beginning of keys in a plugin: its id. Outside of plugins: nil, and keys begin with the module. Set once, when
  /// the plugin's table is made, before it has stores.
  package nonisolated(unsafe) static var plugin: String?

  /// `org.example.todos/Todos.State.session`. The file of a private type is in front of it, because another file may have a
  /// type of the same name: `org.example.todos/Todos.swift/Row.State.note`.
  ///
  /// - Parameter file: the `#fileID` of the property, if it is known.
  static func key<Root>(of root: Root.Type, _ name: some StringProtocol, file: StaticString?) -> String {
    let whole = String(reflecting: root)
    let type = withoutAddresses(whole)
    let module = type.prefix { $0 != "." }
    var place = [plugin ?? String(module)]
    if type != whole, let file {
      let names: [Substring] = "\(file)".split(separator: "/")
      place += names.suffix(1).map { String($0) }
    }
    place.append("\(type.dropFirst(module.count + 1)).\(name)")
    return place.joined(separator: "/")
  }

  static func name<Root>(of root: Root.Type, _ name: some StringProtocol, file: StaticString?) -> SharedName {
    SharedName(key: key(of: root, name, file: file), owner: ObjectIdentifier(root))
  }

  /// Private and local types are in a context that has no name but its address: `Shop.(unknown context at $55d3).Row.State`. In
  /// each process it is another one.
  private static func withoutAddresses(_ type: String) -> String {
    let context = "(unknown context at "
    var (name, rest) = ("", type[...])
    while let start = rest.firstIndex(of: "(") {
      name += rest[..<start]
      rest = rest[start...]
      if rest.hasPrefix(context), let end = rest.firstIndex(of: ")") {
        rest = rest[end...].dropFirst(2)
      } else {
        name.append(rest.removeFirst())
      }
    }
    return name + rest
  }
}
