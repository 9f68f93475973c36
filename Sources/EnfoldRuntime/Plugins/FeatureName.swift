// FeatureName: names of features, such as "Todos", "org.example.todos/Todos", "org.example.todos@1.0.0/Todos".

/// The parts of a feature's name. The plugin's id and its version may be missing.
struct FeatureName {
  private let id: Substring?
  private let version: Substring?
  private let name: Substring

  init(_ text: String) {
    guard let slash = text.lastIndex(of: "/") else {
      (id, version, name) = (nil, nil, Substring(text))
      return
    }
    let plugin = text[..<slash]
    name = text[text.index(after: slash)...]
    if let at = plugin.firstIndex(of: "@") {
      (id, version) = (plugin[..<at], plugin[plugin.index(after: at)...])
    } else {
      (id, version) = (plugin, nil)
    }
  }

  func matches(_ feature: Feature) -> Bool {
    let source = feature.source
    return name == feature.name && (id ?? source.id[...]) == source.id[...]
      && (version ?? source.version[...]) == source.version[...]
  }
}
