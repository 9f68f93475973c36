// Store: other names for state and send.

extension Store {
  /// ``state`` under another name. A property of the state that is called `value` is read as `state.value`.
  public var value: State { state }

  /// ``send(_:)`` under another name.
  @inlinable @discardableResult
  public func action(_ action: Action) -> StoreTask { send(action) }
}

extension Store {
  /// Sends an action, waits until everything that it causes has ended, and returns the state of that moment.
  @discardableResult
  public func asyncAction(_ action: Action) async -> State {
    await send(action).finish()
    return state
  }
}
