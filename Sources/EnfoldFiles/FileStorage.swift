// FileStorage: keeps each shared value in a file of its own.
import Enfold

/// Keeps the text of each key in the file `<directory>/<path>/<key>.json`.
///
/// A text is written to a temporary file, which then takes the place of the file. So whoever reads the file, also after a
/// crash, finds a whole text. The first save is done when ``save(_:_:_:)`` returns. Saves within a second of the last write
/// are put together into one write, when the second is over; ``flush()``, the end of the storage and the end of the process
/// (by `exit`, or by returning from `main`) do not wait for that.
///
/// Observers of a key hear of changes by others. While a text waits to be written, texts that others write are ignored,
/// because the waiting text will replace them; but if others remove the file, the waiting text is dropped.
///
/// Each function may be called on any thread. They do not call anybody back with a lock held.
package final class FileStorage: SharedStorage, @unchecked Sendable {
  // Unchecked: `files` is touched under `lock` only, and the others never change.
  private let lock = Lock()
  private var files: [ExactText: KeptFile] = [:]
  /// With a slash at its end.
  private let folder: Result<String, SharedError>
  private let clock: StorageClock

  /// Makes nothing: folders are made when something is saved.
  ///
  /// If the directory or the path is of no use, every load and save fails, with ``problem``.
  ///
  /// - Parameters:
  ///   - directory: an absolute path.
  ///   - path: names with `/` between them.
  package init(directory: String, path: String?, clock: any Clock<Duration>) {
    folder = Result { () throws(SharedError) in try FileName.folder(directory, path) }
    self.clock = StorageClock(clock)
  }

  deinit {
    for file in files.values { file.flush() }
  }

  /// The error if the directory or the path is wrong.
  package var problem: SharedError? {
    if case .failure(let error) = folder { error } else { nil }
  }

  package func load(_ key: String, _ answer: SharedLoad) {
    do throws(SharedError) {
      try file(key).load(ExactText(key), answer)
    } catch {
      answer(.failure(error))
    }
  }

  package func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) {
    do throws(SharedError) {
      try file(key).save(ExactText(key), text, answer)
    } catch {
      answer(error)
    }
  }

  package func observe(_ key: String, _ changed: @escaping @Sendable () -> Void) -> AnyObject? {
    (try? file(key))?.observe(ExactText(key), changed)
  }

  package func setAside(_ key: String) { (try? file(key))?.setAside() }

  package func flush() {
    for file in lock.withLock({ Array(files.values) }) { file.flush() }
  }

  package func place(of key: String) -> String? { (try? file(key))?.path }

  /// Why changes of an observed key by others may stay unnoticed: the system has no watches left, for example.
  package func observationError(_ key: String) -> SharedError? { (try? file(key))?.observationError }

  private func file(_ key: String) throws(SharedError) -> KeptFile {
    let known = ExactText(key)
    if let file = lock.withLock({ files[known] }) { return file }
    let path = try folder.get() + FileName.file(of: key)
    let made = KeptFile(WholeFile(file: TextFile(path: path)), clock)
    return lock.withLock {
      let file = files[known] ?? made
      files[known] = file
      return file
    }
  }
}
