// @Shared with one argument: keys that know their storage, and perhaps their default.
import EnfoldTesting
import Testing

extension SharedKey where Self == InMemoryKey<Bool>.Default {
  fileprivate static var isOn: Self { Self[.inMemory("isOn"), default: false] }
}

extension SharedReaderKey where Self == AppStorageKey<Int>.Default {
  fileprivate static var limit: Self { Self[.appStorage("limit"), default: 5] }
}

extension SharedKey where Self == FileStorageKey<[String]> {
  fileprivate static var names: Self { .fileStorage("names", path: "lists") }
}

@Suite("Shared values by keys that know their storage") struct SharedKeyTests {
  @ObservableState struct Settings: Equatable {
    @Shared(.isOn) var isOn
    @Shared(.limit) var limit: Int
    @Shared(.names) var names = ["milk"]
    @Shared(.inMemory("k")) var x = 0
    @Shared(.inMemory("user")) var user: String?
    @SharedReader(.isOn) var wasOn
    @SharedReader(.names) var readNames = ["milk"]
    @Shared(.appStorage("k")) var y = 1
    @Shared(.memory) var own = 3
    @Shared var given: Int
    var title = ""
  }

  struct Feature: Reducer {
    typealias State = Settings
    @Action enum Action { case toggle }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isOn.toggle()
      return .none
    }
  }

  @Test("Defaults, and the value that a property gives instead") func defaults() {
    withDependencies(DependencyValues(.test)) {
      let state = Settings(given: 2)
      #expect(!state.isOn)
      #expect(state.limit == 5)
      #expect(state.names == ["milk"])
      #expect(state.user == nil)
      #expect([state.$isOn.key, state.$names.key, state.$y.key] == ["isOn", "names", "k"])
      @Shared(.isOn) var isOn = true
      #expect(!isOn)  // the first to use the key has decided
      state.$isOn.withLock { $0 = true }
      #expect(isOn)
      #expect(state.wasOn)
    }
  }

  @Test("In stores, in JSON and in the schema") func stores() throws {
    try withDependencies(DependencyValues(.test)) {
      let store = Store(initialState: Settings(given: 2)) { Feature() }
      let other = Store(initialState: Settings(given: 3)) { Feature() }
      store.send(.toggle)
      #expect(store.isOn)
      #expect(other.isOn)
      #expect(other.wasOn)
      let state = try JSON.decode(Settings.self, from: #"{"given":1,"isOn":false}"#)
      #expect(state.$isOn.key == "isOn")
      #expect(!state.isOn)
      let schema = JSONSchemaBuilder.document(of: Settings.self)
      for key in ["isOn", "limit", "names", "k", "user"] { #expect(schema.contains(#""x-enfold-shared":"\#(key)""#)) }
      #expect(schema.contains(#"Settings.own""#))
      #expect(schema.contains(#""required":["given"]"#))
    }
  }

  @Test("Where the value is kept") func storages() {
    let isOn: InMemoryKey<Bool>.Default = .isOn
    let limit: AppStorageKey<Int>.Default = .limit
    let names: FileStorageKey<[String]> = .names
    #expect(isOn.storage.json == StorageType.memorySingleton.json)
    #expect(limit.storage.json == StorageType.defaults.json)
    #expect(names.storage.json == StorageType.file(path: "lists").json)
  }

  @Test("A value that is required is there, or throws") func require() async throws {
    try await withDependencies(DependencyValues(.test)) {
      await #expect(throws: SharedError(#"the shared value "isOn" is required, and there is none"#)) {
        try await Shared(require: .isOn)
      }
      @Shared(.isOn) var isOn
      $isOn.withLock { $0 = true }
      let required = try await Shared(require: .isOn)
      #expect(required.wrappedValue)
      required.withLock { $0 = false }
      #expect(!isOn)
    }
  }

  /// A storage that has one text.
  final class OneText: SharedStorage {
    let text: Result<[UInt8]?, SharedError>
    init(_ text: Result<[UInt8]?, SharedError>) { self.text = text }
    func load(_ key: String, _ answer: SharedLoad) { answer(text) }
    func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) { answer(nil) }
  }

  @Test("A storage is asked for a required value") func requireOfStorage() async throws {
    try await withDependencies(DependencyValues(.test)) {
      func require(_ key: String, _ text: Result<[UInt8]?, SharedError>) async throws -> Int {
        try await Shared(require: StorageKey<Int>(key, .storage(OneText(text)))).wrappedValue
      }
      let seven = try await require("seven", .success(Array("7".utf8)))
      #expect(seven == 7)
      await #expect(throws: SharedError(#"the shared value "none" is required, and there is none"#)) {
        try await require("none", .success(nil))
      }
      await #expect(throws: SharedError("away")) { try await require("away", .failure(SharedError("away"))) }
      await #expect(throws: SharedError.self) { try await require("text", .success(Array(#""7""#.utf8))) }
      // Whoever comes after one who was refused has a default of his own.
      @Shared(.storage(OneText(.success(nil))), key: "later") var later = 4
      #expect(later == 4)
    }
  }

  @Test("A reader of what a closure makes of the value") func read() {
    withDependencies(DependencyValues(.test)) {
      @Shared(.names) var names = ["milk", "tea"]
      let count: SharedReader<Int> = $names.read { $0.count }
      let isEven = count.read { $0.isMultiple(of: 2) }
      #expect(count.wrappedValue == 2)
      #expect(isEven.wrappedValue)
      $names.withLock { $0.append("jam") }
      #expect(count.wrappedValue == 3)
      #expect(!isEven.wrappedValue)
    }
  }
}
