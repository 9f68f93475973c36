// Numbers: exact integers, bit-exact floats, and their shortest text.

import EnfoldJSON
import Testing

struct NumberTests {
  @Test
  func integersAreExactOverTheirWholeRange() {
    func check<T: FixedWidthInteger & JSONCodable>(_ type: T.Type) {
      for value in [T.min, T.min + 1, 0, 1, 9, 10, 99, 100, T.max - 1, T.max] {
        #expect(decoded(T.self, "\(value)") == "\(value)")
        #expect(JSON.string(value) == "\(value)")
      }
      #expect(decoded(T.self, "\(T.max)0") == "mismatch 0")
      #expect(decoded(T.self, T.min < 0 ? "\(T.min)0" : "-1") == "mismatch 0")
    }
    check(Int.self)
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(UInt.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
  }

  @Test
  func integersJustBeyondTheirRangeAreRefusedByName() {
    #expect(decoded(Int64.self, "9223372036854775808") == "mismatch 0")
    #expect(decoded(Int64.self, "-9223372036854775809") == "mismatch 0")
    #expect(decoded(UInt64.self, "18446744073709551616") == "mismatch 0")
    #expect(decoded(UInt64.self, "99999999999999999999999") == "mismatch 0")
    #expect(decoded(Int8.self, "[128]") == "mismatch 0")
    #expect(message(UInt8.self, "256") == "256 is out of the range of UInt8 (0...255)")
    #expect(message(Int8.self, " -129") == "-129 is out of the range of Int8 (-128...127)")
    #expect(decoded(UInt8.self, "-0") == "0")
  }

  @Test
  func wideIntegersAreExactToo() throws {
    func read<T: FixedWidthInteger>(_ type: T.Type, _ text: String) throws -> T {
      var copy = text
      return try copy.withUTF8 { bytes in
        var reader = JSONReader(UnsafeRawBufferPointer(bytes))
        return try reader.readInteger(T.self)
      }
    }
    for text in ["170141183460469231731687303715884105727", "-170141183460469231731687303715884105728", "-1", "0"] {
      let value = try read(Int128.self, text)
      #expect("\(value)" == text)
      var writer = JSONWriter()
      writer.write(value)
      #expect(writer.string == text)
    }
    #expect(throws: JSONError.self) { try read(Int128.self, "170141183460469231731687303715884105728") }
  }

  @Test
  func aNumberWithFractionOrExponentIsNoInteger() {
    for text in ["1.0", "1e2", "-0.0", "1E0", "0.5", "12345678901234567890.0"] {
      #expect(decoded(Int.self, text) == "mismatch 0")
      #expect(message(Int.self, text) == "\(text) is no integer: digits alone make one")
    }
    #expect(decoded(Int.self, "01") == "syntax 1")
    #expect(decoded(Int.self, "-") == "syntax 1")
    #expect(decoded(Int.self, "1.") == "syntax 2")
    #expect(decoded(Int.self, "1e") == "syntax 2")
    #expect(decoded(Int.self, "\"1\"") == "mismatch 0")
    #expect(decoded(Int.self, "1x") == "syntax 1")
  }

  @Test(arguments: [
    0.0, -0.0, 1, -1, 0.1, 0.2, 0.3, 1.5, 1e15, 1e16, 1e17, 1e20, 1e21, 1e22, 1e23, 123456789.123,
    .leastNonzeroMagnitude,
    .leastNormalMagnitude, .leastNormalMagnitude.nextDown, 1.7976931348623157e308, 9007199254740991, 9007199254740992,
    18014398509481984, 4503599627370496.5, 1e-5, 1e-4, 1e-7, .pi, 6.02214076e23, 9.5, 1e300,
  ])
  func doublesComeBackBitForBit(value: Double) throws {
    for value in [value, -value] {
      let text = JSON.string(value)
      #expect(try JSON.decode(Double.self, from: text).bitPattern == value.bitPattern, "\(text)")
      #expect(skipOutcome(Array(text.utf8)) == "ok")
      #expect(text == value.description)
    }
  }

  @Test
  func randomDoublesComeBackBitForBit() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<50_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(try JSON.decode(Double.self, from: JSON.string(value)).bitPattern == value.bitPattern)
      let single = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      guard single.isFinite else { continue }
      #expect(try JSON.decode(Float.self, from: JSON.string(single)).bitPattern == single.bitPattern)
    }
  }

  @Test(arguments: [
    // Ties, near-ties and long digit strings: known to break parsers that round twice.
    "9007199254740993", "9007199254740993.0000000000000000000000000000000000000000000001",
    "0.1000000000000000055511151231257827",
    "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9406564584124654e-324", "2.4703282292062327e-324",
    "2.4703282292062328e-324", "1.7976931348623158e308", "179769313486231580793e288", "1e-400",
    "123456789012345678901234567890e-20",
    "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001e100",
    "8.98846567431158e307",
    "6929495644600919.5", "3.7455744005952583e15", "30078505129381147446200", "1777820000000000000001",
    "0.00000000000000000000000000000000000001e-300",
    "100000000000000016777215", "100000000000000016777216", "1090544144181609348835077142190", "0e5", "0.0e-5",
    "10000000000000000000",
  ])
  func decimalsAreRoundedToTheNearestDouble(text: String) throws {
    let expected = try #require(Double(text))
    #expect(try JSON.decode(Double.self, from: text).bitPattern == expected.bitPattern)
    #expect(try JSON.decode(Double.self, from: "-" + text).bitPattern == (-expected).bitPattern)
  }

  @Test(arguments: [
    "1.00000005960464477540", "1.000000059604644775390625", "1.00000005960464477538", "16777217", "16777219",
    "3.4028235e38", "1.4e-45", "7e-46",
    "7.1e-46", "1.1754943508222875e-38", "1.17549429e-38", "0.1", "1e-50", "0", "8388608.5", "8388609.5",
    "1.00000017881393432617187499",
  ])
  func decimalsAreRoundedToTheNearestFloatOnce(text: String) throws {
    let expected = try #require(Float(text))
    #expect(try JSON.decode(Float.self, from: text).bitPattern == expected.bitPattern)
  }

  @Test
  func numbersThatOverflowAreRefused() {
    #expect(decoded(Double.self, "1e309") == "mismatch 0")
    #expect(decoded(Double.self, "1.7976931348623159e308") == "mismatch 0")
    #expect(decoded([Double].self, "[1,-1e400]") == "mismatch 3")
    #expect(decoded(Float.self, "3.5e38") == "mismatch 0")
    #expect(decoded(Float.self, "1e999") == "mismatch 0")
    #expect(decoded(Double.self, "1" + String(repeating: "0", count: 400)) == "mismatch 0")
  }

  @Test
  func whatIsNotFiniteIsAString() throws {
    #expect(JSON.string([Double.nan, .infinity, -.infinity]) == #"["NaN","Infinity","-Infinity"]"#)
    #expect(JSON.string([Float.nan, .infinity, -.infinity]) == #"["NaN","Infinity","-Infinity"]"#)
    #expect(try JSON.decode(Double.self, from: "\"NaN\"").isNaN)
    #expect(try JSON.decode(Double.self, from: "\"-Infinity\"") == -.infinity)
    #expect(try JSON.decode(Float.self, from: "\"Infinity\"") == .infinity)
    #expect(decoded(Double.self, "\"infinity\"") == "mismatch 0")
    #expect(decoded([Double].self, "[\"1\"]") == "mismatch 1")
    #expect(decoded(Double.self, "NaN") == "syntax 0")
    #expect(decoded(Double.self, "true") == "mismatch 0")
  }

  @Test
  func floatsAreWrittenInTheirOwnShortestForm() {
    #expect(JSON.string(Float(0.1)) == "0.1")
    #expect(JSON.string(Float(1)) == "1.0")
    #expect(JSON.string(Float(16_777_216)) == "16777216.0")
    #expect(JSON.string(Float.leastNonzeroMagnitude) == "1e-45")
  }
}
