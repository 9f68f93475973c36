// Streams composed by chance, in a reactor's mutate and in an effect, against the model.
@testable import Enfold
import EnfoldReactor
@testable import EnfoldTesting
import Foundation
import Testing

/// How many compositions each test plays, divided by ENFOLD_TEST_SCALE, because sanitizers are slow. ENFOLD_COMPOSITIONS is
/// another number, and ENFOLD_SEED the seed of the first one.
private func seeds(_ count: Int) -> Range<UInt64> {
  let environment = ProcessInfo.processInfo.environment
  let number = { (name: String) in environment[name].flatMap { Int($0) } }
  let first = UInt64(number("ENFOLD_SEED") ?? 1)
  return first..<first
    + UInt64(number("ENFOLD_COMPOSITIONS") ?? max(count / max(number("ENFOLD_TEST_SCALE") ?? 1, 1), 1))
}

@Suite("Streams composed by chance") struct CompositionTests {
  static let horizon = 100

  /// A composition that is played, and what the model says of it.
  struct Piece {
    let composition: Composition
    let scene: Scene
    let course: Course
  }

  /// The first composition of which the model can tell the course, from a seed.
  static func piece(
    _ seed: UInt64, depth: Int = 4, hot: Bool = false, containing name: String? = nil
  ) -> Piece {
    var dice = Dice(seed)
    while true {
      let feeds = dice.feeds()
      let composition = dice.composition(depth: depth, hot: hot)
      if let name, composition.names.first != name { continue }
      var model = RxModel(feeds, horizon: horizon)
      guard let course = try? model.course(of: composition, from: 0) else { continue }
      return Piece(composition: composition, scene: Scene(feeds), course: course)
    }
  }

  private func expect(_ played: Course, _ piece: Piece, _ seed: UInt64) {
    if piece.course.allows(played) { return }
    let fed = piece.scene.feeds.map { "\($0.values), end \($0.end.map { "\($0)" } ?? "never")" }
    Issue.record(
      """
      seed \(seed): \(piece.composition)
      subjects: \(fed)
      must be: \(piece.course)
      but was: \(played)
      """)
  }

  // MARK: In a store

  /// Plays a piece on this thread alone. The jobs of tasks run where it says so.
  private func play(_ piece: Piece, _ send: (DependencyValues, Notes) -> StoreTask?) -> Course {
    let (scene, executor, notes) = (piece.scene, HandExecutor(), Notes())
    let dependencies = DependencyValues(.test) {
      $0.clock = scene.clock
      $0.effectExecutor = executor
    }
    let task = send(dependencies, notes)
    executor.run()
    for time in 1...Self.horizon {
      scene.clock.advanceNow(by: .milliseconds(1))
      executor.run()
      scene.feed(at: time)
      executor.run()
    }
    let course = notes.course
    task?.cancel()
    executor.run()
    return course
  }

  private func playInStore(_ piece: Piece) -> Course {
    var store: Store<Player.State, Player.Action>?
    let course = play(piece) { dependencies, notes in
      let made = Store(Player(piece, notes), dependencies: dependencies)
      store = made
      return made.send(.start)
    }
    withExtendedLifetime(store) {}
    return course
  }

  @Test("Each operator alone, in mutate", arguments: CompositionTests.names) func alone(_ name: String) {
    for seed in seeds(20) {
      let piece = Self.piece(seed, depth: 1, containing: name)
      expect(playInStore(piece), piece, seed)
    }
  }

  @Test("In mutate, in a store") func inStore() {
    for seed in seeds(600) {
      let piece = Self.piece(seed)
      expect(playInStore(piece), piece, seed)
    }
  }

  @Test("As an effect of a reducer") func asEffect() {
    for seed in seeds(300) {
      let piece = Self.piece(seed)
      var store: Store<Player.State, PlayingReducer.Action>?
      let course = play(piece) { dependencies, notes in
        let made = Store(
          initialState: Player.State(), reducer: PlayingReducer(piece: piece, notes: notes), dependencies: dependencies)
        store = made
        return made.send(.start)
      }
      expect(course, piece, seed)
      withExtendedLifetime(store) {}
    }
  }

  @Test("Fed by a task that was cancelled") func fedByCancelledTask() {
    for seed in seeds(300) {
      let piece = Self.piece(seed, hot: true)
      let course = Locked<Course?>(nil)
      let task = Task.immediate {
        withUnsafeCurrentTask { $0?.cancel() }
        course.withLock { [course = playInStore(piece)] in $0 = course }
      }
      withExtendedLifetime(task) {}
      expect(course.withLock { $0 } ?? Course(), piece, seed)
    }
  }

  @Test("In mutate, in a TestStore") func inTestStore() async {
    for seed in seeds(60) {
      let (piece, notes) = (Self.piece(seed), Notes())
      let store = TestStore(Player(piece, notes)) { $0.clock = piece.scene.clock }
      store.exhaustivity = .off
      let task = await store.send(.start)
      for time in 1...Self.horizon {
        await store.advance(by: .milliseconds(1))
        piece.scene.feed(at: time)
        await store.advance(by: .zero)
      }
      expect(notes.course, piece, seed)
      await task.cancel()
      await store.finish()
    }
  }

  /// The operators, as they are called in compositions.
  static let names = [
    "map", "filter", "compactMap", "withIndex", "distinct", "skip", "take", "delay", "debounce", "throttle",
    "startWith",
    "does", "debug", "deferred", "catches", "mergeWith", "combineLatest", "zip", "withLatestFrom", "takeUntil",
    "flatMap",
    "flatMapLatest", "concat", "merge",
  ]

  @Test("The compositions have every operator and every source often") func variety() {
    var counts: [String: Int] = [:]
    for seed in UInt64(1)...300 { for name in Self.piece(seed).composition.names { counts[name, default: 0] += 1 } }
    let sources = [
      "just", "of", "empty", "never", "create", "run", "async", "interval", "timer", "ticks", "subject",
    ]
    for name in Self.names + sources { #expect(counts[name, default: 0] >= 10, "\(name)") }
  }
}

/// What was reduced, with the times.
final class Notes: Sendable {
  private let content = Locked(Course())

  func add(_ mutation: Player.Mutation, at time: Int) {
    content.withLock { course in
      switch mutation {
      case .value(let value):
        if course.end == nil { course.add([value], at: time) } else { Issue.record("a value after the end") }
      case .ended: course.end = time
      }
    }
  }

  var course: Course { content.withLock { $0 } }
}

/// Plays a composition in mutate.
@Reactor final class Player: Reactor {
  enum Action: Sendable { case start }
  enum Mutation: Sendable, Equatable { case value(Int), ended }
  struct State: Sendable, Equatable { var count = 0 }

  let initialState = State()
  private let composition: Composition
  private let scene: Scene
  private let notes: Notes

  init(_ piece: CompositionTests.Piece, _ notes: Notes) {
    (composition, scene, self.notes) = (piece.composition, piece.scene, notes)
  }

  func mutate(action: Action) -> Observable<Mutation> {
    .concat(scene.stream(of: composition).map { .value($0) }, .just(.ended))
  }

  func reduce(state: inout State, mutation: Mutation) {
    state.count += 1
    notes.add(mutation, at: scene.now)
  }
}

/// Plays a composition as an effect.
struct PlayingReducer: Reducer {
  typealias State = Player.State
  enum Action: Sendable { case start, got(Player.Mutation) }

  let piece: CompositionTests.Piece
  let notes: Notes

  func reduce(into state: inout Player.State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .publisher { [composition = piece.composition, scene = piece.scene] in
        Observable<Action>.concat(scene.stream(of: composition).map { Action.got(.value($0)) }, .just(.got(.ended)))
      }
    case .got(let mutation):
      notes.add(mutation, at: piece.scene.now)
      return .none
    }
  }
}

/// Keeps the jobs of tasks until a test runs them.
private final class HandExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs all jobs, also those that come meanwhile, on this thread.
  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
