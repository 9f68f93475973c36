// IdentifiedAction: an action for the list element with an id.

/// An action for the element with an id.
///
/// It is an enum like those that `@Action` completes, with the JSON form `{"element":{"id":7,"action":{…}}}` if both
/// parts have one.
public enum IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
  case element(id: ID, action: Action)

  public var id: ID {
    switch self {
    case .element(let id, _): id
    }
  }
  public var action: Action {
    switch self {
    case .element(_, let action): action
    }
  }
}

/// The actions of the elements of a list, by the reducer of an element: `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

extension IdentifiedAction: CasePathable {
  public struct AllCasePaths: Sendable {
    public var element: CasePath<IdentifiedAction, (id: ID, action: Action)> {
      CasePath("element") {
        .element(id: $0.id, action: $0.action)
      } extract: {
        (id: $0.id, action: $0.action)
      }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
  public static var caseNames: [String] { ["element"] }
  public var caseName: String { "element" }
}
