// MissingChild: the error that says that an action's child is not there. ForEach and ChildReducer find it out.

/// An action was meant for a child that is not there: no child got it, but the reducers around its place did.
public struct MissingChild: Error, Sendable, CustomStringConvertible {
  /// Which action and which child.
  public let summary: String
  /// The whole message, with the possible reasons.
  public let description: String
  /// The id, if the child would be an element of a list.
  let row: String?

  /// - Parameter place: where the child would be, and what is there in its place.
  @usableFromInline
  init(_ action: some Any, for place: String, _ origin: EffectOrigin, row: String? = nil) {
    self.row = row
    let name = origin.name ?? "the operator"
    summary = "\(actionNameWithType(action)) is meant for \(place) (\(name) at \(origin.fileID):\(origin.line))"
    description = """
      \(summary). Possible causes: \
      (1) A reducer that runs before took the child away on this action; \(name) must enclose that reducer, because it \
      runs the child first. \
      (2) An effect that is not the child's sent it after the child had gone; return the effect from the child's \
      reducer, whose effects end with it, or cancel it. \
      (3) It was sent from outside while the child was absent; send it only while the child is there.
      """
  }

  /// - Parameter place: where the child would be.
  @usableFromInline init(dismissal action: some Any, for place: String, _ origin: EffectOrigin) {
    row = nil
    let name = origin.name ?? "the operator"
    summary = "\(actionNameWithType(action)) is meant to dismiss \(place) (\(name) at \(origin.fileID):\(origin.line))"
    description = """
      \(summary). Possible causes: \
      (1) The child was dismissed already, or its parent has set it to nil before; dismiss it once. \
      (2) A reducer that runs before \(name) took the child away on this action; leave that to \(name). \
      (3) It was sent from outside while the child was absent; send it only while the child is there.
      """
  }

  /// An action for a stack that has no element with its id.
  ///
  /// - Parameters:
  ///   - name: the name of the stack.
  ///   - ids: those that it has.
  @usableFromInline init(
    _ action: some Any, forScreen id: StackElementID, of name: String, _ ids: some Collection<StackElementID>,
    _ origin: EffectOrigin
  ) {
    let there = ids.isEmpty ? "the stack is empty" : "there are \(ids.map { "\($0)" }.joined(separator: ", "))"
    self.init(action, for: "the screen with id \(id) of \(name), which is not there: \(there)", origin, row: "\(id)")
  }

  /// A `push` with an id that the stack has given before, or that is too great.
  @usableFromInline init(
    _ action: some Any, pushing id: StackElementID, onto name: String, next: Int, _ origin: EffectOrigin
  ) {
    row = "\(id)"
    let operatorName = origin.name ?? "the operator"
    let isOld = id.rawValue < next
    let reason = isOld ? "which has given this number before" : "but the greatest is \(StackElementID.greatestPushed)"
    summary = """
      \(actionNameWithType(action)) pushes the id \(id) onto \(name), \(reason) (\(operatorName) at \(origin.fileID):\(origin.line))
      """
    description = """
      \(summary). Nothing is pushed, because \(isOld ? "no stack gives an id twice" : "the stack counts on from there"). Leave the \
      id out, and the stack gives \(next)\(isOld ? "; or push with an id that is not smaller" : "").
      """
  }
}

/// The name of a property, as far as it is known at run time.
@usableFromInline func name<Root, Value>(of property: KeyPath<Root, Value>, in root: Root) -> String {
  func name<State: ObservableState>(in state: State) -> String? {
    guard let property = property as? PartialKeyPath<State>, let index = State._$propertyIndex(of: property) else {
      return nil
    }
    return State._$place(index)?.token
  }
  if let state = root as? any ObservableState, let name = name(in: state) { return "\(typeName(Root.self)).\(name)" }
  let text = "\(property)"  // "\State.child"
  return text.contains("<")
    ? "a property of \(typeName(Root.self)) of type \(Value.self)" : "\(typeName(Root.self))\(text.drop { $0 != "." })"
}

/// A state without its values: its type, and the case if it is an enum.
@usableFromInline func label<State>(of state: State) -> String {
  Mirror(reflecting: state).displayStyle == .enum ? actionNameWithType(state) : typeName(State.self)
}
