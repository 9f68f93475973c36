// Loading: from a path to a checked plugin.
import CEnfold
import CEnfoldSupport
import Glibc

/// Loads a plugin's image and checks what it says about itself. The image stays mapped, whatever is wrong with it.
///
/// - Parameter path: without a slash, a file in the working directory: libraries are not searched for.
func loadPlugin(_ path: String) throws(RuntimeError) -> Plugin {
  guard let resolved = enfold_real_path(path) else {
    let problem = errno
    guard problem == ENOENT || problem == ENOTDIR else { throw .system(path, problem) }
    throw RuntimeError(ENFOLD_NOT_FOUND, "no file \"\(path)\"")
  }
  defer { free(resolved) }
  var size: UInt64 = 0
  var needed: UInt64 = 0
  let problem = enfold_image_size(resolved, &size, &needed)
  guard problem == 0 else { throw .system(path, problem) }
  guard needed <= size else {
    throw .badPlugin("\(path) is incomplete: it has \(size) bytes where \(needed) are needed")
  }
  guard let image = enfold_image_open(resolved) else {
    throw loadError(path, resolved: String(cString: resolved), String(cString: enfold_image_error()))
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

/// The dynamic loader's error. Its text begins with the path. Only the words at its end tell that a resource ran out.
private func loadError(_ path: String, resolved: String, _ text: String) -> RuntimeError {
  let prefix = resolved + ": "
  let reason = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  let shortages = [EMFILE, ENFILE, ENOMEM, EIO, EAGAIN].map { String(cString: strerror($0)) }
  // A C library has room for the thread-local variables of some hundred images.
  let isShort = shortages.contains { reason.hasSuffix($0) } || reason.hasSuffix("in static TLS block")
  let status = isShort ? ENFOLD_IO : ENFOLD_BAD_PLUGIN
  return RuntimeError(status, "\(path) cannot be loaded: \(reason)")
}

extension RuntimeError {
  /// A system call failed.
  fileprivate static func system(_ path: String, _ problem: Int32) -> RuntimeError {
    RuntimeError(ENFOLD_IO, "\(path): \(String(cString: strerror(problem)))")
  }
}
