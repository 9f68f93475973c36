// TestStore: answering the requests of effects to their host.

extension TestStore {
  /// Expects that an effect has asked its host for something, and returns the request, so that the test can answer it.
  ///
  /// ```swift
  /// await store.send(.factTapped)
  /// await store.request(Facts.numberFact, 7).resolve("seven")
  /// await store.receive(\.learned, "seven")
  /// ```
  ///
  /// Waits until it is asked. Requests may be expected in any order. At the end of an exhaustive test every request that
  /// was asked must have been expected, unless its effect was cancelled. If the dependency `host` has a handler for a
  /// request, this handler answers it.
  ///
  /// - Parameter timeout: how long to wait for it, in real time; nil means ``timeout``.
  nonisolated(nonsending) public func request<Payload, Answer>(
    _ function: HostFunction<Payload, Answer>, _ payload: Payload, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestRequest<Answer> {
    TestRequest(
      answering: await expect(
        function.name, JSON.string(payload), timeout,
        TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Expects a request, whatever its payload is: the first that was asked and not expected yet. ``TestRequest/payload`` is its
  /// payload.
  nonisolated(nonsending) public func request<Payload, Answer>(
    _ function: HostFunction<Payload, Answer>, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestRequest<Answer> {
    TestRequest(
      answering: await expect(
        function.name, anyPayload(Payload.self), timeout,
        TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Expects that an effect has begun to listen to a stream, and returns it, so that the test can give it elements.
  nonisolated(nonsending) public func request<Payload, Element>(
    _ stream: HostStream<Payload, Element>, _ payload: Payload, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStream<Element> {
    TestStream(
      answering: await expect(
        stream.name, JSON.string(payload), timeout,
        TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Expects a stream, whatever its payload is: the first that was asked for and not expected yet.
  nonisolated(nonsending) public func request<Payload, Element>(
    _ stream: HostStream<Payload, Element>, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStream<Element> {
    TestStream(
      answering: await expect(
        stream.name, anyPayload(Payload.self), timeout,
        TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// The payload of a request of which only the name is known: nil, which means any.
  private func anyPayload<Payload>(_ type: Payload.Type) -> String? { type == NoValue.self ? "null" : nil }

  /// - Parameter payload: the JSON of the payload; nil means any.
  nonisolated(nonsending) private func expect(
    _ name: String, _ payload: String?, _ timeout: Duration?, _ location: TestLocation
  ) async -> Answering? {
    let bytes = payload.map { Array($0.utf8) }
    let found = await wait(timeout) { () async -> Expected? in
      // Asked first: after that, a store that is idle asks nothing any more.
      let isIdle = isIdle
      if let request = requests.expect(name, bytes) { return .request(request) }
      return isIdle ? .nothing : nil
    }
    defer { reportProblems(at: location) }
    if case .request(let request) = found {
      return Answering(request: request, requests: requests) { [weak self] location in
        await self?.settle()
        self?.reportProblems(at: location)
      }
    }
    let asked = requests.unexpected.map { "  \($0.shown)" }
    fail(
      """
      Expected that an effect asks for the following, but none did:

        \(payload.map { $0 == "null" ? name : "\(name), \($0)" } ?? "\(name), with any payload")

      \(asked.isEmpty ? "Nothing is asked." : "Asked, and not expected yet:\n\n\(asked.joined(separator: "\n"))")
      """, at: location)
    return nil
  }

  /// Fails for each request that was asked, and that the test did not expect.
  func reportUnexpectedRequests(at location: TestLocation) {
    for open in requests.unexpected {
      fail(
        """
        An effect has asked its host for something that the test does not expect:

          \(open.shown)

        Answer it with `request(…).resolve(…)`, or give the dependency `host` a handler.
        """, at: location)
    }
  }
}

private enum Expected {
  case request(any OpenRequest)
  /// No effect runs that could ask.
  case nothing
}
