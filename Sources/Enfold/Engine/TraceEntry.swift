// TraceEntry: what a traced store tells of one thing that has happened.

/// One thing that has happened in a traced store: a commit, a part of an effect, a request, or that the store was held.
public struct TraceEntry: Sendable {
  public let kind: TraceKind
  /// The revision of the commit; of other kinds the revision at that time.
  public let revision: UInt64
  /// The number of the task to which it belongs: all entries that one action from outside has caused have the same. 0 if it
  /// belongs to none.
  public internal(set) var task: UInt64 = 0
  /// The revision of the commit whose effect has caused it; 0 if it came from outside. For an effect: the commit of the action
  /// that returned it.
  public internal(set) var cause: UInt64 = 0
  /// The tag with which everything began; see ``Store/send(_:tag:)``. Of the kind ``TraceKind/shared`` that of the writer.
  public internal(set) var tag: String?
  /// The number of the store. In `writer` other stores mean it by this number.
  public internal(set) var store: UInt64 = 0
  /// Of the kind ``TraceKind/shared``: who has changed the shared value. If several changes come together in one commit, the one
  /// that came first. What an observer changes on the thread of an effect counts as changed by that effect. Nil if it came from
  /// outside, or from a store that is not traced.
  public internal(set) var writer: TraceWriter?
  /// How long, in nanoseconds: the action waited in the queue; the state was changed; the changes were collected, and what hosts
  /// observe was encoded; the observers were told.
  public internal(set) var waited: UInt64 = 0
  public internal(set) var reduced: UInt64 = 0
  public internal(set) var collected: UInt64 = 0
  public internal(set) var told: UInt64 = 0
  /// Of a commit: on what it depends besides the state before and the action; nil: on nothing that is known.
  public internal(set) var depends: TraceDependence?
  /// How the effect has ended; nil of other kinds.
  public internal(set) var outcome: TraceOutcome?
  /// What commits do not have. An object, because an entry of a commit is copied for each action.
  private let detail: TraceDetail?

  init(_ kind: TraceKind, _ revision: UInt64, _ detail: TraceDetail? = nil) {
    self.kind = kind
    self.revision = revision
    self.detail = detail
  }

  /// Where the effect was written.
  public var effect: EffectOrigin? { detail?.effect }
  /// The id of the element of a list to which the effect belongs; of lists inside lists, the innermost one.
  public var row: String? { detail?.row }
  /// What a dependency has given.
  public var dependency: DependencyValue? { detail?.dependency }
  /// What an effect asks, or gets as an answer.
  public var request: TraceRequest? { detail?.request }
  /// Of a commit: the stacks that have given numbers, by their pointers, and the number that comes next in each. What keeps a
  /// state keeps this beside it, so that no stack gives a number twice.
  public var next: [String: Int] { detail?.next ?? [:] }
}

/// What some entries have besides.
final class TraceDetail: Sendable {
  let effect: EffectOrigin?
  let row: String?
  let dependency: DependencyValue?
  let request: TraceRequest?
  let next: [String: Int]

  init(
    effect: EffectOrigin? = nil, row: String? = nil, dependency: DependencyValue? = nil, request: TraceRequest? = nil,
    next: [String: Int] = [:]
  ) {
    self.effect = effect
    self.row = row
    self.dependency = dependency
    self.request = request
    self.next = next
  }
}

/// What an entry of a trace is about. The raw values are those of `enfold_plugin.h`.
public enum TraceKind: UInt32, Sendable, CaseIterable {
  /// An action was reduced.
  case action = 1
  /// A part of the state was written.
  case set
  /// The state, or a part of it, was replaced by one that was kept.
  case restore
  /// The state was brought up to its shared values.
  case shared
  /// A reactor has changed its state by a mutation that is no part of its action's commit.
  case mutation
  case effectBegan, effectEnded
  case held, released
  /// A dependency has given a value while the state was changed or made. It comes before the entry of that commit, and has its
  /// revision.
  case dependency
  /// An effect asks the host, and gets an answer.
  case request, answer
  /// Told by hosts: a store was opened or closed.
  case opened, closed
  /// A part of the state was written, and the write was reduced as an action.
  case binding
  /// Told by hosts, of a whole runtime: a text that the host has written between the entries.
  case mark

  /// Whether it is a commit.
  public var isCommit: Bool { rawValue <= TraceKind.mutation.rawValue || self == .binding }
}

/// On what a commit depends besides the state before it and its action. The raw values are those of `enfold_plugin.h`.
public enum TraceDependence: UInt32, Sendable {
  /// On the mutations of a reactor that was asked.
  case reactor = 1
  /// On a shared value as others have made it.
  case shared
}

extension TraceKind {
  /// As readers know it.
  package var name: StaticString {
    switch self {
    case .action: "action"
    case .set: "set"
    case .restore: "restore"
    case .shared: "shared"
    case .mutation: "mutation"
    case .effectBegan: "effect began"
    case .effectEnded: "effect ended"
    case .held: "held"
    case .released: "released"
    case .dependency: "dependency"
    case .request: "request"
    case .answer: "answer"
    case .opened: "opened"
    case .closed: "closed"
    case .binding: "binding"
    case .mark: "mark"
    }
  }
}
