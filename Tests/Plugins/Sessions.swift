// Sessions: features with shared values. Built as two plugins, which share what they use.
import Enfold
import EnfoldPlugin
import Synchronization

@ObservableState struct Session: Equatable {
  var name = ""
  var visits = 0
}

/// Of another type in each plugin.
#if SESSIONS_B
  typealias Mixed = String
  let firstMixed = "text"
#else
  typealias Mixed = Int
  let firstMixed = 0
#endif

@ObservableState struct Guest: Equatable {
  @Shared(.memory, key: "session") var session = Session()
  var note = ""
}

struct Visitor: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.memory, key: "session") var session = Session()
    @SharedViewState(.memorySingleton, key: "theme") var theme = "light"
    @SharedViewState(.memory, key: "beat", ignoreEquality: true) var beat = 0
    @Shared var own = 0
    @Shared(.memory, key: "mixed") var mixed: Mixed = firstMixed
    var guest: Guest?
    var count = 0
    var error: String?
  }

  @Action enum Action {
    case count
    case rename(String)
    case visit
    /// Changes the session in an effect, on some other thread.
    case visitLater(times: Int)
    case addOwn
    case beat
    case setTheme(String)
    case mix
    case invite
    case dismiss
    case greet(String)
    /// Replaces the state by a new one.
    case renew
    /// Sends an action while the session is locked.
    case sendInside
    case checkMixed
    /// Calls a C function while the session is locked.
    case callInside(address: UInt)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .count: state.count += 1
    case .rename(let name): state.session.name = name
    case .visit: state.$session.withLock { $0.visits += 1 }
    case .visitLater(let times):
      return .run { [session = state.$session] _ in
        for _ in 0..<times { session.withLock { $0.visits += 1 } }
      }
    case .addOwn: state.own += 1
    case .beat: state.beat = 0
    case .setTheme(let theme): state.theme = theme
    case .mix:
      #if SESSIONS_B
        state.mixed = "other"
      #else
        state.mixed += 1
      #endif
    case .invite: state.guest = Guest()
    case .dismiss: state.guest = nil
    case .greet(let note):
      state.guest?.note = note
      state.guest?.session.name = "guest"
    case .renew: state = State()
    case .sendInside:
      return .run { [session = state.$session] send in
        session.withLock { session in
          session.visits += 100
          send.immediately(.count)
        }
      }
    case .checkMixed: state.error = state.$mixed.loadError?.description
    case .callInside(let address):
      return .run { [session = state.$session] _ in
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
        let function = unsafeBitCast(pointer, to: (@convention(c) () -> Void).self)
        session.withLock { session in
          function()
          session.visits += 1
        }
      }
    }
    return .none
  }
}

/// A storage of the plugin's own, for one number. It lives as long as the process.
final class Shelf: SharedStorage {
  static let common = Shelf()
  static let nothing = -1
  /// What lies there.
  let number = Atomic<Int>(5)

  func load(_ key: String, _ answer: SharedLoad) {
    let number = number.load(ordering: .relaxed)
    answer(.success(number == Self.nothing ? nil : Array("\(number)".utf8)))
  }

  func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) {
    let new = text.map { Int(String(decoding: $0, as: UTF8.self)) ?? -2 }
    number.store(new ?? Self.nothing, ordering: .relaxed)
    answer(nil)
  }
}

/// What is kept in a storage of the plugin's own.
struct Shelver: Reducer {
  @ObservableState struct State: Equatable {
    @SharedViewState(.storage(Shelf.common), key: "shelved") var shelved = 0
    var kept = 0
  }

  @Action enum Action {
    case add
    case remove
    case look
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add: state.$shelved.withLock { $0 += 1 }
    case .remove: state.$shelved.removeFromStorage()
    case .look: state.kept = Shelf.common.number.load(ordering: .relaxed)
    }
    return .none
  }
}

#if SESSIONS_B
  /// Uses the same value without a storage.
  struct Borrower: Reducer {
    @ObservableState struct State: Equatable { @Shared(.memory, key: "shelved") var shelved = 0 }
    @Action enum Action { case add }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.shelved += 1
      return .none
    }
  }
#endif

/// What is kept in files.
struct Keeper: Reducer {
  @ObservableState struct State: Equatable {
    @SharedViewState(.file(path: "tests"), key: "kept") var kept = 0
    @SharedViewState(.defaults, key: "preference") var preference = "none"
    var error: String?
  }

  @Action enum Action {
    case add
    case prefer(String)
    case remove
    case check
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add: state.$kept.withLock { $0 += 1 }
    case .prefer(let value): state.preference = value
    case .remove: state.$kept.removeFromStorage()
    case .check: state.error = (state.$kept.loadError ?? state.$kept.saveError)?.description
    }
    return .none
  }
}

/// Values that are declared so that they cannot be kept.
struct Mistaken: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.memory, key: "twice") var one = 0
    @Shared(.file(), key: "twice") var two = 0
    @Shared(.file(path: "../x"), key: "lost") var lost = 0
    @Shared(.file(path: "tests/"), key: "kept") var kept = 0
  }

  @Action enum Action { case add }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.two += 1
    return .none
  }
}

/// A private type, whose property has no key.
private struct Hidden {
  @ObservableState fileprivate struct State: Equatable { @Shared(.file()) var count = 0 }
}

/// What has a private state inside.
struct Keyless: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.defaults) var count = 0
    fileprivate var hidden = Hidden.State()
  }

  @Action enum Action { case add }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    state.hidden.count += 1
    return .none
  }
}

#if SESSIONS_B
  #enfoldPlugin(
    id: "org.enfold.tests.sessions.b", version: "1.0.0",
    features: [Visitor.self, Keeper.self, Shelver.self, Borrower.self])
#else
  #enfoldPlugin(
    id: "org.enfold.tests.sessions", version: "1.0.0",
    features: [Visitor.self, Keeper.self, Shelver.self, Mistaken.self, Keyless.self])
#endif
