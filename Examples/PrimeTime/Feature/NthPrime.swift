// NthPrime: the dependency that finds primes.
import Enfold

private enum NthPrime: DependencyInjectable {
  typealias DependencyType = @Sendable (Int) async throws -> Int

  static var live: DependencyType { nthPrime }

  /// Takes a second, so that one sees it load.
  static var preview: DependencyType {
    { n in
      @Dependency(\.clock) var clock
      try await clock.sleep(for: .seconds(1))
      return try await nthPrime(n)
    }
  }

  /// Knows a few by heart.
  static var test: DependencyType {
    { n in
      let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
      guard (1...primes.count).contains(n) else { throw ActionError("Tests have no prime number \(n).") }
      return primes[n - 1]
    }
  }
}

extension DependencyValues {
  /// Says which prime is the nth, counted from 1.
  var nthPrime: @Sendable (_ n: Int) async throws -> Int {
    get { self[NthPrime.self] }
    set { self[NthPrime.self] = newValue }
  }
}

/// Looks for the nth prime until it is found or the task is cancelled.
@Sendable private func nthPrime(_ n: Int) async throws -> Int {
  if n < 1 { throw ActionError("There is no prime number \(n).") }
  await Task.yield()  // what follows takes its time: not on the thread that reduces
  var (number, found) = (2, 1)
  while found < n {
    try Task.checkCancellation()
    number += 1
    if isPrime(number) { found += 1 }
  }
  return number
}

/// Whether a number is prime.
func isPrime(_ number: Int) -> Bool {
  if number < 4 || number.isMultiple(of: 2) { return number == 2 || number == 3 }
  var divisor = 3
  while divisor <= number / divisor {
    if number.isMultiple(of: divisor) { return false }
    divisor += 2
  }
  return true
}
