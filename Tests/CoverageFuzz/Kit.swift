// Kit: a feature with a property and an action of every kind that has a JSON form. It has no effects: runs repeat.
import Enfold

@Action public enum Mood: Equatable { case calm, busy(Int), named(name: String, level: UInt8) }

public enum Side: String, CaseIterable, JSONCodable, JSONKeyConvertible, Sendable { case left, right }

@ObservableState public struct Part: Equatable, Identifiable {
  public var id: String
  @Bindable public var title = ""
  public var counts: [Int16] = []
}

@ObservableState public struct Child: Equatable {
  @Bindable public var count = 0
  public var inner: Part?
}

public struct Kit: Reducer {
  @ObservableState public struct State: Equatable {
    @Bindable public var name = ""
    @Bindable public var volume = 5
    @Bindable public var ratio = 0.5
    @Bindable public var side: Side?
    @Pulse public var alert: String?
    @ViewState(ignoreEquality: true) public var level: UInt64 = 0
    public var flag = false
    public var single: Float = 0
    public var tiny: Int8 = 0
    public var mood = Mood.calm
    public var child: Child?
    public var list: [Double] = []
    public var scores: [String: Int] = [:]
    public var names: [Int: String] = [:]
    public var sides: [Side: Bool] = [:]
    public var unique: Set<String> = []
    public var outcome: Result<Int, ActionError> = .success(0)
    public var parts: IdentifiedArrayOf<Part> = []
    public var anything: JSONValue = nil
    public let version = 3

    public init() {}
  }

  @Action public enum Action: Equatable {
    case reset
    case renamed(from: String, to: String)
    case setRatio(Double)
    case setMood(Mood)
    case setAnything(JSONValue)
    case setScores([String: Int])
    case setSides([Side: Bool]?)
    case outcome(Result<Int, ActionError>)
    case addChild, removeChild
    case child(ChildAction)
    case addPart(Part)
    case removePart(id: String)
    case part(id: String, action: PartAction)
  }

  @Action public enum ChildAction: Equatable { case increment, setCount(Int) }
  @Action public enum PartAction: Equatable { case rename(String), count(Int16) }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .reset: state = State()
    case .renamed(_, let name): state.alert = name
    case .setRatio(let ratio): state.ratio = ratio
    case .setMood(let mood): state.mood = mood
    case .setAnything(let value): state.anything = value
    case .setScores(let scores): state.scores = scores
    case .setSides(let sides): state.sides = sides ?? [:]
    case .outcome(let outcome): state.outcome = outcome
    case .addChild: state.child = Child()
    case .removeChild: state.child = nil
    case .child(.increment): state.child?.count &+= 1
    case .child(.setCount(let count)): state.child?.count = count
    case .addPart(let part): state.parts[id: part.id] = part
    case .removePart(let id): state.parts[id: id] = nil
    case .part(let id, .rename(let title)): state.parts[id: id]?.title = title
    case .part(let id, .count(let count)): state.parts[id: id]?.counts.append(count)
    }
    return .none
  }
}
