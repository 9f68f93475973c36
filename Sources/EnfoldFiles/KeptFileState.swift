// KeptFileState: when a file of shared values is written, and what counts as a change by others. It touches no file.
import Enfold

/// The state of one file. Each function returns the next step, and the caller does it.
struct KeptFileState {
  /// The time from one write to the next.
  static let interval = Duration.seconds(1)

  /// A text that is to be written, and the saves that wait for it.
  struct Waiting {
    var text: [UInt8]?
    var answers: [SharedSave] = []
  }

  /// The texts of one write.
  struct Batch {
    var waiting: [ExactText: Waiting]
    /// Whether the text in the file is to be set aside first, because that has failed before.
    var setsAside: Bool
    /// Whether it is the first one.
    var tidies: Bool

    var changes: [ExactText: [UInt8]?] { waiting.mapValues(\.text) }
    var answers: [SharedSave] { waiting.values.flatMap(\.answers) }
  }

  enum Step {
    case none
    case write(Batch)
    /// Call ``wake(_:)`` with this number at that time.
    case sleep(until: Duration, number: Int)
  }

  /// How often the process was forked when this began. In the child of a fork, the texts that wait are the parent's.
  let forks: UInt32

  private(set) var isWriting = false
  private(set) var waiting: [ExactText: Waiting] = [:]
  /// The number of the sleep that is awaited.
  private(set) var sleep: Int?
  private var lastSleep = 0
  private var isUrgent = false
  private var lastWrite: Duration?
  private var isTidy = false
  private var setsAside = false

  /// The texts that were last read or written.
  private var known: [ExactText: KnownText] = [:]
  /// How many writes have begun. A reader of the file compares the number before and after.
  private(set) var version = 0
  /// A change was noticed while the file was written, or was ignored.
  private var mustCheck = false

  init(forks: UInt32) { self.forks = forks }

  /// Whether a text would be lost if the process ended now.
  var holdsTexts: Bool { isWriting || !waiting.isEmpty }

  // MARK: Writing

  /// - Parameter isUrgent: it does not wait for its turn.
  mutating func save(_ key: ExactText, _ text: [UInt8]?, _ answer: SharedSave, isUrgent: Bool, now: Duration) -> Step {
    self.isUrgent = self.isUrgent || isUrgent
    waiting[key, default: Waiting()].text = text
    waiting[key]?.answers.append(answer)
    return next(now: now)
  }

  /// The time of a sleep has come.
  mutating func wake(_ number: Int) -> Step {
    guard sleep == number else { return .none }
    sleep = nil
    // A thread that writes now will look again.
    return isWriting || waiting.isEmpty ? .none : .write(begin())
  }

  /// The texts that wait are to be written now.
  mutating func flush() -> Step { isWriting || waiting.isEmpty ? .none : .write(begin()) }

  mutating func next(now: Duration) -> Step {
    guard !isWriting, !waiting.isEmpty else { return .none }
    guard !isUrgent, let lastWrite, now < lastWrite + Self.interval else { return .write(begin()) }
    guard sleep == nil else { return .none }
    lastSleep += 1
    sleep = lastSleep
    return .sleep(until: lastWrite + Self.interval, number: lastSleep)
  }

  private mutating func begin() -> Batch {
    let batch = Batch(waiting: waiting, setsAside: setsAside, tidies: !isTidy)
    waiting = [:]
    isWriting = true
    isUrgent = false
    sleep = nil
    version += 1
    return batch
  }

  /// The attempt to write a batch has ended.
  ///
  /// - Parameter wasSetAside: false if the old text had to be set aside and that has failed.
  /// - Returns: whether the file must be checked.
  mutating func finish(_ batch: Batch, _ outcome: WriteOutcome, wasSetAside: Bool, now: Duration) -> Bool {
    isWriting = false
    if wasSetAside { setsAside = false }
    if outcome.isReplaced {
      isTidy = true
      for (key, entry) in batch.waiting { known[key] = KnownText(entry.text) }
      // Removing something waits for no turn, and takes none.
      if batch.waiting.values.contains(where: { $0.text != nil }) { lastWrite = now }
    }
    // The write failed, so what others wrote is not replaced: check the file.
    if outcome.error != nil { mustCheck = true }
    defer { mustCheck = false }
    return mustCheck
  }

  /// The attempt to set the text in the file aside has ended.
  mutating func setAside(succeeded: Bool) { setsAside = !succeeded }

  // MARK: Reading

  func isKnown(_ key: ExactText) -> Bool { known[key] != nil }

  /// A text was read while the version was this one. False if it may be older than the last write; then it must be read
  /// again.
  mutating func read(_ key: ExactText, _ text: KnownText, version: Int) -> Bool {
    guard !isWriting, version == self.version else { return false }
    if waiting[key] == nil { known[key] = text }
    return true
  }

  /// The file may have changed.
  ///
  /// - Returns: the version to read; nil if it will be checked after the write that is under way.
  mutating func beginCheck() -> Int? {
    guard isWriting else { return version }
    mustCheck = true
    return nil
  }

  struct Change {
    var keys: [ExactText] = []
    /// The saves that are given up, because others have removed the key.
    var cancelled: [SharedSave] = []
  }

  /// Finds the changes of others.
  ///
  /// A text that waits is newer than the text of others, and will take its place. But if they have removed the key, the
  /// text that waits is dropped.
  ///
  /// - Parameter texts: the texts in the file now, for each key that is observed.
  /// - Returns: nil if the file must be read again.
  mutating func endCheck(_ texts: [ExactText: KnownText], version: Int) -> Change? {
    guard !isWriting, version == self.version else { return nil }
    var change = Change()
    for (key, text) in texts {
      // A key that is not known yet: its observer is about to read it.
      guard let old = known[key], !text.isSame(as: old) else { continue }
      // Nothing could be read there before, so nobody has removed what was saved or could not be saved.
      if case .unreadable = old, text.isSame(as: .absent) {
        known[key] = text
        continue
      }
      if let entry = waiting[key] {
        guard case .absent = text, entry.text != nil else { continue }
        change.cancelled += entry.answers
        waiting[key] = nil
      }
      known[key] = text
      change.keys.append(key)
    }
    if waiting.isEmpty { sleep = nil }
    return change
  }
}
