// FolderSync: an fsync that fails for folders, as that of a disk does which is about to break.
import Glibc

enum FolderSync {
  /// Set before any thread is started.
  nonisolated(unsafe) static var fails = false
}

/// The program's own function is called in the place of the C library's.
@_cdecl("fsync")
func synchronise(_ file: Int32) -> Int32 {
  var status = stat()
  if FolderSync.fails, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
    errno = EIO
    return -1
  }
  return fdatasync(file)
}
