// DependencyValues: environments, overrides, what is missing, what is circular.
import Enfold
import Testing

@Suite("Dependency values") struct DependencyValuesTests {
  @Test("Each environment gives its own value, and the default is live")  // 153
  func environments() {
    #expect(DependencyValues().greeting == "live")
    #expect(DependencyValues(.live).greeting == "live")
    #expect(DependencyValues(.preview).greeting == "preview")
    #expect(DependencyValues(.test).greeting == "test")
  }

  @Test("A preview without a value of its own gives the live one, which may be called real")
  func defaults() {
    enum Key: DependencyInjectable {
      static var real: String { "real" }
    }
    #expect(DependencyValues(.live)[Key.self] == "real")
    #expect(DependencyValues(.preview)[Key.self] == "real")
    #expect(Key.live == "real")
    #expect(Unprepared.real == "live")
  }

  @Test("A test is told by name that a value is missing, once, and goes on with that of previews")
  func missingTestValue() {
    enum Key: DependencyInjectable {
      static var live: String { "live" }
      static var preview: String { "preview" }
    }
    let issues = Log<DependencyIssue>()
    let values = logged(.test, issues)
    #expect(values[Key.self] == "preview")
    #expect(values[Key.self] == "preview")
    #expect(issues.all.map(\.key) == ["Key"])
    #expect(issues.all.first?.message.contains("$0[Key.self] = ") == true)
    #expect(values.unprepared == "live")
    #expect(issues.all.map(\.key) == ["Key", "Unprepared"])
  }

  @Test("What is overridden, has a value for tests, or is not used in a test, is no issue")
  func noIssue() {
    let issues = Log<DependencyIssue>()
    #expect(logged(.test, issues) { $0.unprepared = "mine" }.unprepared == "mine")
    #expect(logged(.test, issues).greeting == "test")
    #expect(logged(.live, issues).unprepared == "live")
    #expect(logged(.preview, issues).unprepared == "live")
    #expect(issues.all.isEmpty)
  }

  @Test("Overrides end with their operation, nest, and leave other copies alone")
  func scoped() {
    @Dependency(\.greeting) var greeting
    let values = DependencyValues(.test) { $0.greeting = "outer" }
    withDependencies(values) {
      #expect(greeting == "outer")
      withDependencies {
        $0.greeting += ", inner"
      } operation: {
        #expect(greeting == "outer, inner")
      }
      #expect(greeting == "outer")
    }
    #expect(greeting == "live")
    #expect(values.greeting == "outer")
  }

  @Test("Asynchronous operations see them after every suspension, and so do the tasks that they start")
  func asynchronous() async {
    let greeting = Dependency(\.greeting)
    let result = await withDependencies {
      $0.greeting = "here"
    } operation: {
      await Task.yield()
      async let child = greeting.wrappedValue
      let task = Task { greeting.wrappedValue }
      let detached = Task.detached { greeting.wrappedValue }
      return await [greeting.wrappedValue, child, task.value, detached.value]
    }
    #expect(result == ["here", "here", "here", "live"])
  }

  @Test("An operation that throws ends its overrides, too")
  func throwing() {
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.greeting = "here"
      } operation: {
        #expect(Dependency(\.greeting).wrappedValue == "here")
        throw Failure()
      }
    }
    #expect(Dependency(\.greeting).wrappedValue == "live")
  }

  @Test("A property that cannot be set is overridden by its key path")
  func keyPath() {
    var values = DependencyValues(.test)
    values.override(\.welcome, with: "hello")
    values.override(\.greeting, with: "you")
    withDependencies(values) {
      #expect(Dependency(\.welcome).wrappedValue == "hello")
      #expect(Dependency(\.greeting).wrappedValue == "you")
    }
    #expect(values.greeting == "you")
    #expect(Dependency(\.welcome).wrappedValue == "welcome, live")
  }

  @Test("Overriding by a key path does not resolve what is replaced")
  func keyPathDoesNotResolve() {
    let issues = Log<DependencyIssue>()
    var values = logged(.test, issues)
    values.override(\.unprepared, with: "mine")
    let store = Store(
      initialState: "", reducer: Nothing().dependency(\.unprepared, "mine"), dependencies: logged(.test, issues))
    store.send(())
    #expect(values.unprepared == "mine")
    #expect(issues.all.isEmpty)
  }

  struct Nothing: Reducer {
    func reduce(into state: inout String, action: Void) -> Effect<Void> { .none }
  }

  /// Remembers what it saw when it was made, and sees something else now.
  enum Client: DependencyInjectable {
    static var live: (made: String, now: Dependency<String>) {
      let greeting = Dependency(\.greeting)
      return (greeting.wrappedValue, greeting)
    }
  }

  @Test("A dependency is made with what its container was made with, and used with what is bound")
  func dependenciesOfDependencies() {
    let values = DependencyValues { $0.greeting = "container" }
    withDependencies(values) {
      withDependencies {
        $0.greeting = "scope"
      } operation: {
        let client = Dependency(Client.self).wrappedValue
        #expect(client.made == "container")
        #expect(client.now.wrappedValue == "scope")
      }
    }
    #expect(values[Client.self].now.wrappedValue == "container")
  }

  @Test("Dependencies that need each other end the program with their names")
  func circle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DependencyValues()[CircleA.self]
    }
    let message = message(of: result)
    #expect(message.contains("CircleA → CircleB → CircleC → CircleA"))
  }

  @Test("So do those that several threads make at once")
  func circleOfThreads() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let values = DependencyValues()
      await onThreads(3) { index in
        switch index {
        case 0: _ = values[MeetingA.self]
        case 1: _ = values[MeetingB.self]
        default: _ = values[MeetingC.self]
        }
      }
    }
    let names = message(of: result)
    let circles = [
      "A → MeetingB → MeetingC → MeetingA", "B → MeetingC → MeetingA → MeetingB", "C → MeetingA → MeetingB → MeetingC",
    ]
    #expect(circles.contains { names.contains("Meeting" + $0) })
  }

  @Test("A key that gives nothing ends the program with its name")
  func neitherLiveNorReal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DependencyValues()[Empty.self]
    }
    let message = message(of: result)
    #expect(message.contains("Empty has neither"))
  }

  @Test("Where nobody is told, a missing value is a line on the standard error stream")
  func standardError() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = DependencyValues(.test).unprepared
    }
    let lines = message(of: result).split(separator: "\n").filter { $0.hasPrefix("enfold: ") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("the dependency Unprepared has no value for tests") == true)
  }

  @Test("Overriding a part of a dependency that has no value for tests is no use of it, and makes none")
  func overridingAPart() {
    struct Service: Sendable, DependencyInjectable {
      var first = "live"
      var second = "live"
      static var live: Self { Self() }
    }
    let issues = Log<DependencyIssue>()
    let values = logged(.test, issues) { $0[Service.self].first = "mine" }
    #expect(values[Service.self].first == "mine")
    withDependencies(values) {
      withDependencies {
        $0[Service.self].second = "mine, too"
      } operation: {
        @Dependency(Service.self) var service
        #expect(service.first + service.second == "minemine, too")
      }
    }
    #expect(issues.all.isEmpty)
    // What was only read for a change elsewhere is still missing.
    let others = logged(.test, issues) { _ = $0.unprepared }
    #expect(issues.all.isEmpty)
    #expect(others.unprepared == "live")
    #expect(issues.all.map(\.key) == ["Unprepared"])
  }
}

private enum Empty: DependencyInjectable {
  typealias DependencyType = Int
}

private enum CircleA: DependencyInjectable {
  static var live: Int { Dependency(CircleB.self).wrappedValue }
}
private enum CircleB: DependencyInjectable {
  static var live: Int { Dependency(CircleC.self).wrappedValue }
}
private enum CircleC: DependencyInjectable {
  static var live: Int { Dependency(CircleA.self).wrappedValue }
}

/// How many threads have begun.
private let meeting = Box(0)
private func meet() {
  meeting.update { $0 += 1 }
  while meeting.value < 3 {}
}
private enum MeetingA: DependencyInjectable {
  static var live: Int {
    meet()
    return Dependency(MeetingB.self).wrappedValue
  }
}
private enum MeetingB: DependencyInjectable {
  static var live: Int {
    meet()
    return Dependency(MeetingC.self).wrappedValue
  }
}
private enum MeetingC: DependencyInjectable {
  static var live: Int {
    meet()
    return Dependency(MeetingA.self).wrappedValue
  }
}
