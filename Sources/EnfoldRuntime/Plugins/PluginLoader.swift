// PluginLoader: loads a plugin, from a path to a plugin whose table was checked.
import CEnfold
import CEnfoldSupport
import Glibc

/// Loads a plugin's image and checks what it says about itself. The image stays mapped even if the check fails.
///
/// - Parameters:
///   - path: the image's file. A path without a slash is a file in the working directory: the folders of libraries are
///     not searched.
///   - replacing: whether a file that has changed since it was loaded becomes a new generation, or is refused.
func loadPlugin(_ path: String, replacing: Bool) throws(RuntimeError) -> Plugin {
  guard let realPath = enfold_real_path(path) else {
    let problem = errno
    guard problem == ENOENT || problem == ENOTDIR else {
      throw RuntimeError(ENFOLD_IO, "\(path): \(String(cString: strerror(problem)))")
    }
    let place = path.hasPrefix("/") ? "" : " below \(workingDirectory())"
    throw RuntimeError(ENFOLD_NOT_FOUND, "no file \"\(path)\"\(place)")
  }
  defer { free(realPath) }
  let resolved = String(cString: realPath)
  let file = try PluginFiles.load(resolved, path, replacing: replacing)
  guard let symbol = enfold_image_symbol(file.image, "enfold_plugin_entry") else {
    throw .badPlugin(
      """
      \(path) is no plugin: it does not export enfold_plugin_entry. In Swift, #enfoldPlugin(id:version:features:) makes \
      that function; in C, see enfold_plugin.h
      """)
  }
  let entry = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<enfold_plugin_table>?).self)
  guard let table = entry() else {
    throw .badPlugin("\(path) refuses to be loaded: enfold_plugin_entry returned NULL")
  }
  do throws(RuntimeError) {
    let plugin = try Plugin(table, file, path: resolved)
    PluginFiles.noteServed(resolved)
    enfold_crash_line_add_image(symbol, plugin.source.label)
    return plugin
  } catch let error {
    throw RuntimeError(Int(error.status), "\(path): \(error.message)")
  }
}

/// The path of the working directory, where relative paths begin.
private func workingDirectory() -> String {
  guard let path = getcwd(nil, 0) else { return "the working directory" }
  defer { free(path) }
  return String(cString: path)
}
