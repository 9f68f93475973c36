// What is sent while an action is at work, for reactors of every kind and at every place of a tree.
import EnfoldReactor
@testable import EnfoldTesting
import Foundation
import Testing

/// Where the reactor is.
private enum Place: String, CaseIterable, Sendable { case root, scope, optional, row }

private let everywhere = Kind.allCases.flatMap { kind in Place.allCases.map { (kind, $0) } }

@CasePathable private enum TreeAction: Sendable {
  case scope(Appender.Action)
  case optional(Appender.Action)
  case row(id: Int, action: Appender.Action)
}

private struct TreeState: Sendable, Equatable {
  var scope = Appender.State()
  var optional: Appender.State? = Appender.State()
  var rows: IdentifiedArrayOf<Appender.State> = [Appender.State(id: 1), Appender.State(id: 2)]
}

private struct Tree: Reducer {
  let make: @Sendable () -> Appender

  var body: some Reducer<TreeState, TreeAction> {
    Scope(state: \.scope, action: \.scope) { make() }
    EmptyReducer()
      .ifLet(\.optional, action: \.optional) { make() }
      .forEach(\.rows, action: \.row) { make() }
  }
}

/// A store with a reactor at some place, which appends to a log.
private final class Site: Sendable {
  let send: @Sendable ([String]) -> Void
  let log: @Sendable () -> [String]
  private let subscribe: @Sendable (@escaping @Sendable ([String]) -> Void) -> Enfold.Subscription
  private let whenReduced = Locked<@Sendable (String) -> Void>({ _ in })

  init(_ kind: Kind, _ place: Place) {
    let whenReduced = whenReduced
    let make = { @Sendable in Appender(kind) { text in whenReduced.withLock { $0 }(text) } }
    if place == .root {
      let store = Store(make())
      send = { store.send(.append($0)) }
      log = { store.log }
      subscribe = { body in store.observe(\.log) { body($0) } }
      return
    }
    let store = Store(initialState: TreeState(), reducer: Tree(make: make))
    let read = { @Sendable (state: TreeState) -> [String] in
      switch place {
      case .root, .scope: state.scope.log
      case .optional: state.optional?.log ?? []
      case .row: state.rows[id: 2]?.log ?? []
      }
    }
    send = { texts in
      switch place {
      case .root, .scope: store.send(.scope(.append(texts)))
      case .optional: store.send(.optional(.append(texts)))
      case .row: store.send(.row(id: 2, action: .append(texts)))
      }
    }
    log = { read(store.state) }
    subscribe = { body in store.observe(\.self) { body(read($0)) } }
  }

  func observe(_ body: @escaping @Sendable ([String]) -> Void) -> Enfold.Subscription { subscribe(body) }
  func whenReducing(_ body: @escaping @Sendable (String) -> Void) { whenReduced.withLock { $0 = body } }
}

/// Lets a body run the first time only.
private final class Once: Sendable {
  private let isDone = Locked(false)
  func callAsFunction(_ body: () -> Void) {
    let isFirst = isDone.withLock { done in
      defer { done = true }
      return !done
    }
    if isFirst { body() }
  }
}

/// Runs a body on another thread, and waits for it.
func elsewhere(_ body: @escaping @Sendable () -> Void) {
  let hasEnded = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    hasEnded.signal()
  }
  hasEnded.wait()
}

private let serial = ["enter A", "exit A", "enter B", "exit B"]

@Suite("Reentrancy of reactors") struct ReentrancyTests {
  // 5, 8
  @Test("An action that an observer sends waits until all mutations are told", arguments: everywhere)
  private func fromObserver(_ kind: Kind, _ place: Place) {
    let (site, once) = (Site(kind, place), Once())
    let subscription = site.observe { [unowned site] log in
      if log.last == "enter A" { once { site.send(["enter B", "exit B"]) } }
    }
    site.send(["enter A", "exit A"])
    #expect(site.log() == serial)
    subscription.cancel()
  }

  // 6
  @Test("An action that is sent inside reduce waits, too", arguments: everywhere)
  private func fromReduce(_ kind: Kind, _ place: Place) {
    let site = Site(kind, place)
    site.whenReducing { [unowned site] text in if text == "enter A" { site.send(["enter B", "exit B"]) } }
    site.send(["enter A", "exit A"])
    #expect(site.log() == serial)
  }

  // 5, 6, 23
  @Test("An action that another thread sends meanwhile waits, too", arguments: everywhere)
  private func fromAnotherThread(_ kind: Kind, _ place: Place) {
    let (site, once) = (Site(kind, place), Once())
    site.whenReducing { [unowned site] text in
      if text == "enter A" { elsewhere { site.send(["enter B", "exit B"]) } }
    }
    let subscription = site.observe { [unowned site] log in
      if log.last == "enter A" { once { elsewhere { site.send(["enter C"]) } } }
    }
    site.send(["enter A", "exit A"])
    #expect(site.log() == serial + ["enter C"])
    subscription.cancel()
  }

  // 23
  @Test("Eight threads send: all mutations of an action stay together", arguments: everywhere)
  private func manyThreads(_ kind: Kind, _ place: Place) async {
    let site = Site(kind, place)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { for number in 0..<20 { site.send(["\(thread) \(number) a", "\(thread) \(number) b"]) } }
      }
    }
    let log = site.log()
    #expect(log.count == 320)
    for index in stride(from: 0, to: log.count - 1, by: 2) {
      #expect(log[index].dropLast() == log[index + 1].dropLast())
    }
  }
}
