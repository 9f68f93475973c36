// LinkedFiles: how Enfold finds this module, which a program need not have.
import Enfold

/// See enfold_linked.h.
@_cdecl("enfold_files")
func enfoldFiles() -> UnsafeMutableRawPointer { Unmanaged.passUnretained(LinkedFiles.all).toOpaque() }

/// Makes the storages of this module.
private final class LinkedFiles: FileStorages {
  static let all = LinkedFiles()

  func standardDirectory() throws(SharedError) -> String { try StandardDirectory.find() }

  func storage(in directory: String, path: String?, clock: any Clock<Duration>) -> any SharedStorage {
    FileStorage(directory: directory, path: path, clock: clock)
  }

  func defaults(in directory: String, name: String, clock: any Clock<Duration>) -> any SharedStorage {
    DefaultsStorage(directory: directory, name: name, clock: clock)
  }
}
