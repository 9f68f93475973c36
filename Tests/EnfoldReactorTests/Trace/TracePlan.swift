// TracePlan: an action of a random program, which says everything that it causes.
import Enfold

/// Which part of the feature gets an action.
enum TraceTarget: Hashable, Sendable {
  case root, scope, reactor
  /// An element of a list.
  case row(Int)
  /// An element of a list whose elements have reactors.
  case pane(Int)

  /// What the entries of its effects have as their row.
  var row: String? {
    switch self {
    case .root, .scope, .reactor: nil
    case .row(let id), .pane(let id): "\(id)"
    }
  }

  var isReactor: Bool {
    switch self {
    case .root, .scope, .row: false
    case .reactor, .pane: true
    }
  }
}

final class TracePlan: Sendable {
  /// Whose effect it is. With the plan's id this is the effect's name, so that its entries are known.
  enum Role: String, Sendable {
    /// Of the child that gets the action.
    case own
    /// Of the root, which sees each action.
    case root
    /// Of the root, to write the shared value.
    case write
    /// Of a reactor, for the mutations that are not at hand.
    case late
  }

  /// How an effect sends.
  enum Way: Sendable, CaseIterable {
    case send, merged, concatenated
    case run, yielding, timer, asking, debounced, throttled
    /// These fail at their end: by themselves, or because the host does.
    case failing, refused
    /// It goes on until it is cancelled.
    case hanging

    static let random = allCases.filter { $0 != .hanging }

    /// How many effects there are for so many actions.
    func effects(_ count: Int) -> Int {
      switch self {
      case .send: 0
      case .merged, .concatenated: count
      case .hanging: 1
      default: count == 0 ? 0 : 1
      }
    }

    var outcome: TraceOutcome {
      switch self {
      case .failing, .refused: .failed
      case .hanging: .cancelled
      default: .finished
      }
    }

    /// Whether all its effects begin with the commit.
    var beginsAtOnce: Bool { self != .concatenated && self != .debounced }
  }

  /// Who writes the shared value, and how.
  enum Write: Sendable, CaseIterable {
    /// The reducer assigns it. This is seen in the commit of the action.
    case assign
    /// The reducer writes it beside the state, which sees it in a commit of its own.
    case aside
    /// An effect writes it: with the value locked, or by an assignment, which others hear of before it returns.
    case effect, lateEffect, effectAssigns

    var isByEffect: Bool { self != .assign && self != .aside }
  }

  /// It is the value that is written, too.
  let id: Int
  let target: TraceTarget
  /// What the effect of the target sends, always to the same target.
  var own: [TracePlan] { sent.own }
  let way: Way
  /// What an effect of the root sends.
  var reactions: [TracePlan] { sent.root }
  let rootWay: Way
  /// Of a reactor.
  let mutations: (atHand: Int, late: Int)
  let write: Write?
  /// The row that the root removes.
  let removed: Int?
  private let sent: (own: [TracePlan], root: [TracePlan])

  init(
    _ id: Int, to target: TraceTarget = .root, _ way: Way = .send, own: [TracePlan] = [], rootWay: Way = .send,
    reactions: [TracePlan] = [], mutations: (atHand: Int, late: Int) = (0, 0), write: Write? = nil,
    removing removed: Int? = nil
  ) {
    (self.id, self.target, self.way, self.rootWay) = (id, target, way, rootWay)
    (self.mutations, self.write, self.removed) = (mutations, write, removed)
    sent = (own, reactions)
  }

  /// The effects that begin with its commit or later, with their number and their end.
  var effects: [(role: Role, count: Int, outcome: TraceOutcome)] {
    [
      (.own, way.effects(own.count), way.outcome),
      (.root, rootWay.effects(reactions.count), rootWay.outcome),
      (.write, write?.isByEffect ?? false ? 1 : 0, .finished),
      (.late, mutations.late > 0 ? 1 : 0, .finished),
    ]
  }

  /// How many mutations have a commit of their own: the first one at hand belongs to the commit of the action.
  var mutationCommits: Int { max(0, mutations.atHand - 1) + mutations.late }
}
