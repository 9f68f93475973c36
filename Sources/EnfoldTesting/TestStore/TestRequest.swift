// TestRequest: a request that the test has expected, and answers.

/// A request that the test answers once. It is the result of
/// ``TestStore/request(_:_:timeout:fileID:filePath:line:column:)-(HostFunction<_,_>,_,_,_,_,_,_)``. Each call returns
/// when the effects have gone as far as they can.
public struct TestRequest<Answer: JSONCodable & Sendable>: Sendable {
  let answering: Answering?

  /// Whether the feature does not want the answer any more, or has it.
  public var isOver: Bool { answering?.isOver ?? true }

  /// What was asked with the request, as JSON; `null` if there is nothing.
  public var payload: String { answering?.payload ?? "null" }

  /// Gives the answer.
  nonisolated(nonsending) public func resolve(
    _ answer: Answer, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await answering?.end(TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)) {
      $0.resolve(json: answer)
    }
  }

  /// Lets the request fail: the effect gets a ``HostError`` with this message.
  nonisolated(nonsending) public func fail(
    _ message: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await answering?.end(TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)) {
      $0.fail(message)
    }
  }
}

extension TestRequest<NoValue> {
  /// Answers that it is done.
  nonisolated(nonsending) public func resolve(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async { await resolve(NoValue(), fileID: fileID, filePath: filePath, line: line, column: column) }
}

/// A stream that the test has expected, and answers with elements.
public struct TestStream<Element: JSONCodable & Sendable>: Sendable {
  let answering: Answering?

  /// Whether the feature does not want more elements, or the stream has ended.
  public var isOver: Bool { answering?.isOver ?? true }

  /// What was asked with the request, as JSON; `null` if there is nothing.
  public var payload: String { answering?.payload ?? "null" }

  /// Gives one element.
  nonisolated(nonsending) public func emit(
    _ element: Element, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await answering?.emit(element, TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Ends the stream.
  nonisolated(nonsending) public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await answering?.end(TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)) {
      $0.resolve(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  /// Lets the stream fail: the effect gets a ``HostError`` with this message.
  nonisolated(nonsending) public func fail(
    _ message: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await answering?.end(TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)) {
      $0.fail(message)
    }
  }
}

/// A request, and the store that is to settle after an answer.
struct Answering: Sendable {
  let request: any OpenRequest
  let requests: TestRequests
  let settle: nonisolated(nonsending) @Sendable (TestLocation) async -> Void

  var isOver: Bool { !requests.contains(request) }

  var payload: String { String(decoding: request.payload, as: UTF8.self) }

  nonisolated(nonsending) func end(
    _ location: TestLocation, _ answer: (any OpenRequest) -> RequestReception
  ) async {
    report(requests.remove(request) ? answer(request) : .late, location)
    await settle(location)
  }

  nonisolated(nonsending) func emit(_ element: some JSONEncodable, _ location: TestLocation) async {
    report(isOver ? .late : request.emit(json: element), location)
    await settle(location)
  }

  private func report(_ reception: RequestReception, _ location: TestLocation) {
    switch reception {
    case .taken, .kept: break
    case .full:
      TestFailure.report(
        "The stream \"\(request.name)\" has no room: as many elements wait as its `buffer` allows.", at: location)
    case .wrong(let problem, _): TestFailure.report("\(problem)", at: location)
    case .late: failLate(location)
    }
  }

  private func failLate(_ location: TestLocation) {
    TestFailure.report(
      """
      The request \"\(request.name)\" was answered already, or its effect was cancelled. `isOver` tells that.
      """, at: location)
  }
}

extension OpenRequest {
  func emit(json value: some JSONEncodable) -> RequestReception {
    JSON.string(value).withBytes { emit($0) }
  }

  func resolve(json value: some JSONEncodable) -> RequestReception {
    JSON.string(value).withBytes { resolve($0) }
  }
}

extension String {
  fileprivate func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
