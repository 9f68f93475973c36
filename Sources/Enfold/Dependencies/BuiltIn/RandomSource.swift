// The dependency `random`: a source of random numbers.
import Synchronization

/// Random numbers, from the system or from a sequence that a seed determines.
///
/// ```swift
/// @Dependency(\.random) var random
/// let die = random.next(in: 1...6)
/// let order = random.withGenerator { cards.shuffled(using: &$0) }
/// ```
///
/// Copies share one sequence, and any thread may take numbers from it. So the numbers are the same in every run if they
/// are taken in the same order. In reducers they are, because a store reduces one action at a time.
///
/// The sequence of a seed and ``next(in:)-(ClosedRange<_>)`` are the same on every machine and in every version.
/// Functions of the standard library that use a generator may differ between its versions.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private let draw: @Sendable () -> UInt64

  /// Takes numbers from elsewhere: `draw` gives 64 random bits. It may be called on any thread.
  public init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

  /// The sequence of a seed: SplitMix64, that is Steele, Lea and Flood, *Fast splittable pseudorandom number generators*,
  /// 2014, as published by Vigna. Not for secrets.
  ///
  /// The state begins with the seed. For each number 0x9E3779B97F4A7C15 is added to the state, modulo 2⁶⁴. With z as
  /// the new state, z = (z ^ z >> 30) · 0xBF58476D1CE4E5B9, then z = (z ^ z >> 27) · 0x94D049BB133111EB, and the number
  /// is z ^ z >> 31.
  public init(seed: UInt64) {
    let sequence = SplitMix64(seed)
    draw = { sequence.next() }
  }

  /// The system's random numbers, fit for secrets.
  public static let system = RandomSource {
    var system = SystemRandomNumberGenerator()
    return system.next()
  }

  /// 64 random bits.
  public func next() -> UInt64 { DependencyTap.value("random") { RandomBits(draw()) }.bits }

  /// An integer within bounds. Each has the same probability.
  ///
  /// Takes as many numbers of 64 bits as the type needs; the first one gives the lowest bits. Of these bits it uses as
  /// many low ones as the distance between the bounds has. If their value is more than the distance, it begins again.
  public func next<T: FixedWidthInteger>(in range: ClosedRange<T>) -> T {
    let distance = T.Magnitude(truncatingIfNeeded: range.upperBound &- range.lowerBound)
    let mask = distance == 0 ? 0 : T.Magnitude.max >> T.Magnitude(distance.leadingZeroBitCount)
    var offset: T.Magnitude
    repeat { offset = bits() & mask } while offset > distance
    return range.lowerBound &+ T(truncatingIfNeeded: offset)
  }

  /// An integer within bounds. The range must not be empty.
  public func next<T: FixedWidthInteger>(in range: Range<T>) -> T {
    precondition(!range.isEmpty, "there is no random number in an empty range")
    return next(in: range.lowerBound...range.upperBound - 1)
  }

  /// Runs `body` with a generator, for functions of the standard library that want one.
  public func withGenerator<R>(_ body: (inout RandomSource) throws -> R) rethrows -> R {
    var generator = self
    return try body(&generator)
  }

  private func bits<T: FixedWidthInteger>() -> T {
    stride(from: 0, to: T.bitWidth, by: 64).reduce(0) { $0 | T(truncatingIfNeeded: next()) << T($1) }
  }
}

/// The state is a counter, so one atomic addition takes a number.
private final class SplitMix64: Sendable {
  private let state: Atomic<UInt64>

  init(_ seed: UInt64) { state = Atomic(seed) }

  func next() -> UInt64 {
    var z = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

private enum RandomKey: DependencyInjectable {
  static var live: RandomSource { .system }
  static var test: RandomSource { RandomSource(seed: 0) }
}

extension DependencyValues {
  /// Random numbers: the system's, and in tests the sequence of the seed 0.
  public var random: RandomSource {
    get { self[RandomKey.self] }
    set { self[RandomKey.self] = newValue }
  }
}
