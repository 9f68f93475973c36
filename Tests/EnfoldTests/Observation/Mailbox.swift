// A feature with derived properties of every kind, for the tests of @Derived.
import Enfold
import Synchronization

struct Mailbox: Reducer {
  @ObservableState struct State: Equatable {
    var messages: IdentifiedArrayOf<Message> = []
    var title = "inbox"
    var celsius = 20.0
    var count = 0
    var child = Child()
    var maybe: Child?
    @Pulse var alert: String?
    @Ignored var computations = Computations()

    @Derived var unread: Int {
      computations.note()
      return messages.filter { !$0.isRead }.count
    }
    @Derived var fahrenheit: Double {
      get { celsius * 9 / 5 + 32 }
      set { celsius = (newValue - 32) * 5 / 9 }
    }
    @Derived @Bindable var heading: String {
      get { title.uppercased() }
      set { title = newValue.lowercased() }
    }
    @Derived var counter: Counter {
      get { Counter(count: count, title: title) }
      set { (count, title) = (newValue.count, newValue.title) }
    }
    @Derived var first: Message? { messages.first }
    @Derived var hasAlert: Bool { alert != nil }
  }

  @ObservableState struct Message: Equatable, Identifiable {
    let id: Int
    var text = ""
    var isRead = false
    @Derived var isLong: Bool { text.count > 5 }
  }

  /// Some properties of the state, as a state of their own.
  @ObservableState struct Counter: Equatable {
    @Bindable var count = 0
    var title = ""
  }

  @ObservableState struct Child: Equatable {
    var name = ""
    @Derived var initial: String { String(name.prefix(1)) }
  }

  /// How often `unread` was computed. The getter would be pure without it.
  final class Computations: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func note() { number.add(1, ordering: .relaxed) }
  }

  @CasePathable enum Action {
    case edit(@Sendable (inout State) -> Void)
    case counter(CounterAction)
  }

  enum CounterAction { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .edit(let edit) = action { edit(&state) }
      return .none
    }
    Scope(state: \.counter, action: \.counter) {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }
}

typealias MailboxStore = Store<Mailbox.State, Mailbox.Action>

extension Store where State == Mailbox.State, Action == Mailbox.Action {
  /// A store with three messages, of which the first is read.
  static func mailbox() -> MailboxStore {
    let messages = [
      Mailbox.Message(id: 1, text: "one", isRead: true), Mailbox.Message(id: 2, text: "two"),
      Mailbox.Message(id: 3, text: "three"),
    ]
    return MailboxStore(initialState: Mailbox.State(messages: IdentifiedArray(uniqueElements: messages))) { Mailbox() }
  }

  func edit(_ body: @escaping @Sendable (inout Mailbox.State) -> Void) { send(.edit(body)) }
}
