// Plugin: a loaded image and the features it brings.
import CEnfold
import EnfoldJSON
import EnfoldPlugin

/// A plugin of one runtime. Immutable; its code and tables stay mapped until the process ends.
final class Plugin: Handled {
  static var kind: HandleKind { .plugin }
  /// It has one for each call that loaded it; none of them is its own.
  var handle: UInt64 {
    get { 0 }
    set {}
  }

  /// Which image it is: one file, loaded twice, is one image.
  let image: UnsafeMutableRawPointer
  let path: String
  let id: String
  let version: String
  /// Nil if it was not written in Swift.
  let compiler: String?
  let features: [Feature]
  /// What it offers beside its table.
  let extensions: Extensions

  init(
    image: UnsafeMutableRawPointer, path: String, id: String, version: String, compiler: String?, features: [Feature],
    extensions: Extensions
  ) {
    self.image = image
    self.path = path
    self.id = id
    self.version = version
    self.compiler = compiler
    self.features = features
    self.extensions = extensions
  }

  /// What `enfold_plugin_info` returns.
  func writeInfo(to writer: inout JSONWriter) {
    writer.literal("{\"id\":")
    writer.write(id)
    writer.literal(",\"version\":")
    writer.write(version)
    writer.literal(",\"path\":")
    writer.write(path)
    writer.literal(",\"compiler\":")
    if let compiler { writer.write(compiler) } else { writer.writeNull() }
    writer.literal(",\"features\":[")
    for (index, feature) in features.enumerated() {
      if index > 0 { writer.literal(",") }
      writer.write(feature.name)
    }
    writer.literal("]}")
  }
}

/// A feature of a plugin.
struct Feature {
  let name: String
  /// JSON Schemas, or nil.
  let stateSchema: String?
  let actionSchema: String?
  let engine: Engine
  /// What it offers beside its table.
  let extensions: Extensions
}
