// Asking the host: by handlers among the dependencies, and through a desk.
@testable import Enfold
import Synchronization
import Testing

@ObservableState private struct Page: Equatable { var lines: [Int] = [] }

private let numberFact = HostFunction<Int, String>("numberFact")
private let readPage = HostFunction<NoValue, Page>("readPage")
private let ticks = HostStream<Int, Int>("ticks", buffer: 2)

/// A desk that keeps what is asked.
private final class Desk: RequestDesk {
  // ThreadSanitizer does not see what Mutex does inside Swift's libraries.
  let asked = Locked<[any OpenRequest]>([])
  let withdrawn = Locked<[String]>([])
  /// Is told of each request while it is asked.
  let answer: @Sendable (any OpenRequest) -> Void

  init(_ answer: @escaping @Sendable (any OpenRequest) -> Void = { _ in }) { self.answer = answer }

  func ask(_ request: any OpenRequest) throws -> @Sendable () -> Void {
    asked.withLock { $0.append(request) }
    answer(request)
    return { [weak self] in self?.withdrawn.withLock { $0.append(request.name) } }
  }

  var first: (any OpenRequest)? { asked.withLock { $0.first } }
}

private final class Counts: Sendable {
  let cancelled = Atomic<Int>(0)
  let ends = Atomic<Int>(0)
  let produced = Atomic<Int>(0)
}

extension OpenRequest {
  @discardableResult
  fileprivate func resolve(_ text: String) -> RequestReception {
    Array(text.utf8).withUnsafeBytes { resolve($0) }
  }

  @discardableResult
  fileprivate func emit(_ text: String) -> RequestReception { Array(text.utf8).withUnsafeBytes { emit($0) } }
}

@Suite("Asking the host") struct HostTests {
  // MARK: Handlers

  @Test("A handler answers") func handler() async throws {
    let values = DependencyValues(.test) { $0.host.handle(numberFact) { "\($0) is a number" } }
    #expect(try await values.host.call(numberFact, 7) == "7 is a number")
  }

  @Test("Without a handler the call fails by name") func unhandled() async {
    let host = DependencyValues(.test).host
    let error = await #expect(throws: HostError.self) { try await host.call(numberFact, 7) }
    #expect(error?.reason == .unhandled)
    #expect("\(error!)".contains("nobody handles the request \"numberFact\""))
    let late = await #expect(throws: HostError.self) { for try await _ in host.stream(ticks, 1) {} }
    #expect(late?.request == "ticks")
  }

  @Test("What a handler throws, the call throws") func throwing() async {
    struct Broken: Error {}
    let values = DependencyValues { $0.host.handle(numberFact) { _ in throw Broken() } }
    await #expect(throws: Broken.self) { try await values.host.call(numberFact, 7) }
  }

  @Test("The elements of a handler's stream are asked for one by one") func stream() async throws {
    let counts = Counts()
    let values = DependencyValues {
      $0.host.handle(ticks) { start in
        AsyncStream(unfolding: { start + counts.produced.add(1, ordering: .relaxed).newValue })
      }
    }
    var heard: [Int] = []
    for try await tick in values.host.stream(ticks, 10) {
      heard.append(tick)
      if heard.count == 3 { break }
    }
    #expect(heard == [11, 12, 13])
    #expect(counts.produced.load(ordering: .relaxed) == 3)
  }

  @Test("A handler for another type is named") func otherType() async {
    let values = DependencyValues { $0.host.handle(HostFunction<String, String>("numberFact")) { $0 } }
    let error = await #expect(throws: HostError.self) { try await values.host.call(numberFact, 7) }
    #expect("\(error!)".contains("was given for another type than HostFunction<Int, String>"))
  }

  // MARK: A desk

  @Test("The desk gets the payload as JSON; an answer at once needs no waiting") func atOnce() async throws {
    let desk = Desk { $0.resolve("\"seven\"") }
    #expect(try await Host(desk).call(numberFact, 7) == "seven")
    #expect(desk.first.map { String(decoding: $0.payload, as: UTF8.self) } == "7")
    #expect(desk.withdrawn.withLock { $0 } == [])
  }

  @Test("An answer that comes later wakes who waits; a second one is late") func later() async throws {
    let desk = Desk()
    let asking = Task.immediate { try await Host(desk).call(numberFact, 7) }
    let request = try #require(desk.first)
    guard case .taken = request.resolve("\"seven\"") else { return #expect(Bool(false), "nobody was waiting") }
    #expect(try await asking.value == "seven")
    guard case .late = request.resolve("\"eight\"") else { return #expect(Bool(false), "it was answered twice") }
    guard case .late = request.fail("no") else { return #expect(Bool(false), "it failed after its answer") }
  }

  @Test("An answer of another shape fails the call, with its place") func wrongShape() async throws {
    let desk = Desk { $0.resolve("{\"lines\":[1,2,\"three\"]}") }
    let error = await #expect(throws: HostError.self) { try await Host(desk).call(readPage) }
    #expect(error?.reason == .wrongAnswer)
    #expect("\(error!)".hasPrefix("the answer to the request \"readPage\": /lines/2: "), "\(error!)")
    #expect("\(error!)".hasSuffix("(byte 14)"), "\(error!)")
    await #expect(throws: HostError.self) { try await Host(Desk { $0.resolve("{") }).call(readPage) }
  }

  @Test("A request that fails says why") func failing() async {
    let error = await #expect(throws: HostError.self) {
      try await Host(Desk { _ = $0.fail("offline") }).call(numberFact, 7)
    }
    #expect("\(error!)" == "the request \"numberFact\" failed: offline")
  }

  @Test("A cancelled task withdraws what it has asked, once") func cancelled() async throws {
    let desk = Desk()
    let asking = Task.immediate { try await Host(desk).call(numberFact, 7) }
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(desk.withdrawn.withLock { $0 } == ["numberFact"])
    guard case .late = try #require(desk.first).resolve("\"seven\"") else {
      return #expect(Bool(false), "it was answered after it was withdrawn")
    }
  }

  @Test("A task that is cancelled already asks nobody") func cancelledBefore() async {
    let desk = Desk()
    let asking = Task.immediate {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Host(desk).call(numberFact, 7)
    }
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(desk.first == nil)
  }

  // MARK: Streams through a desk

  @Test("Elements wait up to the buffer, and come in order") func buffer() async throws {
    let desk = Desk()
    let heard = Mutex<[Int]>([])
    let listening = Task.immediate {
      for try await tick in Host(desk).stream(ticks, 1) { heard.withLock { $0.append(tick) } }
    }
    let request = try #require(desk.first)
    #expect(request.isStream)
    var receptions: [String] = []
    for number in 1...4 { receptions.append("\(request.emit("\(number)"))") }
    // The first one was waited for. The others come before the listener runs again, or after it.
    #expect(receptions[0] == "taken")
    request.resolve("")
    try await listening.value
    let kept = zip(1...4, receptions).filter { $1 != "full" }.map(\.0)
    #expect(heard.withLock { $0 } == kept)
  }

  @Test("An element of another shape ends the stream") func wrongElement() async throws {
    let desk = Desk { request in
      request.emit("1")
      guard case .wrong = request.emit("\"two\"") else { return #expect(Bool(false), "it was taken for a number") }
      guard case .late = request.emit("3") else { return #expect(Bool(false), "the stream goes on") }
    }
    var heard: [Int] = []
    let error = await #expect(throws: HostError.self) {
      for try await tick in Host(desk).stream(ticks, 1) { heard.append(tick) }
    }
    #expect(heard == [1])
    #expect(error?.reason == .wrongAnswer)
  }

  @Test("Who leaves the loop early withdraws the stream") func leavingEarly() async throws {
    let desk = Desk { $0.emit("1") }
    for try await _ in Host(desk).stream(ticks, 1) { break }
    #expect(desk.withdrawn.withLock { $0 } == ["ticks"])
  }

  @Test("Many threads answer, and tasks are cancelled at random: each request ends once") func stress() async {
    let count = 2_000
    let counts = Counts()
    let desk = Desk { request in Task.detached { _ = request.resolve("\"fact\"") } }
    await withTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          let task = Task { try await Host(desk).call(numberFact, number) }
          if number.isMultiple(of: 2) { task.cancel() }
          switch await task.result {
          case .success(let fact): #expect(fact == "fact")
          case .failure(let error):
            #expect(error is CancellationError)
            counts.cancelled.add(1, ordering: .relaxed)
          }
          counts.ends.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(counts.ends.load(ordering: .relaxed) == count)
    #expect(counts.cancelled.load(ordering: .relaxed) <= count / 2)
    #expect(desk.withdrawn.withLock { $0.count } <= counts.cancelled.load(ordering: .relaxed))
  }
}
