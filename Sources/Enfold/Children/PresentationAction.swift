// PresentationAction: an action for a child that may be presented, or its dismissal.

/// What a parent's action for a presented child says: an action of the child, or that the child is dismissed.
///
/// ```swift
/// @Action enum Action { case detail(PresentationAction<Detail.Action>) }
///
/// store.send(.detail(.presented(.rename("x"))))
/// store.send(.detail(.dismiss))
/// ```
///
/// `ifLet` deals with both. As JSON: `{"detail":{"presented":{"rename":"x"}}}`, `{"detail":{"dismiss":{}}}`.
public enum PresentationAction<Action: Sendable>: Sendable {
  /// The parent reduces it, and then the child is set to nil, unless another child is there by then.
  case dismiss
  /// An action of the child, which reduces it before the parent does. On the heap, so an action may contain itself.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: JSONEncodable, JSONDecodable, JSONDescribable where Action: JSONCodable {}

extension PresentationAction: CasePathable {
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public var dismiss: CasePath<PresentationAction, Void> {
      CasePath("dismiss") {
        .dismiss
      } extract: {
        if case .dismiss = $0 { () } else { nil }
      }
    }

    public var presented: CasePath<PresentationAction, Action> {
      CasePath("presented") {
        .presented($0)
      } extract: {
        if case .presented(let action) = $0 { action } else { nil }
      }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
  public static var caseNames: [String] { ["dismiss", "presented"] }
  public var caseName: String {
    switch self {
    case .dismiss: "dismiss"
    case .presented: "presented"
    }
  }
}

extension PresentationAction.AllCasePaths where Action: CasePathable {
  /// A case of the child's action without `presented`: `\.destination.edit` is `\.destination.presented.edit`.
  public subscript<Inner>(dynamicMember path: CaseKeyPath<Action, Inner>) -> CasePath<PresentationAction, Inner> {
    presented[dynamicMember: path]
  }
}
