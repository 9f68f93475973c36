// HostRequest: what a feature asks its host. RequestDesk: hands requests on.

/// Something that a feature asks its host by a name: a ``HostFunction`` or a ``HostStream``.
///
/// ```swift
/// struct Facts: Reducer {
///   static let numberFact = HostFunction<Int, String>("numberFact")
///   static let ticks = HostStream<NoValue, Int>("ticks")
///   static let requests: [any HostRequest] = [numberFact, ticks]
///
///   @Dependency(\.host) var host
/// }
/// ```
///
/// The requests that a feature of a plugin lists in `static let requests` are in `enfold_runtime_features`, with JSON
/// Schemas. Requests that are not listed can be asked nevertheless. A feature that contains others lists theirs, too:
/// `static let requests = Facts.requests + Search.requests`.
public protocol HostRequest: Sendable {
  /// The name by which a host handles it.
  var name: String { get }
  /// Whether it has elements instead of one answer.
  var isStream: Bool { get }
  /// The JSON Schema of the payload.
  var payloadSchema: String { get }
  /// The JSON Schema of the answer, or of one element.
  var answerSchema: String { get }
}

/// A request with one answer. If the host has nothing to know, the payload is ``NoValue``; so is an answer without a value.
public struct HostFunction<Payload: JSONCodable & Sendable, Answer: JSONCodable & Sendable>: HostRequest {
  public let name: String

  public init(_ name: String) { self.name = name }

  public var isStream: Bool { false }
  public var payloadSchema: String { JSONSchemaBuilder.document(of: Payload.self) }
  public var answerSchema: String { JSONSchemaBuilder.document(of: Answer.self) }
}

/// A request that is answered by any number of elements, and then an end.
public struct HostStream<Payload: JSONCodable & Sendable, Element: JSONCodable & Sendable>: HostRequest {
  public let name: String
  /// How many elements wait for a feature that is behind. If more come, they are refused.
  public let buffer: Int

  /// - Parameter buffer: at least 1.
  public init(_ name: String, buffer: Int = 256) {
    precondition(buffer >= 1, "HostStream(\"\(name)\", buffer: \(buffer)): at least 1 is needed")
    self.name = name
    self.buffer = buffer
  }

  public var isStream: Bool { true }
  public var payloadSchema: String { JSONSchemaBuilder.document(of: Payload.self) }
  public var answerSchema: String { JSONSchemaBuilder.document(of: Element.self) }
}

/// Hands requests to somebody who answers: the host of a plugin, or a test.
package protocol RequestDesk: Sendable {
  /// Asks. The answer comes through the request, perhaps before this returns, and on any thread.
  ///
  /// - Returns: a function that withdraws it. Called at most once. It does nothing if the request is over by then.
  func ask(_ request: any OpenRequest) throws -> @Sendable () -> Void
}

/// A request on its way, as the answering side sees it. Every function may be called on any thread.
package protocol OpenRequest: AnyObject, Sendable {
  var name: String { get }
  var isStream: Bool { get }
  /// JSON.
  var payload: [UInt8] { get }

  /// Hands over one element of a stream.
  func emit(_ text: UnsafeRawBufferPointer) -> RequestReception
  /// Gives the answer, or ends a stream; for that the text is empty.
  func resolve(_ text: UnsafeRawBufferPointer) -> RequestReception
  func fail(_ message: String) -> RequestReception
}

/// The result of handing an element or an answer to a request.
package enum RequestReception: Equatable, Sendable {
  /// The effect that asked was waiting for it.
  case taken
  /// It waits until the effect that asked comes to it.
  case kept
  /// As many elements as allowed wait. This one is not kept.
  case full
  /// The request is over: it was answered, or is not wanted any more.
  case late
  /// It is not of the declared type. The request has failed with this error.
  case wrong(HostError, JSONError)
}
