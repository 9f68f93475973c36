// KeptFile: one file of shared values, with its writer and its observers.
import CEnfoldSupport
import Enfold

/// One file, written at most once in a second. The observers of its keys hear of changes by others.
///
/// All functions may be called on any thread. Files are read and written without the lock, but two writes of one file do not
/// come together: ``KeptFileState`` says who writes.
final class KeptFile: @unchecked Sendable {
  // Unchecked: what can change is touched under `lock` only.
  private let lock = Lock()
  private let written: UnsafeMutablePointer<enfold_condition>
  private var state: KeptFileState
  private var sleeper: Task<Void, Never>?
  private var watch: FileWatch?
  private var observers: [Int: Observer] = [:]
  private var lastObserver = 0

  private let format: any FileFormat
  var path: String { format.file.path }
  private let clock: StorageClock

  private struct Observer {
    let key: ExactText
    let changed: @Sendable () -> Void
  }

  init(_ format: any FileFormat, _ clock: StorageClock) {
    self.format = format
    self.clock = clock
    state = KeptFileState(forks: enfold_fork_count())
    written = .allocate(capacity: 1)
    enfold_condition_init(written)
  }

  deinit {
    sleeper?.cancel()
    enfold_condition_destroy(written)
    written.deallocate()
  }

  // MARK: Saving

  func save(_ key: ExactText, _ text: [UInt8]?, _ answer: SharedSave) {
    leaveForkBehind()
    if let text, let error = format.problem(with: text, of: key) { return answer(error) }
    let now = clock.now()
    let isUrgent = text == nil && format.removesAtOnce
    perform(locked { state.save(key, text, answer, isUrgent: isUrgent, now: now) })
  }

  /// Writes the texts that wait, and returns when no write is going on any more.
  func flush() {
    leaveForkBehind()
    perform(
      locked {
        waitUntilWritten()
        return state.flush()
      })
  }

  /// Others wait until a write has ended, so the thread is not cancelled (`pthread_cancel`) inside.
  private func perform(_ first: KeptFileState.Step) {
    let cancellation = enfold_cancellation_off()
    defer { enfold_cancellation_restore(cancellation) }
    var step = first
    while case .write(let batch) = step { step = write(batch) }
    if case .sleep(let deadline, let number) = step { sleep(until: deadline, number) }
  }

  /// Writes a batch, and returns the next step.
  private func write(_ batch: KeptFileState.Batch) -> KeptFileState.Step {
    let problem = batch.setsAside ? format.file.setAside() : nil
    let outcome = problem.map { WriteOutcome.failed($0) } ?? format.write(batch.changes, tidies: batch.tidies)
    let now = clock.now()
    let watch: FileWatch? = locked {
      let mustCheck = state.finish(batch, outcome, wasSetAside: problem == nil, now: now)
      enfold_condition_broadcast(written)
      return mustCheck ? self.watch : nil
    }
    // The functions that are called here may save again, or flush: no write is under way now.
    for answer in batch.answers { answer(outcome.error) }
    watch?.poke()
    let later = clock.now()
    return locked { state.next(now: later) }
  }

  private func sleep(until deadline: Duration, _ number: Int) {
    let task = Task.detached { [weak self, clock] in
      do {
        try await clock.sleep(deadline)
      } catch {
        // A clock that cannot sleep is no reason to lose the text.
        if Task.isCancelled { return }
      }
      guard let self else { return }
      perform(locked { state.wake(number) })
    }
    let isLate = lock.withLock {
      if state.sleep == number { sleeper = task }
      return state.sleep != number
    }
    if isLate { task.cancel() }
  }

  /// Calls `body`, which changes the state, with the lock. If a write has begun or was dropped, this cancels the sleep before
  /// it.
  private func locked<R>(_ body: () -> R) -> R {
    var ended: Task<Void, Never>?
    defer { ended?.cancel() }
    return lock.withLock {
      let result = body()
      if state.sleep == nil { swap(&ended, &sleeper) }
      if state.holdsTexts { WaitingWrites.add(self) } else { WaitingWrites.remove(self) }
      return result
    }
  }

  /// Waits until nobody writes. The lock is held, except while this waits.
  private func waitUntilWritten() { while state.isWriting { lock.wait(for: written) } }

  /// In the child of a fork, drops the texts that wait: the parent writes them, and its thread may be writing now.
  private func leaveForkBehind() {
    let forks = enfold_fork_count()
    // The texts that waited are released without the lock.
    let lost = lock.withLock {
      guard state.forks != forks else { return nil as KeptFileState? }
      defer { state = KeptFileState(forks: forks) }
      return state
    }
    withExtendedLifetime(lost) {}
  }

  // MARK: Loading

  func load(_ key: ExactText, _ answer: SharedLoad) {
    leaveForkBehind()
    while true {
      let (waiting, version) = lock.withLock {
        waitUntilWritten()
        return (state.waiting[key], state.version)
      }
      // It is newer than the text in the file. A key that is to be removed has no text.
      if let waiting { return answer(.success(waiting.text)) }
      let result = read(key, keepsBroken: true)
      if lock.withLock({ state.read(key, Self.known(result), version: version) }) {
        // An empty file is as good as none.
        return answer(result.map { $0.flatMap { $0.isEmpty ? nil : $0 } })
      }
    }
  }

  private func read(_ key: ExactText, keepsBroken: Bool) -> Result<[UInt8]?, SharedError> {
    Result { () throws(SharedError) in try format.read([key], keepsBroken: keepsBroken)[key] }
  }

  private static func known(_ result: Result<[UInt8]?, SharedError>) -> KnownText {
    switch result {
    case .success(let text): KnownText(text)
    case .failure: .unreadable
    }
  }

  /// Keeps a copy of the file beside it. If that fails, the next write tries again, and writes only if there is a copy.
  func setAside() {
    leaveForkBehind()
    let error = format.file.setAside()
    lock.withLock { state.setAside(succeeded: error == nil) }
  }

  // MARK: Observing

  func observe(_ key: ExactText, _ changed: @escaping @Sendable () -> Void) -> AnyObject {
    leaveForkBehind()
    let (number, isWatched) = lock.withLock {
      lastObserver += 1
      observers[lastObserver] = Observer(key: key, changed: changed)
      return (lastObserver, watch != nil)
    }
    let observation = FileObservation(self, number)
    if !isWatched, let made = FileWatch(format.file.path, { [weak self] in self?.check() }) {
      // Another thread may have made one at the same time. The second one goes when this returns.
      lock.withLock { if watch == nil, !observers.isEmpty { watch = made } }
    }
    rememberOrCheck(key)
    return observation
  }

  /// Changes before the watch began must not be missed. If nothing was loaded yet, changes are compared with the text
  /// that is there now.
  private func rememberOrCheck(_ key: ExactText) {
    while true {
      let (isKnown, version, watch) = lock.withLock {
        waitUntilWritten()
        return (state.isKnown(key), state.version, self.watch)
      }
      if isKnown {
        watch?.poke()
        return
      }
      let result = read(key, keepsBroken: false)
      if lock.withLock({ state.read(key, Self.known(result), version: version) }) { return }
    }
  }

  fileprivate func endObserving(_ number: Int) {
    // Both are released without the lock.
    let ended = lock.withLock { () -> (Observer?, FileWatch?) in
      let observer = observers.removeValue(forKey: number)
      var watch: FileWatch?
      if observers.isEmpty { swap(&watch, &self.watch) }
      return (observer, watch)
    }
    withExtendedLifetime(ended) {}
  }

  /// The file may have changed: tells those whose key has.
  private func check() {
    while true {
      let (version, keys, watch) = lock.withLock { (state.beginCheck(), Set(observers.values.map(\.key)), self.watch) }
      guard let version else { return }
      let texts = known(keys)
      if watch?.isOutdated == true { return }
      guard let change = locked({ state.endCheck(texts, version: version) }) else { continue }
      for answer in change.cancelled {
        answer(SharedError("\(format.file.path) was changed by others: what was to be saved was removed there"))
      }
      return tell(change.keys)
    }
  }

  private func known(_ keys: Set<ExactText>) -> [ExactText: KnownText] {
    let texts = Result { () throws(SharedError) in try format.read(keys, keepsBroken: false) }
    return Dictionary(uniqueKeysWithValues: keys.map { key in (key, Self.known(texts.map { $0[key] })) })
  }

  private func tell(_ keys: [ExactText]) {
    let numbers = lock.withLock { observers.filter { keys.contains($0.value.key) }.keys.sorted() }
    for number in numbers {
      // An observation that has ended meanwhile is not called.
      let changed = lock.withLock { observers[number]?.changed }
      changed?()
    }
  }

  /// Why changes by others may stay unnoticed; nil if they are noticed, or if nobody observes.
  var observationError: SharedError? {
    let (watch, isObserved) = lock.withLock { (self.watch, !observers.isEmpty) }
    guard isObserved else { return nil }
    guard let reason = watch == nil ? "there is no memory for it" : watch?.problem else { return nil }
    return SharedError("changes of \(format.file.path) by others may stay unnoticed: \(reason)")
  }
}

/// The observation of a key, as long as it lives.
private final class FileObservation: Sendable {
  private let file: KeptFile
  private let number: Int

  init(_ file: KeptFile, _ number: Int) {
    self.file = file
    self.number = number
  }

  deinit { file.endObserving(number) }
}
