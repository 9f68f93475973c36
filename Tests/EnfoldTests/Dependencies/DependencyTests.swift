// @Dependency: when it is resolved, how often, and where it may stand.
import Enfold
import Testing

@Suite("@Dependency") struct DependencyTests {
  final class Service: Sendable {}

  @Test("Nothing is resolved when it is declared")  // 153
  func lazy() {
    enum Key: DependencyInjectable {
      static let made = Box(0)
      static var live: Int {
        made.value += 1
        return 42
      }
    }
    struct Client {
      @Dependency(Key.self) var value
    }
    let client = Client()
    #expect(Key.made.value == 0)
    #expect(client.value == 42)
    #expect(Key.made.value == 1)
  }

  @Test("The first access resolves, and every later one gives the same instance")  // 153
  func resolvedOnce() {
    enum Key: DependencyInjectable {
      static let made = Box(0)
      static var live: Service {
        made.value += 1
        return Service()
      }
    }
    let values = DependencyValues()
    @Dependency(Key.self) var first
    @Dependency(Key.self) var second
    withDependencies(values) {
      #expect(first === first)
      #expect(first === second)
      #expect(values[Key.self] === first)
      // Whatever else is overridden.
      withDependencies {
        $0.greeting = "hello"
      } operation: {
        #expect(values[Key.self] === first)
      }
    }
    #expect(Key.made.value == 1)
  }

  @Test("Each container has its own instance")
  func containers() {
    enum Key: DependencyInjectable {
      static var live: Service { Service() }
    }
    #expect(DependencyValues()[Key.self] !== DependencyValues()[Key.self])
    #expect(DependencyValues.live[Key.self] === DependencyValues.live[Key.self])
  }

  @Test("64 concurrent first accesses give one instance of one resolution")  // 153
  func concurrentFirstAccess() async {
    enum Key: DependencyInjectable {
      static let made = Box(0)
      static let waiting = Box(0)
      static var live: Service {
        made.value += 1
        // Until everybody else is at the door, or behind it.
        while waiting.value < 64 {}
        return Service()
      }
    }
    let values = DependencyValues()
    let seen = Log<ObjectIdentifier>()
    await onThreads(64) { _ in
      Key.waiting.update { $0 += 1 }
      seen.append(ObjectIdentifier(values[Key.self]))
    }
    #expect(Key.made.value == 1)
    #expect(Set(seen.all).count == 1)
    #expect(seen.count == 64)
  }

  @Test("Different dependencies are resolved side by side, also those that need one another's parts")
  func concurrentResolutions() async {
    enum Base: DependencyInjectable {
      static var live: Service { Service() }
    }
    enum Left: DependencyInjectable {
      static var live: [Service] { [Dependency(Base.self).wrappedValue] }
    }
    enum Right: DependencyInjectable {
      static var live: [Service] { [Dependency(Base.self).wrappedValue] + Dependency(Left.self).wrappedValue }
    }
    for _ in 0..<scaled(200) {
      let values = DependencyValues()
      await onThreads(4) { index in _ = index % 2 == 0 ? values[Left.self] : values[Right.self] }
      let all = values[Left.self] + values[Right.self]
      #expect(all.allSatisfy { $0 === values[Base.self] })
    }
  }

  @Test("It may be a property of an actor, a struct or a class, or a local variable")  // 153
  func places() async {
    actor Actor {
      @Dependency(\.greeting) var greeting
      func greet() -> String { greeting }
    }
    struct Struct {
      @Dependency(\.greeting) var greeting
    }
    final class Class: Sendable {
      let greeting = Dependency(\.greeting)
    }
    class MutableClass {
      @Dependency(\.greeting) var greeting
    }
    @Dependency(\.greeting) var greeting
    let (actor, object) = (Actor(), Class())
    await withDependencies(DependencyValues(.test)) {
      #expect(await actor.greet() == "test")
      #expect(Struct().greeting == "test")
      #expect(object.greeting.wrappedValue == "test")
      #expect(MutableClass().greeting == "test")
      #expect(greeting == "test")
    }
    #expect(await actor.greet() == "live")
    #expect(greeting == "live")
  }

  @Test("What was bound when it was made counts where nothing is bound, and what is bound now comes first")
  func captured() {
    struct Client {
      @Dependency(\.greeting) var greeting
    }
    let client = withDependencies {
      $0.greeting = "made"
    } operation: {
      Client()
    }
    #expect(client.greeting == "made")
    withDependencies {
      $0.greeting = "now"
    } operation: {
      #expect(client.greeting == "now")
    }
  }

  @Test("What has been resolved is let go with the values, also if it uses dependencies itself")
  func released() {
    final class Client: Sendable {
      let canary: Canary
      let greeting = Dependency(\.greeting)
      init(_ canary: Canary) { self.canary = canary }
    }
    enum Key: DependencyInjectable {
      static let log = Log<String>()
      static var live: Client { Client(Canary("client", log)) }
    }
    var values: DependencyValues? = DependencyValues()
    let copy = withDependencies(values ?? .live) {
      let client = Dependency(Key.self).wrappedValue
      #expect(client.greeting.wrappedValue == "live")
      return Box<DependencyValues?>(DependencyValues.current)
    }
    values = nil
    #expect(Key.log.all.isEmpty)
    copy.value = nil
    #expect(Key.log.all == ["client"])
  }
}
