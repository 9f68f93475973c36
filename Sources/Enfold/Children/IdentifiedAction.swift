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

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: JSONEncodable, JSONDecodable, JSONDescribable where ID: JSONCodable, Action: JSONCodable {}

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

extension IdentifiedAction.AllCasePaths {
  /// The action of the element with an id.
  public subscript(id id: ID) -> CasePath<IdentifiedAction, Action> {
    CasePath("[id: \(id)]") {
      .element(id: id, action: $0)
    } extract: {
      $0.id == id ? $0.action : nil
    }
  }
}

extension CasePath {
  /// The action of the element with an id, in a case `row(id: ID, action: Row.Action)`.
  public subscript<ID: Hashable & Sendable, Action>(id id: ID) -> CasePath<Root, Action>
  where Value == (id: ID, action: Action) {
    element(id, { ($0.id, $0.action) }, { (id: $0, action: $1) })
  }

  /// The action of the element with an id, in a case `row(ID, Row.Action)`.
  @_disfavoredOverload
  public subscript<ID: Hashable & Sendable, Action>(id id: ID) -> CasePath<Root, Action> where Value == (ID, Action) {
    element(id, { ($0.0, $0.1) }, { ($0, $1) })
  }

  private func element<ID: Hashable & Sendable, Action>(
    _ id: ID, _ parts: @escaping @Sendable (Value) -> (ID, Action), _ whole: @escaping @Sendable (ID, Action) -> Value
  ) -> CasePath<Root, Action> {
    CasePath<Root, Action>("\(caseName)[id: \(id)]") { [embed] in
      embed(whole(id, $0))
    } extract: { [extract] root in
      guard let value = extract(root) else { return nil }
      let (found, action) = parts(value)
      return found == id ? action : nil
    }
  }
}
