// Host: the dependency by which features ask for what others do.

/// Asks the host of a feature: a program in C or Python, a Swift program, or a test. The feature does not know which.
///
/// ```swift
/// return .run { [host] send in
///   let fact = try await host.call(Self.numberFact, number)
///   await send(.learned(fact))
/// }
/// ```
///
/// In a plugin the host's handlers answer (`enfold_runtime_handle`). In a Swift program the dependency is given handlers:
///
/// ```swift
/// let values = DependencyValues { $0.host.handle(Facts.numberFact) { "\($0) is a number" } }
/// ```
///
/// If the task that asks is cancelled, so is the request.
public struct Host: Sendable {
  /// By name.
  private var handlers: [ExactText: any Sendable] = [:]
  private let desk: (any RequestDesk)?

  init() { desk = nil }

  /// - Parameter desk: gets the requests that none of the handlers handles.
  package init(_ desk: any RequestDesk) { self.desk = desk }

  // MARK: Asking

  /// Asks, and waits for the answer.
  ///
  /// Throws a ``HostError`` if nobody handles the name, if the host fails, or if its answer is not of the declared type.
  @inlinable nonisolated(nonsending) public func call<Payload, Answer>(
    _ function: HostFunction<Payload, Answer>, _ payload: Payload
  ) async throws -> Answer {
    try Task.checkCancellation()
    if hasHandlers, let answer = try await handled(function, payload) { return answer }
    // Here the types are known. Where they are not, Swift would look for them at each request.
    return try await call(function.name, encoded(payload), Self.decode)
  }

  /// The answer of a handler among the dependencies; nil if there is none.
  @usableFromInline nonisolated(nonsending) func handled<Payload, Answer>(
    _ function: HostFunction<Payload, Answer>, _ payload: Payload
  ) async throws -> Answer? {
    guard let handler = handlers[ExactText(function.name)] else { return nil }
    return try await known(handler, as: FunctionHandler<Payload, Answer>.self, of: function).handle(payload)
  }

  @usableFromInline var hasHandlers: Bool { !handlers.isEmpty }

  /// Asks a function that needs no payload.
  @inlinable nonisolated(nonsending) public func call<Answer>(_ function: HostFunction<NoValue, Answer>) async throws
    -> Answer
  {
    try await call(function, NoValue())
  }

  /// The elements of a stream, which is asked for when the iteration begins.
  public func stream<Payload, Element>(
    _ stream: HostStream<Payload, Element>, _ payload: Payload
  ) -> HostElements<Element> {
    HostElements {
      try Task.checkCancellation()
      if let handler = handlers[ExactText(stream.name)] {
        return try await known(handler, as: StreamHandler<Payload, Element>.self, of: stream).handle(payload)
      }
      return try requested(stream.name, encoded(payload), buffer: stream.buffer, Self.decode)
    }
  }

  /// The elements of a stream that needs no payload.
  public func stream<Element>(_ stream: HostStream<NoValue, Element>) -> HostElements<Element> {
    self.stream(stream, NoValue())
  }

  private func desk(for name: String) throws -> any RequestDesk {
    guard let desk else { throw HostError.unhandled(name) }
    return desk
  }

  private func known<Handler>(
    _ handler: any Sendable, as type: Handler.Type, of request: any HostRequest
  ) throws -> Handler {
    if let handler = handler as? Handler { return handler }
    throw HostError(
      request.name, .unhandled,
      "the handler of the request \"\(request.name)\" was given for another type than \(Swift.type(of: request))")
  }

  @inlinable @Sendable static func decode<Value: JSONDecodable & Sendable>(
    _ text: UnsafeRawBufferPointer
  ) -> Result<Value, JSONError> {
    Result { () throws(JSONError) in try JSON.decode(Value.self, from: text, limits: .greatest) }
  }

  // MARK: Asking without types

  /// How an answer is read, or an element. Its sizes were checked.
  @usableFromInline package typealias Decode<Answer> = @Sendable (UnsafeRawBufferPointer) -> Result<Answer, JSONError>

  /// Asks for a feature that is not written in Swift. Handlers among the dependencies are not for such features.
  @inlinable package nonisolated(nonsending) func call<Answer: Sendable>(
    _ name: String, _ payload: [UInt8], _ decode: @escaping Decode<Answer>
  ) async throws -> Answer {
    let session = RequestSession(name, payload, isStream: false, limit: 1) { decode($0).map { TypedBox($0) } }
    return unsafeDowncast(try await answer(to: session), to: TypedBox<Answer>.self).value
  }

  @usableFromInline nonisolated(nonsending) func answer(to session: RequestSession) async throws -> RequestSession.Box {
    try Task.checkCancellation()
    try session.ask(try desk(for: session.name))
    guard let answer = try await session.nextBox() else { throw HostError(session.name, .failed, "it has no answer") }
    return answer
  }

  /// The elements of a stream, for a feature that is not written in Swift.
  package func stream<Element: Sendable>(
    _ name: String, _ payload: [UInt8], buffer: Int, _ decode: @escaping Decode<Element>
  ) -> HostElements<Element> {
    HostElements {
      try Task.checkCancellation()
      return try requested(name, payload, buffer: buffer, decode)
    }
  }

  private func requested<Element>(
    _ name: String, _ payload: [UInt8], buffer: Int, _ decode: @escaping Decode<Element>
  ) throws -> RequestedElements<Element> {
    let session = RequestSession(name, payload, isStream: true, limit: buffer) { decode($0).map { TypedBox($0) } }
    try session.ask(try desk(for: name))
    return RequestedElements(session)
  }

  // MARK: Handling

  /// Handles the requests of a function, in place of the handler before.
  public mutating func handle<Payload, Answer>(
    _ function: HostFunction<Payload, Answer>,
    _ handler: nonisolated(nonsending) @escaping @Sendable (Payload) async throws -> Answer
  ) { handlers[ExactText(function.name)] = FunctionHandler(handle: handler) }

  /// Handles the requests of a function without a payload.
  public mutating func handle<Answer>(
    _ function: HostFunction<NoValue, Answer>,
    _ handler: nonisolated(nonsending) @escaping @Sendable () async throws -> Answer
  ) { handlers[ExactText(function.name)] = FunctionHandler<NoValue, Answer>(handle: { _ in try await handler() }) }

  /// Handles the requests of a stream. The elements are asked for one by one, as the feature comes to them.
  public mutating func handle<Payload, Element, Elements: AsyncSequence>(
    _ stream: HostStream<Payload, Element>, _ handler: @escaping @Sendable (Payload) async throws -> Elements
  ) where Elements.Element == Element, Elements: SendableMetatype {
    handlers[ExactText(stream.name)] = StreamHandler<Payload, Element> { HandledElements(try await handler($0)) }
  }

  /// Handles the requests of a stream without a payload.
  public mutating func handle<Element, Elements: AsyncSequence>(
    _ stream: HostStream<NoValue, Element>, _ handler: @escaping @Sendable () async throws -> Elements
  ) where Elements.Element == Element, Elements: SendableMetatype {
    handlers[ExactText(stream.name)] = StreamHandler<NoValue, Element> { _ in HandledElements(try await handler()) }
  }
}

private struct FunctionHandler<Payload, Answer>: Sendable {
  let handle: nonisolated(nonsending) @Sendable (Payload) async throws -> Answer
}

private struct StreamHandler<Payload, Element: Sendable>: Sendable {
  let handle: @Sendable (Payload) async throws -> HostElements<Element>.Source
}

private enum HostKey: DependencyInjectable {
  static var live: Host { Host() }
  static var test: Host { Host() }
}

extension DependencyValues {
  /// Asks the feature's host. Without a host and without handlers every request fails, with a message that names it.
  public var host: Host {
    get { self[HostKey.self] }
    set { self[HostKey.self] = newValue }
  }

  /// Gives these values a host, before anybody has asked for it.
  package func resolve(_ host: Host) { resolve(HostKey.self, as: host) }
}
