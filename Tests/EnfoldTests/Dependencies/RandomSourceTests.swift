// The dependency `random`: sequences that never change.
import Enfold
import Testing

@Suite("Random numbers") struct RandomSourceTests {
  @Test("A seed gives the sequence of SplitMix64")
  func sequence() {
    // The first numbers that the author's C program prints for these seeds.
    let known: [UInt64: [UInt64]] = [
      0: [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC],
      1_234_567: [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ],
    ]
    for (seed, numbers) in known {
      let source = RandomSource(seed: seed)
      #expect(numbers.map { _ in source.next() } == numbers)
    }
  }

  @Test("Copies go on with one sequence")
  func copies() {
    let source = RandomSource(seed: 0)
    let copy = source
    let reference = RandomSource(seed: 0)
    #expect([source.next(), copy.next(), source.next()] == (0..<3).map { _ in reference.next() })
  }

  @Test("Numbers within bounds are pinned, for every width")
  func bounds() {
    let source = RandomSource(seed: 0)
    #expect((0..<10).map { _ in source.next(in: 1...6) } == [5, 5, 4, 3, 2, 5, 4, 2, 4, 2])
    #expect((0..<4).map { _ in source.next(in: Int8.min...Int8.max) } == [43, -43, 6, -28])
    #expect(
      (0..<3).map { _ in source.next(in: UInt64.min...UInt64.max) } == [
        15_571_913_878_924_461_484, 15_781_000_307_351_985_879, 12_178_730_177_414_951_181,
      ])
    #expect((0..<3).map { _ in source.next(in: -3..<3) } == [-1, 1, -2])
    #expect(source.next(in: 7...7) == 7)
    #expect(source.next(in: Int.max...Int.max) == Int.max)
  }

  @Test("Bounds are kept, and everything within is reached")
  func distribution() {
    let source = RandomSource(seed: 42)
    var counts: [Int: Int] = [:]
    for _ in 0..<6000 { counts[source.next(in: -2...3), default: 0] += 1 }
    #expect(counts.keys.sorted() == [-2, -1, 0, 1, 2, 3])
    #expect(counts.values.allSatisfy { (800...1200).contains($0) })
  }

  @Test("The standard library uses it as a generator")
  func generator() {
    let (one, other) = (RandomSource(seed: 5), RandomSource(seed: 5))
    let shuffled = one.withGenerator { Array(1...50).shuffled(using: &$0) }
    #expect(shuffled == other.withGenerator { Array(1...50).shuffled(using: &$0) })
    #expect(shuffled.sorted() == Array(1...50))
    #expect(one.next() == other.next())
  }

  @Test("Every number is taken once, also by many threads")
  func threads() async {
    let source = RandomSource(seed: 9)
    let taken = Log<UInt64>()
    await onThreads(4) { _ in for _ in 0..<250 { taken.append(source.next()) } }
    let reference = RandomSource(seed: 9)
    #expect(Set(taken.all) == Set((0..<1000).map { _ in reference.next() }))
  }

  @Test("It is the system's in a live program and in previews, and that of the seed 0 in tests")
  func environments() {
    let random = DependencyValues(.test).random
    #expect([random.next(), random.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
    for environment in [DependencyEnvironment.live, .preview] {
      let (one, other) = (DependencyValues(environment).random, DependencyValues(environment).random)
      #expect((0..<4).map { _ in one.next() } != (0..<4).map { _ in other.next() })
    }
  }
}
