// Services and factories in the style of ReactableKit.
import Enfold
import Testing

private protocol ServiceProtocol: Sendable {
  func test() -> String
}

private struct Service: ServiceProtocol {
  func test() -> String { "real" }

  struct Mock: ServiceProtocol {
    public init() {}
    public func test() -> String { "mock" }
  }

  struct TestMock: ServiceProtocol {
    public init() {}
    public func test() -> String { "test" }
  }
}

extension Service: DependencyInjectable {
  static var real: ServiceProtocol { Service() }
  static var preview: ServiceProtocol { Service.Mock() }
  static var test: ServiceProtocol { Service.TestMock() }
}

private final class TestObject: Factory {
  struct Payload {
    var text: String
  }

  let payload: Payload

  init(payload: Payload) {
    self.payload = payload
  }
}

extension TestObject: DependencyInjectable {
  typealias DependencyType = TestObject.Factory
  static var real: TestObject.Factory { .init() }
}

private protocol FactoryTestProtocol {
  func test() -> String
}

private struct FactoryTest: FactoryTestProtocol, Factory {
  struct Payload {}
  let payload: Payload

  init(payload: Payload) {
    self.payload = payload
  }

  func test() -> String { "real \(payload)" }
}

private struct FactoryTestMock: FactoryTestProtocol, Factory {
  let payload: FactoryTest.Payload

  init(payload: FactoryTest.Payload) {
    self.payload = payload
  }

  func test() -> String { "mock \(payload)" }
}

extension FactoryTest: DependencyInjectable {
  typealias DependencyType = AnyFactory<FactoryTestProtocol, Payload>

  static var real: DependencyType {
    DependencyType(factory: FactoryTest.Factory())
  }
  static var test: DependencyType {
    DependencyType(factory: FactoryTestMock.Factory())
  }
}

extension GlobalDependencyKey {
  fileprivate var service: ServiceProtocol {
    self[Service.self]
  }
  fileprivate var testObjectFactory: TestObject.Factory {
    self[TestObject.self]
  }
  fileprivate var factoryTestFactory: FactoryTest.DependencyType {
    self[FactoryTest.self]
  }
}

@Suite("Services and factories") struct FactoryTests {
  @Test("A service has a value for each environment")
  func service() {
    @Dependency(\.service) var service
    #expect(service.test() == "real")
    withDependencies(DependencyValues(.preview)) { #expect(service.test() == "mock") }
    withDependencies(DependencyValues(.test)) { #expect(service.test() == "test") }
    let override = DependencyValues { $0.override(\.service, with: Service.Mock()) }
    withDependencies(override) { #expect(service.test() == "mock") }
  }

  @Test("A factory makes things from a payload, a new one each time")
  func factory() {
    @Dependency(\.testObjectFactory) var testObjectFactory
    let object = testObjectFactory.create(payload: .init(text: "hello"))
    #expect(object.payload.text == "hello")
    #expect(testObjectFactory.create(payload: .init(text: "hello")) !== object)
  }

  @Test("A factory of a protocol makes another thing in tests")
  func anyFactory() {
    @Dependency(\.factoryTestFactory) var factory
    #expect(factory.create(payload: .init()).test() == "real Payload()")
    withDependencies(DependencyValues(.test)) {
      #expect(factory.create(payload: .init()).test() == "mock Payload()")
    }
  }

  @Test("What a factory makes can be made into something else")
  func transform() {
    let lengths = AnyFactory(factory: TestObject.Factory(), transform: { $0.payload.text.count })
    #expect(lengths.create(payload: .init(text: "four")) == 4)
  }

  @Test("A thing that needs no payload is made without one")
  func noPayload() {
    struct Thing: Factory, Equatable {
      var number = 7
      init(payload: Void) {}
    }
    #expect(Thing.Factory().create().number == 7)
    #expect(AnyFactory<any Equatable, Void>(factory: Thing.Factory()).create() is Thing)
  }

  @Test("A factory of something else ends the program with both names")
  func mismatch() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let factory = AnyFactory<any FactoryTestProtocol, TestObject.Payload>(factory: TestObject.Factory())
      _ = factory.create(payload: .init(text: ""))
    }
    let message = message(of: result)
    #expect(message.contains("a TestObject is no FactoryTestProtocol"))
  }
}
