// Storages of one's own: errors, and answers that come later or never.
import Enfold
import EnfoldTesting
import Testing

/// Keeps texts in memory, and fails or waits as it is told.
private final class Shelf: SharedStorage {
  let texts = Box<[String: [UInt8]]>([:])
  let loadError = Box<SharedError?>(nil)
  let saveError = Box<SharedError?>(nil)
  /// Loads that wait for an answer; nil: they are answered at once.
  let loads = Box<[SharedLoad]?>(nil)
  let saves = Box<Int>(0)
  private let changed = Box<(@Sendable () -> Void)?>(nil)

  func load(_ key: String, _ answer: SharedLoad) {
    let waits = loads.update { loads -> Bool in
      guard loads != nil else { return false }
      loads?.append(answer)
      return true
    }
    if waits { return }
    if let error = loadError.value { answer(.failure(error)) } else { answer(.success(texts.value[key])) }
  }

  func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) {
    saves.update { $0 += 1 }
    if let error = saveError.value { return answer(error) }
    texts.update { $0[key] = text }
    answer(nil)
  }

  func observe(_ key: String, _ changed: @escaping @Sendable () -> Void) -> AnyObject? {
    self.changed.value = changed
    return nil
  }

  /// Somebody else writes.
  func write(_ text: String, _ key: String) {
    texts.update { $0[key] = Array(text.utf8) }
    changed.value?()
  }

  func text(_ key: String) -> String? { texts.value[key].map { String(decoding: $0, as: UTF8.self) } }
}

@Suite struct SharedStorageTests {
  private let shelf = Shelf()

  private func alone<R>(_ body: () async throws -> R) async rethrows -> R {
    try await withDependencies(
      DependencyValues(.test) { $0.shared = SharedRegistry(directory: .none) }, operation: body)
  }

  // 138
  @Test func whatIsStoredPersists() async {
    await alone {
      @Shared(.storage(shelf), key: "count") var count = 0
      count = 77
      #expect(shelf.text("count") == "77")
    }
    await alone {
      @Shared(.storage(shelf), key: "count") var count = 0
      #expect(count == 77)
    }
  }

  // 152
  @Test func errorsOfSaving() async throws {
    try await alone {
      @Shared(.storage(shelf), key: "count") var count = 0
      shelf.saveError.value = SharedError("the shelf is full")
      count = 1
      #expect($count.saveError == SharedError("the shelf is full"))
      #expect(count == 1)
      let shared = $count
      await #expect(throws: SharedError("the shelf is full")) { try await shared.save() }
      shelf.saveError.value = nil
      try await shared.save()
      #expect($count.saveError == nil)
      #expect(shelf.text("count") == "1")
    }
  }

  // 152
  @Test func errorsOfLoadingStayUntilTheNextSuccess() async throws {
    try await alone {
      shelf.loadError.value = SharedError("the shelf is locked")
      @Shared(.storage(shelf), key: "count") var count = 5
      #expect(count == 5)
      #expect($count.loadError == SharedError("the shelf is locked"))
      let shared = $count
      await #expect(throws: SharedError("the shelf is locked")) { try await shared.load() }
      #expect($count.loadError != nil)
      shelf.loadError.value = nil
      try await shared.load()
      #expect($count.loadError == nil)
      shelf.write("no JSON", "count")
      #expect($count.loadError?.description.contains("no JSON") == true)
      #expect(count == 5)
      count = 6  // a successful save clears it, too
      #expect($count.loadError == nil)
    }
  }

  // 152
  @Test func loadsThatAreAnsweredLaterOrNever() async {
    await alone {
      shelf.loads.value = []
      @Shared(.storage(shelf), key: "count") var count = 5
      #expect(count == 5)
      #expect($count.isLoading)
      shelf.loads.value?.first?(.success(Array("7".utf8)))
      #expect(count == 7)
      #expect(!$count.isLoading)
      @Shared(.storage(shelf), key: "other") var other = 1
      #expect(other == 1)
      shelf.loads.value = []
      #expect(!$other.isLoading)
      #expect($other.loadError?.description.contains("without an answer") == true)
    }
  }

  @Test func whatWasAssignedMeanwhileCounts() async {
    await alone {
      shelf.loads.value = []
      @Shared(.storage(shelf), key: "count") var count = 5
      count += 1
      shelf.loads.value?.first?(.success(Array("7".utf8)))
      #expect(count == 6)
      #expect(shelf.text("count") == "6")
    }
  }

  @Test func changesByOthersReachStores() async {
    await alone {
      let store = Store(initialState: Reader.State(shelf: shelf), reducer: Reader())
      let heard = Log<Int>()
      let subscription = store.observe(\.count) { count in heard.append(count) }
      shelf.write("3", "count")
      #expect(heard.all == [0, 3])
      #expect(store.revision == 1)
      subscription.cancel()
    }
  }

  @Test func equalTextsAreNotSavedAgain() async {
    await alone {
      @Shared(.storage(shelf), key: "count") var count = 0
      count = 1
      count = 1
      #expect(shelf.saves.value == 1)
    }
  }
}

private struct Reader: Reducer {
  @ObservableState struct State: Equatable {
    @Shared var count: Int

    init(shelf: Shelf) { _count = Shared(wrappedValue: 0, .storage(shelf), key: "count") }
  }

  enum Action: Sendable { case nothing }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
