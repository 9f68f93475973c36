// SharedNames: makes a key for a shared value that was declared without one.

public enum SharedNames {
  /// The beginning of keys in a plugin: its id. Outside of plugins: nil, and keys begin with the module. Set once, when
  /// the plugin's table is made, before it has stores.
  package nonisolated(unsafe) static var plugin: String?

  /// `Todos.State.session`: the type without its module.
  static func property<Root>(_: Root.Type, _ name: some StringProtocol) -> String {
    let type = String(reflecting: Root.self)
    return "\(type.drop { $0 != "." }.dropFirst()).\(name)"
  }

  /// `org.example.todos/Todos.State.session`.
  static func key<Root>(of root: Root.Type, _ name: some StringProtocol) -> String {
    "\(plugin ?? String(String(reflecting: Root.self).prefix { $0 != "." }))/\(property(root, name))"
  }
}
