// A runtime's plugins: loading them, and finding their features.
import CEnfold
import EnfoldJSON

extension Runtime {
  /// Loads a plugin and gives it a handle.
  func load(_ path: String) throws(RuntimeError) -> UInt64 {
    let plugin = try loadPlugin(path)
    return try add(plugin) { loaded in
      loaded.first { $0.id == plugin.id && $0.version == plugin.version }.map { other in
        .invalid(
          """
          \(plugin.id)@\(plugin.version) is loaded already, from another file: \(other.path); \
          \(plugin.path) needs another version
          """)
      }
    }
  }

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

extension JSONWriter {
  /// A schema as its plugin gave it, checked when that was loaded; `true`, which allows everything, if it gave none.
  fileprivate mutating func writeSchema(_ schema: String?) {
    guard var schema else { return literal("true") }
    schema.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}
