// What the tests of file storages share: folders, answers, other processes.
import Enfold
import Foundation

/// A folder that is removed with everything in it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "enfold-shared-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names in it, with those of its folders.
  var names: [String] { (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted() }

  subscript(_ name: String) -> String { path + "/" + name }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes into the file itself, as an editor without temporary files does.
  func write(_ text: String, to name: String) {
    let file = open(self[name], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = text.utf8.withContiguousStorageIfAvailable { Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  /// Puts a new file in the place of the old one.
  func replace(_ name: String, with text: String) {
    write(text, to: name + ".new")
    move(name + ".new", name)
  }

  func move(_ name: String, _ other: String) { rename(self[name], self[other]) }
  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: self[name]) }
  func makeFolder(_ name: String, mode: mode_t = 0o755) { mkdir(self[name], mode) }
  func link(_ name: String, to target: String) { symlink(target, self[name]) }

  func mode(_ name: String) -> mode_t {
    var status = stat()
    return stat(self[name], &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  func isLink(_ name: String) -> Bool {
    var status = stat()
    return lstat(self[name], &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}

/// An answer that is waited for.
final class Answered<Value: Sendable>: @unchecked Sendable {
  // Unchecked: both are touched under `lock` only.
  private let lock = NSLock()
  private var given: [Value] = []
  private var waiter: CheckedContinuation<Value, Never>?

  func give(_ value: Value) {
    let waiter = lock.withLock {
      given.append(value)
      defer { self.waiter = nil }
      return self.waiter
    }
    waiter?.resume(returning: value)
  }

  var count: Int { lock.withLock { given.count } }
  /// What was given until now.
  var now: Value? { lock.withLock { given.first } }

  /// Waits for the first answer.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value = lock.withLock {
          if given.isEmpty { waiter = continuation }
          return given.first
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}

typealias Saving = Answered<SharedError?>

extension SharedStorage {
  /// Saves, and does not wait for the answer.
  @discardableResult func begin(_ key: String, _ text: String?) -> Saving {
    let saving = Saving()
    save(key, text.map { Array($0.utf8) }, SharedSave { saving.give($0) })
    return saving
  }

  /// Saves, and waits for the answer. Nil: it is kept.
  func save(_ key: String, _ text: String?) async -> SharedError? { await begin(key, text).value }

  func load(_ key: String) async -> Result<String?, SharedError> {
    let answered = Answered<Result<String?, SharedError>>()
    load(key, SharedLoad { result in answered.give(result.map { $0.map { String(decoding: $0, as: UTF8.self) } }) })
    return await answered.value
  }

  func loadError(_ key: String) async -> String? {
    if case .failure(let error) = await load(key) { "\(error)" } else { nil }
  }
}

/// Counts the changes of a key, and lets a test wait for each.
final class Changes: Sendable {
  let count = Box(0)
  private let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation
  private let observation = Box<AnyObject?>(nil)

  init(_ storage: some SharedStorage, _ key: String) {
    (stream, continuation) = AsyncStream.makeStream()
    observation.value = storage.observe(key) { [count, continuation] in
      continuation.yield(
        count.update {
          $0 += 1
          return $0
        })
    }
  }

  /// Waits until the key is what is expected. Each look at it comes after a change.
  func until(_ storage: some SharedStorage, _ key: String, is expected: String?) async {
    for await _ in stream where (try? await storage.load(key).get()) == .some(expected) { return }
  }

  /// Waits for a change.
  func next() async { for await _ in stream { return } }

  func end() { observation.value = nil }
}

/// A process of Tests/SharedFiles.
final class Helper: @unchecked Sendable {
  // Unchecked: a test uses it in one place at a time.
  let process = Process()
  private let output = Pipe()

  /// - Parameter inFront: a command that runs the program: it gets the words of the program as its last words.
  init(_ words: [String], inFront: [String] = []) throws {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("shared-files").path
    let all = inFront + [program] + words
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = all
    // ThreadSanitizer would end the child of a fork. LeakSanitizer takes for leaks what threads had that such a child has not,
    // fails where no file can be opened, and writes what it suppresses.
    let options = ["TSAN_OPTIONS": "die_after_fork=0", "LSAN_OPTIONS": "detect_leaks=0"]
    process.environment = ProcessInfo.processInfo.environment.merging(options) { "\($0):\($1)" }
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// Waits for the next bytes that it says.
  func hear() -> String { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }

  /// Waits for its end, and returns all that it has said.
  func end() -> String {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
