// HostElements: the elements of a stream that the host answers with.

/// The elements that ``Host/stream(_:_:)`` gives. Each iteration is a request of its own, which begins when the first
/// element is asked for and ends with the iteration: the host hears of it if the loop is left early.
public struct HostElements<Element: Sendable>: AsyncSequence, Sendable {
  private let begin: @Sendable () async throws -> Source

  /// Where an iteration gets its elements. When nobody has it any more, the iteration has ended.
  class Source: @unchecked Sendable {
    // Unchecked: the iteration alone uses it.
    nonisolated(nonsending) func next() async throws -> Element? { nil }
  }

  init(_ begin: @escaping @Sendable () async throws -> Source) { self.begin = begin }

  public func makeAsyncIterator() -> Iterator { Iterator(begin) }

  /// One iteration.
  public struct Iterator: AsyncIteratorProtocol {
    /// Nil when it has begun.
    private var begin: (@Sendable () async throws -> Source)?
    private var source: Source?

    init(_ begin: @escaping @Sendable () async throws -> Source) { self.begin = begin }

    /// The next element; nil at the end. Throws a ``HostError`` if the host fails.
    nonisolated(nonsending) public mutating func next() async throws -> Element? {
      if let begin {
        self.begin = nil
        source = try await begin()
      }
      return try await source?.next()
    }
  }
}

/// The elements that a desk's host emits.
final class RequestedElements<Element: Sendable>: HostElements<Element>.Source, @unchecked Sendable {
  // Unchecked: nothing changes after init.
  private let session: RequestSession

  init(_ session: RequestSession) { self.session = session }

  deinit { session.cancel() }

  nonisolated(nonsending) override func next() async throws -> Element? { try await session.next(Element.self) }
}

/// The elements of a sequence that a handler returned.
final class HandledElements<S: AsyncSequence>: HostElements<S.Element>.Source, @unchecked Sendable
where S.Element: Sendable {
  // Unchecked: the iteration alone uses it, one element after the other.
  private var iterator: S.AsyncIterator

  init(_ sequence: S) { iterator = sequence.makeAsyncIterator() }

  nonisolated(nonsending) override func next() async throws -> S.Element? { try await iterator.next() }
}
