// Store.expect: comparing a property when a store is idle.

extension Store {
  /// Waits until the store is idle, and compares a property.
  ///
  /// ```swift
  /// store.send(.load)
  /// await store.expect(\.count, 3)
  /// ```
  ///
  /// Fails the test if the property has another value. Works in Swift Testing and in XCTest.
  ///
  /// - Parameter timeout: how long to wait, in real time. After that the property is compared as it is.
  nonisolated(nonsending) public func expect<Value: Equatable>(
    _ keyPath: KeyPath<State, Value>, _ expected: Value, timeout: Duration = .seconds(2),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let isIdle = await waitUntilIdle(timeout)
    let value = state[keyPath: keyPath]
    if value == expected { return }
    let busy = isIdle ? "" : "\n\nThe store was still busy after \(timeout)."
    TestFailure.report(
      """
      Expected another value when the store is idle.

      \(Difference.between(("Expected", expected), ("Actual", value)))\(busy)
      """, at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits until the store is idle. False if the time is over before.
  private nonisolated(nonsending) func waitUntilIdle(_ timeout: Duration) async -> Bool {
    let (ends, continuation) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let waiting = Task {
      await waitUntilIdle()
      continuation.yield(true)
    }
    let watchdog = Watchdog(timeout) { continuation.yield(false) }
    defer {
      waiting.cancel()
      withExtendedLifetime(watchdog) {}
    }
    for await isIdle in ends { return isIdle }
    return false
  }
}
