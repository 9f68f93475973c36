// PluginTable: the table that enfold_plugin_entry returns.
import CEnfold
import CEnfoldSupport
import Enfold

/// The table of a plugin, as `enfold_plugin.h` describes it. `#enfoldPlugin` makes one; it lives as long as the
/// process.
public final class PluginTable: Sendable {
  /// The `enfold_plugin_table`.
  public nonisolated(unsafe) let pointer: UnsafeRawPointer  // never written after init

  /// - Parameters:
  ///   - id: the plugin's name, like a reversed domain name: "org.example.todos".
  ///   - version: for example "1.0.0".
  public init(id: String, version: String, features: [PluginFeature]) {
    SharedNames.plugin = id
    let list = UnsafeMutablePointer<UnsafePointer<enfold_plugin_feature>?>.allocate(capacity: max(features.count, 1))
    for (index, feature) in features.enumerated() { list[index] = feature.table() }
    let table = UnsafeMutablePointer<enfold_plugin_table>.allocate(capacity: 1)
    table.initialize(
      to: enfold_plugin_table(
        struct_size: UInt32(MemoryLayout<enfold_plugin_table>.size),
        abi: enfold_plugin_abi(
          struct_size: UInt32(MemoryLayout<enfold_plugin_abi>.size), abi: UInt32(ENFOLD_PLUGIN_ABI),
          pointer_size: UInt32(MemoryLayout<UnsafeRawPointer>.size),
          change_size: UInt32(MemoryLayout<enfold_change>.size),
          commit_size: UInt32(MemoryLayout<enfold_commit>.size),
          host_size: UInt32(MemoryLayout<enfold_host>.size),
          engine_size: UInt32(MemoryLayout<enfold_engine>.size),
          reducer_size: UInt32(MemoryLayout<enfold_reducer>.size),
          compiler: enfold_compiler_id()),
        id: immortal(id), version: immortal(version), features: UnsafePointer(list), feature_count: features.count,
        get_extension: nil))
    pointer = UnsafeRawPointer(table)
  }
}

/// A NUL-terminated copy of a text. It is never freed.
func immortal(_ text: String) -> UnsafePointer<CChar> {
  var copy = text
  return copy.withUTF8 { bytes in
    let target = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { target[index] = CChar(bitPattern: byte) }
    target[bytes.count] = 0
    return UnsafePointer(target)
  }
}
