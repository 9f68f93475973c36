// Asker: a feature that asks its host in every way: once, in a stream, without an answer, for what it has not declared.
import Enfold
import EnfoldPlugin

/// What a host is asked to save.
@ObservableState struct Document: Equatable {
  var name = ""
  var pages: [Int] = []
}

struct Asker: Reducer {
  @ObservableState struct State: Equatable {
    /// The answers, in the order in which they came.
    var facts: [String] = []
    var heard: [Int] = []
    var hasEnded = false
    var hasSaved = false
    /// Why the last safe question failed.
    var problem: String?
    /// How many questions were answered.
    var answered = 0
  }

  @Action enum Action {
    /// Asks for a fact. If that fails, the action's task does.
    case ask(Int)
    /// The same; but an error becomes `problem`.
    case askSafely(Int)
    /// Asks again and again.
    case askForEver
    /// Cancels what was asked about a number.
    case forget(Int)
    case learned(String)
    case failed(String)
    case listen(Int), stop
    case heard(Int)
    case ended
    case save(Document)
    case saved
    /// Asks for something that the feature does not declare.
    case askForMore
    /// Listens, and takes only the first element.
    case listenOnce(Int)
  }

  static let numberFact = HostFunction<Int, String>("numberFact")
  static let ticks = HostStream<Int, Int>("ticks", buffer: 4)
  static let saveDocument = HostFunction<Document, NoValue>("save")
  static let requests: [any HostRequest] = [numberFact, ticks, saveDocument]
  static let more = HostFunction<NoValue, Int>("more")

  @Dependency(\.host) var host

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ask(let number):
      return .run { [host] send in await send(.learned(try await host.call(Self.numberFact, number))) }
        .cancellable(id: number)
    case .askSafely(let number):
      return .run { [host] send in
        await send(.learned(try await host.call(Self.numberFact, number)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    case .askForEver: return .run { [host] _ in while true { _ = try await host.call(Self.numberFact, 1) } }
    case .forget(let number): return .cancel(id: number)
    case .learned(let fact):
      state.facts.append(fact)
      state.answered += 1
    case .failed(let problem): state.problem = problem
    case .listen(let start):
      return .run { [host] send in
        for try await tick in host.stream(Self.ticks, start) { await send(.heard(tick)) }
        await send(.ended)
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
      .cancellable(id: "listen")
    case .listenOnce(let start):
      return .run { [host] send in
        for try await tick in host.stream(Self.ticks, start) {
          await send(.heard(tick))
          break
        }
        await send(.ended)
      }
    case .stop: return .cancel(id: "listen")
    case .heard(let tick): state.heard.append(tick)
    case .ended: state.hasEnded = true
    case .save(let document):
      return .run { [host] send in
        _ = try await host.call(Self.saveDocument, document)
        await send(.saved)
      }
    case .saved: state.hasSaved = true
    case .askForMore:
      return .run { [host] send in
        let more = try await host.call(Self.more)
        await send(.heard(more))
      }
    }
    return .none
  }
}

/// The same feature inside another one, which declares nothing.
struct AskerParent: Reducer {
  @ObservableState struct State: Equatable { var asker = Asker.State() }
  @Action enum Action { case asker(Asker.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.asker, action: \.asker) { Asker() }
  }
}

#enfoldPlugin(id: "org.enfold.test.asker", version: "1.0.0", features: [Asker.self, AskerParent.self])
