// Runtime: loads, registers and finds plugins and the host's features.
import CEnfold
import Enfold
import EnfoldJSON

extension Runtime {
  /// Loads a plugin and gives it a handle.
  ///
  /// - Parameter replacing: whether a file that has changed since it was loaded takes the place of its old contents.
  func load(_ path: String, replacing: Bool) throws(RuntimeError) -> UInt64 {
    let plugin = try loadPlugin(path, replacing: replacing)
    return try add(plugin) { (loaded) throws(RuntimeError) -> Int? in
      // Another runtime may have loaded the present contents of the file.
      let older = loaded.firstIndex { $0.path.hasSameBytes(as: plugin.path) }
      if let older, !replacing { throw .changed(path, loaded[older].file.generation) }
      if let other = loaded.first(where: {
        $0.id.hasSameBytes(as: plugin.id) && $0.version.hasSameBytes(as: plugin.version)
          && !$0.path.hasSameBytes(as: plugin.path)
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

  /// Registers a feature of the host.
  ///
  /// - Parameter release: becomes empty if the feature has it now: if this does not throw, or throws because the runtime was
  ///   closed.
  func register(
    _ table: UnsafePointer<enfold_plugin_feature>, _ release: inout Release
  ) throws(RuntimeError) {
    let keeper = FeatureKeeper(self)
    let feature = try Feature.registering(table, user: release.user, keeper: keeper)
    keeper.release = release
    release = Release(function: nil, user: nil)
    guard try add(feature) else { return }
    log(Int32(ENFOLD_LOG_INFO)) { writer in
      writer.literal("{\"level\":\"info\",\"message\":")
      writer.write("the feature \"\(feature.name)\" was registered again: new stores get the new one")
      writer.write(Diagnostic.Topic.featureRegisteredAgain)
      writer.literal(",\"feature\":")
      writer.write(feature.name)
      writer.literal(",\"time\":")
      writer.writeTime()
      writer.literal("}")
    }
  }

  /// The feature with a name.
  func feature(named name: String) throws(RuntimeError) -> Feature {
    let wanted = FeatureName(name)
    let found = features(named: wanted.name).filter { wanted.matches($0) }
    if let only = found.first, found.count == 1 { return only }
    guard found.isEmpty else {
      // The id alone is enough, unless two of the plugins have the same id. Then their versions differ.
      let ids = Set(found.map { ExactText($0.source.id) })
      let candidates = found.map { feature in
        let source = feature.source
        return ids.count == found.count
          ? "\(source.id)/\(feature.name)" : "\(source.id)@\(source.version)/\(feature.name)"
      }
      throw .invalid("the feature name \"\(name)\" is ambiguous: \(candidates.joined(separator: ", "))")
    }
    throw RuntimeError(
      ENFOLD_NOT_FOUND,
      featureNames(around: wanted.name).map { "no feature \"\(name)\"; loaded: \($0)" }
        ?? "no feature \"\(name)\"; no plugin is loaded")
  }

  /// Writes the result of `enfold_runtime_features`.
  func writeFeatures(to writer: inout JSONWriter) {
    writer.literal("[")
    for (index, feature) in features.enumerated() {
      writer.literal(index == 0 ? "{\"name\":" : ",{\"name\":")
      writer.write(feature.name)
      writer.literal(",\"plugin\":")
      writer.write(feature.source.id)
      writer.literal(",\"version\":")
      writer.write(feature.source.version)
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
