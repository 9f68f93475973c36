// Shared values outside of stores.
import Enfold
import EnfoldTesting
import Testing

/// Runs a test with a registry of its own.
private func alone(_ body: (SharedRegistry) -> Void) {
  let registry = SharedRegistry(directory: .none)
  withDependencies(DependencyValues(.test) { $0.shared = registry }) { body(registry) }
}

@Suite struct SharedTests {
  // 137
  @Test func aSingletonOutlivesItsReferences() {
    alone { _ in
      do {
        @Shared(.memorySingleton, key: "count") var count = 0
        $count.withLock { $0 = 1 }
      }
      @Shared(.memorySingleton, key: "count") var count = 0
      #expect(count == 1)
      @SharedReader(.memorySingleton, key: "count") var reader = 0
      #expect(reader == 1)
    }
  }

  // 136
  @Test func memoryEndsWithItsLastReference() {
    alone { _ in
      do {
        @Shared(.memory, key: "count") var count = 0
        count = 42
      }
      @Shared(.memory, key: "count") var count = 0
      #expect(count == 0)
    }
  }

  // 144
  @Test func theFirstDefaultWins() {
    alone { _ in
      @Shared(.memory, key: "flag") var first = true
      #expect(first)
      @Shared(.memory, key: "flag") var second = false
      #expect(second)
    }
  }

  // 140
  @Test func twoWrappersOfOneKey() {
    alone { _ in
      @Shared(.memory, key: "count") var first = 0
      @Shared(.memory, key: "count") var second = 0
      let (heardByFirst, heardBySecond) = (Log<Int>(), Log<Int>())
      let one = $first.observeValues { value in heardByFirst.append(value) }
      let two = $second.observeValues { value in heardBySecond.append(value) }
      first = 10
      second = 20
      #expect(first == 20 && second == 20)
      #expect(heardByFirst.all == [0, 10, 20])
      #expect(heardBySecond.all == [0, 10, 20])
      withExtendedLifetime((one, two)) {}
    }
  }

  // 145
  @Test func anotherKey() {
    alone { _ in
      @Shared(.memory, key: "one") var count = 0
      @Shared(.memory, key: "one") var old = 0
      let heard = Log<Int>()
      let observation = $count.observeValues { value in heard.append(value) }
      count = 42
      $count = Shared(wrappedValue: 0, .memory, key: "two")
      old = 7
      count = 1729
      #expect(heard.all == [0, 42, 0, 1729])
      #expect(old == 7)
      withExtendedLifetime(observation) {}
    }
  }

  @Test func parts() {
    struct Nothing {}
    alone { _ in
      @Shared(.memory, key: "people") var people: IdentifiedArrayOf<Person> = [Person(id: 1), Person(id: 2)]
      let second = $people[id: 2]
      let name = second?.name
      name?.withLock { $0 = "b" }
      #expect(people[id: 2]?.name == "b")
      people.remove(id: 2)
      name?.withLock { $0 = "c" }
      #expect(name?.wrappedValue == "b")
      #expect(people.count == 1)
      @Shared(.memory, key: "optional") var optional: Int? = 1
      let value = Shared($optional)
      optional = 5
      #expect(value?.wrappedValue == 5)
      optional = nil
      #expect(value?.wrappedValue == 5)
      #expect(Shared($optional) == nil)
    }
  }

  @Test func aKeyOfAnotherTypeIsAnError() {
    alone { _ in
      @Shared(.memory, key: "thing") var number = 1
      #expect(number == 1)
      @Shared(.memory, key: "thing") var text = "a"
      #expect(text == "a")
      #expect($text.loadError?.description.contains("\"thing\" is no String") == true)
      text = "b"
      #expect(number == 1)
      #expect(text == "b")
    }
  }
}

@ObservableState private struct Person: Equatable, Identifiable {
  var id: Int
  var name = ""
}
