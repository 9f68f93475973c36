// A runtime's plugins: loading them, and finding their features.
import CEnfold
import EnfoldJSON

extension Runtime {
  /// Loads a plugin and gives it a handle.
  ///
  /// - Parameter replacing: whether a file that has changed since it was loaded takes the place of what it was.
  func load(_ path: String, replacing: Bool) throws(RuntimeError) -> UInt64 {
    let plugin = try loadPlugin(path, replacing: replacing)
    return try add(plugin) { (loaded) throws(RuntimeError) -> Int? in
      // Another runtime may have loaded what the file is now.
      let older = loaded.firstIndex { $0.path == plugin.path }
      if let older, !replacing { throw .changed(path, loaded[older].file.generation) }
      if let other = loaded.first(where: {
        $0.id == plugin.id && $0.version == plugin.version && $0.path != plugin.path
      }) {
        throw .invalid(
          """
          \(plugin.id)@\(plugin.version) is loaded already, from another file: \(other.path); \
          \(plugin.path) needs another version
          """)
      }
      return older
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
      // The id alone is enough, unless two of the plugins have the same id. Then their versions differ.
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
        if var requests = feature.requests {
          writer.literal(",\"requests\":")
          requests.withUTF8 { writer.raw(UnsafeRawBufferPointer($0)) }
        }
        writer.literal("}")
      }
    }
    writer.literal("]")
  }
}

extension JSONWriter {
  /// Writes a schema as the plugin gave it. It was checked when the plugin was loaded. Without one, writes the schema
  /// `true`, which allows everything.
  fileprivate mutating func writeSchema(_ schema: String?) {
    guard var schema else { return literal("true") }
    schema.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}
