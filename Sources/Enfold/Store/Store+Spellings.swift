// Store: other names for state and send.

extension Store {
  /// The same as ``state``. A property of the state that is called `value` is read as `state.value`.
  public var value: State { state }

  /// The same as ``send(_:)``.
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
