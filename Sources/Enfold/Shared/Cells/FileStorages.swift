// FileStorages: the storages of files, which a program need not have.
import CEnfoldSupport

/// Makes storages that keep files. The module EnfoldFiles has them. Plugins do without it, because their host keeps the files.
package protocol FileStorages: AnyObject, Sendable {
  /// Where files are if nobody says.
  func standardDirectory() throws(SharedError) -> String
  /// Keeps each value in a file of its own.
  func storage(in directory: String, path: String?, clock: any Clock<Duration>) -> any SharedStorage
  /// Keeps all values in one file.
  func defaults(in directory: String, name: String, clock: any Clock<Duration>) -> any SharedStorage
}

/// The storages of files, if they were linked into this image.
func linkedFiles() throws(SharedError) -> any FileStorages {
  let object = enfold_linked_files().map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  guard let files = object as? any FileStorages else {
    throw SharedError(
      "this program keeps no files, because it was linked without the module EnfoldFiles: write \"import EnfoldFiles\", and "
        + "link the whole product Enfold")
  }
  return files
}
