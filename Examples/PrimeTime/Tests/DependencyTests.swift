// What the application needs from the world, in each environment.
import EnfoldTesting
import Foundation
import Testing

@testable import PrimeTimeFeature

@Suite("PrimeTime's dependencies") struct DependencyTests {
  let live = DependencyValues(.live)

  @Test("A number is prime if nothing but 1 and itself divides it") func primes() {
    #expect((-10...50).filter(isPrime) == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47])
    #expect(isPrime(7919))
    #expect(!isPrime(7917))
    #expect(!isPrime(7907 * 7907))
    #expect(!isPrime(.min))
  }

  @Test("The nth prime is computed", arguments: [(1, 2), (2, 3), (3, 5), (10, 29), (1000, 7919)])
  func nthPrime(n: Int, prime: Int) async throws {
    #expect(try await live.nthPrime(n) == prime)
  }

  @Test("Tests know the same few primes") func nthPrimeOfTests() async throws {
    let test = DependencyValues(.test)
    for n in 1...10 {
      let prime = try await live.nthPrime(n)
      #expect(try await test.nthPrime(n) == prime)
    }
    await #expect(throws: ActionError("Tests have no prime number 11.")) { try await test.nthPrime(11) }
  }

  @Test("There is no prime before the first", arguments: [DependencyEnvironment.live, .test], [0, -1, .min])
  func noNthPrime(environment: DependencyEnvironment, n: Int) async {
    await #expect(throws: ActionError.self) { try await DependencyValues(environment).nthPrime(n) }
  }

  @Test("A search is ended by cancelling it") func cancelNthPrime() async {
    let search = Task { [live] in try await live.nthPrime(.max) }
    search.cancel()
    await #expect(throws: CancellationError.self) { try await search.value }
  }

  @Test("Whoever asks does not wait for the search") func searchElsewhere() async {
    let store = Store(initialState: AppState(count: 200_000), reducer: PrimeTime(), dependencies: live)
    let task = store.send(.counterView(.counter(.nthPrimeTapped)))
    #expect(store.isNthPrimeLoading)
    task.cancel()
    await task.finish()
    #expect(store.alert == nil)
  }

  @Test("In a preview one sees it load for a second", .timeLimit(.minutes(1))) func preview() async {
    let clock = TestClock()
    let store = Store(
      initialState: AppState(count: 5), reducer: PrimeTime(),
      dependencies: DependencyValues(.preview) { $0.clock = clock })
    let task = store.send(.counterView(.counter(.nthPrimeTapped)))
    await clock.waitForSleepers(1)
    #expect(store.isNthPrimeLoading)
    clock.advanceNow(by: .seconds(1))
    await task.finish()
    #expect(store.alert == "Prime number 5 is 11.")
  }

  @Test("Favourites are saved as JSON, in place of what was there, and loaded again") func file() async throws {
    try await withFile { path in
      let store = Store(initialState: AppState(favoritePrimes: [2, 3, 31]), reducer: PrimeTime(), dependencies: live)
      await store.send(.favoritePrimes(.save(path: path))).finish()
      store.send(.favoritePrimes(.deleteFavoritePrimes([1])))
      await store.send(.favoritePrimes(.save(path: path))).finish()
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == "[2,31]\n")
      store.send(.favoritePrimes(.deleteFavoritePrimes([0, 1])))
      await store.send(.favoritePrimes(.load(path: path))).finish()
      #expect(store.favoritePrimes == [2, 31])
      #expect(store.alert == nil)
    }
  }

  @Test("A file that is no list of numbers, or not there, is an alert that names it") func badFile() async throws {
    try await withFile { path in
      let store = Store(initialState: AppState(favoritePrimes: [2]), reducer: PrimeTime(), dependencies: live)
      await store.send(.favoritePrimes(.load(path: path))).finish()
      #expect(store.alert == "\(path): No such file or directory")
      try Data("[2,x]".utf8).write(to: URL(fileURLWithPath: path))
      await store.send(.favoritePrimes(.load(path: path))).finish()
      #expect(store.alert?.hasPrefix("\(path), byte 3: ") == true)
      #expect(store.favoritePrimes == [2])
    }
  }

  @Test("Where favourites cannot be saved, the task fails", .issueReports(.testStoresOnly)) func notSaved() async throws
  {
    try await withFile { path in
      let store = Store(initialState: AppState(), reducer: PrimeTime(), dependencies: live)
      let task = store.send(.favoritePrimes(.save(path: "\(path)/inside")))
      await task.finish()
      let result = task.result.map { "\($0)" }
      #expect(result?.contains("failed") == true)
      #expect(result?.contains("No such file or directory") == true)
    }
  }

  /// A path at which nothing is, and afterwards again nothing.
  func withFile(_ body: (_ path: String) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("primes-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file.path)
  }
}
