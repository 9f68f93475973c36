// Plugin: a loaded image and its features.
import CEnfold
import EnfoldJSON
import EnfoldPlugin

/// A plugin of one runtime. Immutable; its code and tables stay mapped until the process ends.
final class Plugin: Handled {
  static var kind: HandleKind { .plugin }
  /// Always 0. Each call that loads the plugin opens another handle of it, so it keeps none.
  var handle: UInt64 {
    get { 0 }
    set {}
  }

  /// The image that was loaded. A file that is loaded twice is one image, unless it has changed meanwhile.
  let file: LoadedFile
  let path: String
  let source: FeatureSource
  /// The Swift compiler that built it; nil if it was not written in Swift.
  let compiler: String?
  let features: [Feature]
  /// The extensions that it offers.
  let extensions: Extensions

  init(
    file: LoadedFile, path: String, source: FeatureSource, compiler: String?, features: [Feature],
    extensions: Extensions
  ) {
    self.file = file
    self.path = path
    self.source = source
    self.compiler = compiler
    self.features = features
    self.extensions = extensions
  }

  var id: String { source.id }
  var version: String { source.version }

  /// Writes the result of `enfold_plugin_info`.
  func writeInfo(to writer: inout JSONWriter) {
    writer.literal("{\"id\":")
    writer.write(id)
    writer.literal(",\"version\":")
    writer.write(version)
    writer.literal(",\"path\":")
    writer.write(path)
    writer.literal(",\"generation\":")
    writer.write(file.generation)
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
