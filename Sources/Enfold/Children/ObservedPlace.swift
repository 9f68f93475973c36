// ObservedPlace: where children are in the tree of what is observed, so that their store hears when they may have gone.

/// The step from a parent's state to a child's, as the tree knows it.
enum ObservedPlace {
  /// A property with this token.
  ///
  /// - Parameter isOpen: whether the values inside it have places of their own. Otherwise the stream reports it as a whole.
  case property(String, isOpen: Bool)
  /// A case of the parent's state, which the stream reports as a whole.
  case part
  /// The store would not hear of every change: a computed or `@Ignored` property, or a state without records.
  case unknown

  /// - Parameter path: the way from the parent's state to the child's: a property, or a case.
  init(_ path: AnyKeyPath) {
    func look<State: ObservableState>(_: State.Type) -> ObservedPlace? {
      guard let path = path as? PartialKeyPath<State>, let index = State._$propertyIndex(of: path),
        let property = State._$place(index), let token = property.token
      else { return nil }
      if case .nothing = property.inside { return .property(token, isOpen: false) }
      return .property(token, isOpen: true)
    }
    let (root, value) = (type(of: path).rootType, type(of: path).valueType)
    if value is any AnyCasePath.Type {
      self = .part
    } else {
      self = (root as? any ObservableState.Type).flatMap { look($0) } ?? .unknown
    }
  }
}

extension ChildOperator {
  /// The place whose changes tell that a child of this operator may have gone; nil if there is none below the root.
  ///
  /// - Parameters:
  ///   - parent: the parent of the children.
  ///   - root: the state of the store.
  func observedPlace(at parent: ChildPath?, in root: UnsafeRawPointer) -> JSONPath? {
    var (place, isOpen) = (JSONPath.root, true)
    /// Goes on to the children of an operator.
    func enter(_ owner: ChildOperator) -> Bool {
      switch owner.observed {
      case .property(let token, let opens):
        if isOpen { place = place.appending(token) }
        isOpen = isOpen && opens
      case .part: isOpen = false
      case .unknown: return false
      }
      return true
    }
    for path in ChildPath.all(from: parent, to: nil).reversed() {
      let owner = path.child.owner
      guard enter(owner) else { return nil }
      guard isOpen, let id = path.child.id, let token = owner.finder.token else { continue }
      var element: String?
      ChildPath.find(path.parent, in: root) { element = token($0, id) }
      if let element { place = place.appending(element) } else { isOpen = false }
    }
    return enter(self) && place.count > 0 ? place : nil
  }
}
