// FeatureName: names of features, such as "Todos", "org.example.todos/Todos", "org.example.todos@1.0.0/Todos".

/// The parts of a feature's name. The plugin's id and its version may be missing.
struct FeatureName {
  private let id: Substring?
  private let version: Substring?
  private let bare: Substring
  /// Without the plugin.
  var name: String { String(bare) }

  init(_ text: String) {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      (id, version, bare) = (nil, nil, Substring(text))
      return
    }
    let plugin = text[..<slash]
    bare = text[text.utf8.index(after: slash)...]
    if let at = plugin.utf8.firstIndex(of: UInt8(ascii: "@")) {
      (id, version) = (plugin[..<at], plugin[plugin.utf8.index(after: at)...])
    } else {
      (id, version) = (plugin, nil)
    }
  }

  func matches(_ feature: Feature) -> Bool {
    let source = feature.source
    return bare.isSame(as: feature.name) && id?.isSame(as: source.id) != false
      && version?.isSame(as: source.version) != false
  }
}

extension Substring {
  /// Compares bytes, which is much faster than comparing characters: names are the same if they are written alike.
  fileprivate func isSame(as other: String) -> Bool {
    var (mine, other) = (self, other)
    return mine.withUTF8 { mine in other.withUTF8 { mine.count == $0.count && mine.elementsEqual($0) } }
  }
}
