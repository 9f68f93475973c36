// Blob: W4. Records that arrive all at once.
import Enfold

public struct Blob: Reducer {
  @ObservableState
  public struct Record: Equatable {
    public let id: Int
    public let title: String
    public let isDone: Bool

    public init(id: Int, title: String, isDone: Bool) {
      self.id = id
      self.title = title
      self.isDone = isDone
    }
  }

  @ObservableState
  public struct State: Equatable {
    public var records: [Record] = []

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case replace([Record])
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .replace(let records):
      state.records = records
      return .none
    }
  }
}
