// Storages that answer late, in another order, or several times: which text counts.
import Enfold
import EnfoldTesting
import Testing

/// Answers when the test says so.
private final class Slow: SharedStorage {
  let loads = Box<[SharedLoad]>([])
  let saves = Box<[(text: String?, answer: SharedSave)]>([])
  let removed = Box<[String]>([])
  /// Whether nobody answers a save.
  let forgets = Box(false)
  /// Whether others change the text right before a save.
  let isInterrupted = Box(false)
  private let changed = Box<(@Sendable () -> Void)?>(nil)

  func load(_ key: String, _ answer: SharedLoad) { loads.update { $0.append(answer) } }
  func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) {
    if forgets.value { return }
    if isInterrupted.value {
      let begun = loads.value.count
      change()
      if loads.value.count > begun { self.answer(begun, "7") }
    }
    saves.update { $0.append((text.map { String(decoding: $0, as: UTF8.self) }, answer)) }
  }
  func observe(_ key: String, _ changed: @escaping @Sendable () -> Void) -> AnyObject? {
    self.changed.value = changed
    return nil
  }
  func setAside(_ key: String) { removed.update { $0.append(key) } }

  func change() { changed.value?() }
  func answer(_ index: Int, _ text: String?) { loads.value[index](.success(text.map { Array($0.utf8) })) }
  var texts: [String?] { saves.value.map(\.text) }
}

@Suite struct StoredValueTests {
  private let slow = Slow()

  private func alone(_ body: () async throws -> Void) async rethrows {
    try await withDependencies(
      DependencyValues(.test) { $0.shared = SharedRegistry(directory: .none) }, operation: body)
  }

  @Test func theLaterLoadCounts() async {
    await alone {
      @Shared(.storage(slow), key: "count") var count = 0
      #expect(count == 0)
      slow.change()
      slow.answer(0, "1")
      #expect(count == 1 && $count.isLoading)
      slow.answer(1, "2")
      #expect(count == 2 && !$count.isLoading)
      slow.change()
      slow.change()
      slow.answer(3, "4")
      slow.answer(2, "3")
      #expect(count == 4, "an older load tells nothing new")
    }
  }

  @Test("What others wrote before an assignment was saved does not take its place") func aLoadWaitsForTheSave() async {
    await alone {
      @Shared(.storage(slow), key: "count") var count = 0
      #expect(count == 0)
      slow.answer(0, nil)
      slow.isInterrupted.value = true
      count = 1
      #expect(slow.texts == ["1"] && slow.loads.value.count == 2, "the load has begun after the save")
      slow.answer(1, "1")
      #expect(count == 1 && !$count.isLoading)
    }
  }

  @Test func anEqualAssignmentIsNoChange() async {
    await alone {
      @Shared(.storage(slow), key: "count") var count = 5
      count = 5
      $count.withLock { _ = $0 }
      #expect(slow.texts == [])
      slow.answer(0, "7")
      #expect(count == 7)
    }
  }

  @Test func saveWaitsForTheAnswer() {
    let registry = SharedRegistry(directory: .none)
    let (cell, check, _) = registry.localCell("count", .storage(slow), default: Array("0".utf8)) { text, _ in
      .success(Array(text))
    }
    slow.answer(0, nil)
    _ = cell.assign(Array("1".utf8))
    let answers = Log<SharedError?>()
    cell.save { answers.append($0) }
    // What changes nothing does not keep it waiting.
    _ = cell.assign(Array("1".utf8))
    #expect(answers.all.isEmpty)
    slow.saves.value[0].answer(SharedError("the shelf is full"))
    #expect(answers.all == [SharedError("the shelf is full")])
    #expect(slow.texts == ["1"])
    cell.save { answers.append($0) }
    #expect(slow.texts == ["1", "1"], "what has failed is tried again")
    slow.saves.value[1].answer(nil)
    #expect(answers.all == [SharedError("the shelf is full"), nil])
    cell.save { answers.append($0) }
    #expect(answers.all.count == 3, "there is nothing to save")
    withExtendedLifetime(check) {}
  }

  @Test func anOldAnswerTellsNothingNew() async {
    await alone {
      @Shared(.storage(slow), key: "count") var count = 0
      #expect(count == 0)
      slow.answer(0, nil)
      count = 1
      count = 2
      slow.saves.value[1].answer(nil)
      slow.saves.value[0].answer(SharedError("late"))
      #expect($count.saveError == nil)
      #expect(slow.texts == ["1", "2"])
    }
  }

  @Test func savingEndsTheErrorOfALoad() async throws {
    try await alone {
      @Shared(.storage(slow), key: "count") var count = 0
      #expect(count == 0)
      slow.answer(0, "no JSON")
      #expect($count.loadError != nil)
      #expect(slow.removed.value == ["count"])
      let shared = $count
      let saving = Task { try await shared.save() }
      while slow.saves.value.isEmpty { await Task.yield() }
      #expect($count.loadError != nil, "nothing is saved yet")
      slow.saves.value[0].answer(nil)
      try await saving.value
      #expect($count.loadError == nil)
      #expect(slow.texts == ["0"])
    }
  }

  @Test func whatCouldNotBeLoadedIsSetAside() async {
    await alone {
      @Shared(.storage(slow), key: "count") var count = 0
      #expect(count == 0)
      slow.loads.value[0](.failure(SharedError("the shelf is locked")))
      #expect($count.loadError == SharedError("the shelf is locked"))
      #expect(slow.removed.value == ["count"])
      count = 1
      #expect(slow.texts == ["1"])
    }
  }

  @Test func aRemovalIsSavedAsARemoval() async {
    await alone {
      @Shared(.storage(slow), key: "count") var count = 0
      #expect(count == 0)
      slow.answer(0, "3")
      $count.removeFromStorage()
      #expect(count == 0)
      #expect(slow.texts == [nil])
      count = 4
      $count.removeFromStorage()
      count = 5
      #expect(slow.texts == [nil, "4", nil, "5"])
    }
  }

  @Test func aSaveThatTheStorageForgetsHasFailed() async {
    await alone {
      slow.forgets.value = true
      @Shared(.storage(slow), key: "count") var count = 0
      count = 1
      #expect($count.saveError?.description.contains("without an answer") == true)
      let shared = $count
      await #expect(throws: SharedError.self) { try await shared.save() }
    }
  }
}
