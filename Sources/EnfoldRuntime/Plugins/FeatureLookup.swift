// Feature names: "Todos", "org.example.todos/Todos", "org.example.todos@1.0.0/Todos".
import CEnfold
import EnfoldJSON

extension Runtime {
  /// The feature with a name, and its plugin.
  func feature(named name: String) throws(RuntimeError) -> (plugin: Plugin, feature: Feature) {
    let plugins = plugins
    let wanted = FeatureName(name)
    let found = plugins.flatMap { plugin in
      plugin.features.filter { wanted.matches($0, of: plugin) }.map { (plugin: plugin, feature: $0) }
    }
    if let first = found.first, found.count == 1 { return first }
    guard found.isEmpty else {
      // Two plugins with one id differ in their versions; otherwise the id is enough.
      let ids = Set(found.map(\.plugin.id))
      let candidates = found.map { plugin, feature in
        ids.count == found.count ? "\(plugin.id)/\(feature.name)" : "\(plugin.id)@\(plugin.version)/\(feature.name)"
      }
      throw .invalid("the feature name \"\(name)\" is ambiguous: \(candidates.joined(separator: ", "))")
    }
    let loaded = plugins.flatMap { $0.features.map(\.name) }
    throw RuntimeError(
      ENFOLD_NOT_FOUND,
      loaded.isEmpty
        ? "no feature \"\(name)\"; no plugin is loaded"
        : "no feature \"\(name)\"; loaded: \(loaded.joined(separator: ", "))")
  }

  /// What `enfold_runtime_features` returns.
  func writeFeatures(to writer: inout JSONWriter) {
    var isFirst = true
    writer.literal("[")
    for plugin in plugins {
      for feature in plugin.features {
        writer.literal(isFirst ? "{\"name\":" : ",{\"name\":")
        isFirst = false
        writer.write(feature.name)
        writer.literal(",\"plugin\":")
        writer.write(plugin.id)
        writer.literal(",\"version\":")
        writer.write(plugin.version)
        writer.literal(",\"state\":")
        writer.writeSchema(feature.stateSchema)
        writer.literal(",\"action\":")
        writer.writeSchema(feature.actionSchema)
        writer.literal("}")
      }
    }
    writer.literal("]")
  }
}

/// A feature's name, taken apart.
private struct FeatureName {
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

  func matches(_ feature: Feature, of plugin: Plugin) -> Bool {
    name == feature.name && (id ?? plugin.id[...]) == plugin.id[...]
      && (version ?? plugin.version[...]) == plugin.version[...]
  }
}

extension JSONWriter {
  /// A schema as its plugin gave it, checked when that was loaded; `true`, which allows everything, if it gave none.
  fileprivate mutating func writeSchema(_ schema: String?) {
    guard var schema else { return literal("true") }
    schema.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}
