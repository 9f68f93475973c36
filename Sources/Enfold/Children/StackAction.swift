// StackAction: an action for a screen of a stack, or one that takes screens away or puts one on top.

/// What a parent's action for a ``StackState`` says.
///
/// ```swift
/// @Action enum Action { case path(StackActionOf<Path>) }
///
/// store.send(.path(.element(id: 0, action: .detail(.rename("x")))))
/// store.send(.path(.popFrom(id: 0)))
/// ```
///
/// `forEach` deals with all of them. As JSON: `{"path":{"element":{"id":0,"action":{…}}}}`, `{"path":{"popFrom":{"id":0}}}`,
/// `{"path":{"push":{"state":{…}}}}`.
public enum StackAction<State: Sendable, Action: Sendable>: Sendable {
  /// An action of the element with an id, which reduces it before the parent does.
  indirect case element(id: StackElementID, action: Action)
  /// The parent reduces it, and then the element with this id goes, and all above it.
  case popFrom(id: StackElementID)
  /// An element is put on top, and then the parent reduces it. The id is one that the stack has never given, or
  /// ``StackElementID/next``, which becomes the next one before the parent reduces it.
  indirect case push(id: StackElementID = .next, state: State)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}

extension StackAction: CasePathable {
  public struct AllCasePaths: Sendable {
    public var element: CasePath<StackAction, (id: StackElementID, action: Action)> {
      CasePath("element") {
        .element(id: $0.id, action: $0.action)
      } extract: {
        if case .element(let id, let action) = $0 { (id: id, action: action) } else { nil }
      }
    }

    public var popFrom: CasePath<StackAction, StackElementID> {
      CasePath("popFrom") {
        .popFrom(id: $0)
      } extract: {
        if case .popFrom(let id) = $0 { id } else { nil }
      }
    }

    public var push: CasePath<StackAction, (id: StackElementID, state: State)> {
      CasePath("push") {
        .push(id: $0.id, state: $0.state)
      } extract: {
        if case .push(let id, let state) = $0 { (id: id, state: state) } else { nil }
      }
    }

    /// The action of the element with an id.
    public subscript(id id: StackElementID) -> CasePath<StackAction, Action> {
      CasePath("[id: \(id)]") {
        .element(id: id, action: $0)
      } extract: {
        if case .element(id, let action) = $0 { action } else { nil }
      }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
  public static var caseNames: [String] { ["element", "popFrom", "push"] }
  public var caseName: String {
    switch self {
    case .element: "element"
    case .popFrom: "popFrom"
    case .push: "push"
    }
  }
}
