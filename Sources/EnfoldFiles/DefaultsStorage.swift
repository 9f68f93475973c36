// DefaultsStorage: keeps many shared values in one file.
import Enfold

/// Keeps the texts of all keys in the file `<directory>/<name>.defaults.json`: a JSON object with a member for each key.
///
/// It is written as the files of ``FileStorage`` are. Before that it is read again, with a lock on `.<name>.defaults.json.lock`, and
/// only the members that were saved here are changed. So processes that save different keys do not lose each other's, and
/// members that nobody here knows stay as they are. An observer is called if its member differs.
///
/// A file that is no JSON object is set aside once, as `<name>.defaults.json.broken`. Each load fails with an error that says so,
/// until the next save writes a new object.
package final class DefaultsStorage: SharedStorage {
  private let file: Result<KeptFile, SharedError>

  /// Makes nothing: the file and its folder are made when something is saved.
  ///
  /// If the directory is of no use or the name is too long, every load and save fails, with ``problem``.
  ///
  /// - Parameter directory: an absolute path.
  package init(directory: String, name: String, clock: any Clock<Duration>) {
    file = Result { () throws(SharedError) in
      let path = try FileName.folder(directory, nil) + FileName.commonFile(name)
      return KeptFile(DefaultsFile(TextFile(path: path)), StorageClock(clock))
    }
  }

  deinit { flush() }

  /// The error if the directory or the name is wrong.
  package var problem: SharedError? {
    if case .failure(let error) = file { error } else { nil }
  }

  package func load(_ key: String, _ answer: SharedLoad) {
    switch file {
    case .success(let file): file.load(ExactText(key), answer)
    case .failure(let error): answer(.failure(error))
    }
  }

  package func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) {
    switch file {
    case .success(let file): file.save(ExactText(key), text, answer)
    case .failure(let error): answer(error)
    }
  }

  package func observe(_ key: String, _ changed: @escaping @Sendable () -> Void) -> AnyObject? {
    (try? file.get())?.observe(ExactText(key), changed)
  }

  /// Sets the whole file aside, because the next save changes the member.
  package func setAside(_ key: String) { (try? file.get())?.setAside() }

  package func flush() { (try? file.get())?.flush() }

  package func place(of key: String) -> String? { (try? file.get())?.path }

  /// Why changes of an observed key by others may stay unnoticed: the system has no watches left, for example.
  package func observationError(_ key: String) -> SharedError? { (try? file.get())?.observationError }
}
