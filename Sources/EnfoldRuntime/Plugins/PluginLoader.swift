// Loading: from a path to a checked plugin.
import CEnfold
import CEnfoldSupport
import Glibc

/// Loads a plugin's image and checks what it says about itself. The image stays mapped, whatever is wrong with it.
///
/// - Parameter path: without a slash, a file in the working directory: libraries are not searched for.
func loadPlugin(_ path: String) throws(RuntimeError) -> Plugin {
  guard let resolved = enfold_real_path(path) else {
    let reason = String(cString: strerror(errno))
    guard errno == ENOENT || errno == ENOTDIR else { throw RuntimeError(ENFOLD_IO, "\(path): \(reason)") }
    throw RuntimeError(ENFOLD_NOT_FOUND, "no file \"\(path)\"")
  }
  defer { free(resolved) }
  var size: UInt64 = 0
  let needed = enfold_image_size(resolved, &size)
  guard needed <= size else {
    throw .badPlugin("\(path) is incomplete: it has \(size) bytes where \(needed) are needed")
  }
  guard let image = enfold_image_open(resolved) else {
    throw .badPlugin("\(path) cannot be loaded: \(String(cString: enfold_image_error()))")
  }
  guard let symbol = enfold_image_symbol(image, "enfold_plugin_entry") else {
    throw .badPlugin("\(path) is no plugin: it does not export enfold_plugin_entry")
  }
  let entry = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<enfold_plugin_table>?).self)
  guard let table = entry() else {
    throw .badPlugin("\(path) refuses to be loaded: enfold_plugin_entry returned NULL")
  }
  do throws(RuntimeError) {
    return try Plugin(table, image: image, path: String(cString: resolved))
  } catch let error {
    throw RuntimeError(Int(error.status), "\(path): \(error.message)")
  }
}

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
}
