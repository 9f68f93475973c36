// How shared values are declared: what is refused, and the keys of properties that have none.
import EnfoldTesting
import Testing

@testable import Enfold

/// A type of this name is in SharedTwinTypes, too.
private struct Twin: Reducer {
  @ObservableState struct State: Equatable { @Shared(.file()) var count = 0 }
  enum Action: Sendable { case add }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// A state with a private type in its name.
struct Generic<Of: Sendable>: Reducer {
  @ObservableState struct State: Equatable { @Shared var count = 0 }
  enum Action: Sendable { case add }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

private enum Mark: Sendable {}

extension SharedDeclarationTests {
  struct Household: Reducer {
    @ObservableState struct State: Equatable {
      @Shared var count = 3
      @Shared(key: "name") var name = "Ada"
      var child: Child.State?
    }
    enum Action: Sendable {
      case open
      case count
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .open: state.child = Child.State(count: state.$count, name: state.$name.reader, title: "of a parent")
      case .count: state.child?.count += 1
      }
      return .none
    }
  }

  enum Child {
    @ObservableState struct Note: Equatable { var text = "" }

    @ObservableState struct State: Equatable {
      @Shared var count: Int
      @SharedReader var name: String
      let title: String
      var note = Note()
      var step: Int = 1
      var `default`: Note?
      @Pulse var alert: String?
    }
  }
}

/// Shared storages with or without a place.
private final class Shelf: SharedStorage {
  let name: String?
  init(_ name: String? = nil) { self.name = name }
  func load(_ key: String, _ answer: SharedLoad) { answer(.success(nil)) }
  func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) { answer(nil) }
  func place(of key: String) -> String? { name }
}

@Suite struct SharedDeclarationTests {
  private let heard = Log<String>()

  /// Runs a test with a registry of its own, and returns the issues.
  private func problems(in directory: SharedRegistry.Directory = .none, _ body: () -> Void) -> [String] {
    let registry = SharedRegistry(directory: directory)
    withDependencies(
      DependencyValues(.test) {
        $0.shared = registry
        $0.report = { [heard] issue in heard.append(issue.message) }
      }, operation: body)
    registry.flush()
    return heard.all
  }

  @Test func twoStoragesUnderOneKeyAreRefusedOnce() {
    let issues = problems {
      @Shared(.memory, key: "a") var first = 0
      @Shared(.file(), key: "a") var second = 0
      #expect(first == 0 && second == 0)
      second = 5
      #expect(first == 5, "the first storage is used")
      @Shared(.file(), key: "a") var third = 0
      @SharedReader(.defaults, key: "a") var fourth = 0
      #expect(third == 5 && fourth == 5)
    }
    let beginning = "the shared value \"a\" is kept as {\"memory\":{}}, which its first user has declared, and not as "
    let end = ": declare it in the same way everywhere, or use another key"
    #expect(issues == [#"{"file":{}}"#, #"{"defaults":{"name":"enfold"}}"#].map { beginning + $0 + end })
  }

  @Test func twoStoragesOfOnesOwnAreRefusedUnlessTheyAreOnePlace() {
    let shelf = Shelf()
    let issues = problems {
      @Shared(.storage(shelf), key: "a") var first = 0
      @Shared(.storage(shelf), key: "a") var same = 0
      @Shared(.storage(Shelf("x")), key: "b") var named = 0
      @Shared(.storage(Shelf("x")), key: "b") var sameName = 0
      _ = (first, same, named, sameName)
      #expect(heard.all.isEmpty)
      @Shared(.storage(Shelf()), key: "a") var other = 0
      @Shared(.storage(Shelf("y")), key: "b") var otherName = 0
      _ = (other, otherName)
    }
    #expect(issues.count == 2 && issues.allSatisfy { $0.contains(#"and not as {"storage":"Shelf"}"#) })
  }

  @Test func aFolderHasOneSpelling() {
    let folder = TemporaryFolder()
    let issues = problems(in: .at(folder.path)) {
      @Shared(.file(path: "Test/"), key: "a") var first = 0
      @Shared(.file(path: "Test"), key: "a") var second = 0
      @Shared(.file(directory: folder.path + "//", path: "Test/x//"), key: "b") var third = 0
      @Shared(.file(directory: folder.path, path: "Test/x"), key: "b") var fourth = 0
      first = 1
      third = 2
      #expect(second == 1 && fourth == 2)
    }
    #expect(issues.isEmpty)
    #expect(folder.names == ["Test", "Test/a.json", "Test/x", "Test/x/b.json"])
  }

  @Test func twoSpellingsOfATextAreTwoKeysTwoFoldersAndTwoSuites() {
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    let folder = TemporaryFolder()
    let issues = problems(in: .at(folder.path)) {
      @Shared(.file(), key: composed) var first = 0
      @Shared(.file(), key: decomposed) var second = 0
      first = 1
      #expect(second == 0)
      second = 2
      #expect(first == 1)
      @Shared(.file(path: composed), key: "a") var third = 0
      @Shared(.file(path: decomposed), key: "a") var fourth = 0
      @Shared(.userDefaults(composed), key: "b") var fifth = 0
      @Shared(.userDefaults(decomposed), key: "b") var sixth = 0
      _ = (third, fourth, fifth, sixth)
    }
    #expect(issues.count == 2 && issues.allSatisfy { $0.contains("declare it in the same way everywhere") })
    #expect(folder.names == ["cafe%CC%81.json", "caf%C3%A9.json"].sorted())
  }

  @Test("What cannot be kept is an issue, also where nothing is written", arguments: [false, true])
  func refusedPlaces(writes: Bool) {
    let folder = TemporaryFolder()
    let issues = problems(in: writes ? .at(folder.path) : .none) {
      @Shared(.file(path: "../x"), key: "path") var path = 0
      @Shared(.file(path: "/"), key: "slash") var slash = 0
      @Shared(.file(directory: "x"), key: "directory") var directory = 0
      @Shared(.file(), key: String(repeating: "k", count: 300)) var key = 0
      @Shared(.userDefaults(String(repeating: "k", count: 300)), key: "suite") var suite = 0
      path = 1
      #expect(path == 1 && $path.saveError?.description.contains("is refused") == true)
      _ = (slash, directory, key, suite)
    }
    let reasons = [
      "the path \"../x\" is refused", "the path \"/\" is refused", "absolute path", "too long", "too long",
    ]
    #expect(issues.count == reasons.count)
    for (issue, reason) in zip(issues, reasons) { #expect(issue.contains("is not kept") && issue.contains(reason)) }
    #expect(folder.names == [])
  }

  @Test func memoryInTheTestEnvironmentIsNoIssue() {
    let issues = problems {
      @Shared(.file(path: "a/"), key: "a") var file = 0
      @Shared(.defaults, key: "b") var member = 0
      @Shared(.file()) var unnamed = 0
      (file, member, unnamed) = (1, 2, 3)
      #expect($file.saveError == nil && $member.saveError == nil && $unnamed.saveError == nil)
    }
    #expect(issues.isEmpty)
  }

  @Test func aChangeOfAValueThatHasNoKeyIsAnError() async throws {
    let folder = TemporaryFolder()
    let registry = SharedRegistry(directory: .at(folder.path))
    let shared = withDependencies(DependencyValues(.test) { $0.shared = registry }) {
      @Shared(.file()) var count = 0
      #expect(count == 0 && $count.saveError == nil)
      count = 1
      #expect(count == 1)
      return $count
    }
    let error = try #require(shared.saveError)
    #expect(error.description.contains("had no key"))
    await #expect(throws: error) { try await shared.save() }
  }

  // MARK: Properties without a key

  @Test func theKeyOfAPropertyOfAPrivateTypeHasItsFileAndNoAddress() {
    let store = Store(initialState: Twin.State(), reducer: Twin(), dependencies: DependencyValues(.test))
    #expect(store.state.$count.key?.hasSuffix("/SharedDeclarationTests.swift/Twin.State.count") == true)
    #expect(JSONSchemaBuilder.document(of: Twin.State.self).contains("SharedDeclarationTests.swift/Twin.State.count"))
    let parent = Store(initialState: Household.State(), reducer: Household(), dependencies: DependencyValues(.test))
    #expect(parent.state.$count.key?.hasSuffix("/SharedDeclarationTests.Household.State.count") == true)
  }

  @Test func privateTypesOfOneNameInTwoFilesDoNotShare() {
    let registry = SharedRegistry(directory: .none)
    let dependencies = DependencyValues(.test) { $0.shared = registry }
    let store = Store(initialState: Twin.State(), reducer: Twin(), dependencies: dependencies)
    store.send(.add)
    #expect(store.state.count == 1)
    #expect(twinOfAnotherFile(dependencies).wrappedValue == 0)
    #expect(registry.keys.count == 2)
  }

  @Test func typesWhosePropertiesHaveOneNameDoNotMix() {
    let registry = SharedRegistry(directory: .none)
    let dependencies = DependencyValues(.test) {
      $0.shared = registry
      $0.report = { [heard] issue in heard.append(issue.message) }
    }
    let store = Store(initialState: Generic<Mark>.State(), reducer: Generic<Mark>(), dependencies: dependencies)
    store.send(.add)
    let name = "/SharedDeclarationTests.swift/Generic<EnfoldTests.Mark>.State.count"
    #expect(store.state.$count.key?.hasSuffix(name) == true)
    #expect(heard.all.isEmpty)
    #expect(genericOfAnotherFile(dependencies).wrappedValue == 0)
    #expect(heard.all.count == 1 && heard.all.first?.contains("is a property of two types of the same name") == true)
    #expect(store.state.count == 1)
  }

  // MARK: Values of a parent

  @Test func aChildTakesTheValuesOfItsParent() {
    let store = Store(initialState: Household.State(), reducer: Household(), dependencies: DependencyValues(.test))
    store.send(.open)
    #expect(store.state.child?.count == 3 && store.state.child?.name == "Ada" && store.state.child?.step == 1)
    store.send(.count)
    #expect(store.state.count == 4 && store.state.child?.count == 4)
    #expect(store.state.child?.$count.key?.hasSuffix("/SharedDeclarationTests.Household.State.count") == true)
  }

  @Test func aChildThatIsThereAtTheBeginningTakesThemToo() {
    var state = Household.State()
    state.child = Child.State(count: state.$count, name: state.$name.reader, title: "")
    let store = Store(initialState: state, reducer: Household(), dependencies: DependencyValues(.test))
    store.send(.count)
    #expect(store.state.count == 4 && store.state.child?.count == 4)
  }

  @Test func theMemberwiseInitialiserStays() {
    let state = Child.State(
      count: 5, name: "Grace", title: "alone", note: .init(text: "x"), step: 2, default: nil, alert: nil)
    #expect(state.count == 5 && state.name == "Grace" && state.note.text == "x" && state.step == 2)
    let shared = Child.State(count: Shared(value: 6), name: SharedReader(Shared(value: "Bo")), title: "", step: 7)
    #expect(shared.count == 6 && shared.name == "Bo" && shared.step == 7)
  }
}
