// Axis: where the marks of an axis stand, and what is written at them.
import Glibc

/// An axis of numbers.
struct Axis {
  let low: Double
  let high: Double
  /// Round numbers inside.
  let marks: [Double]
  /// How many digits behind the point the numbers at the marks need.
  private let digits: Int

  /// - Parameter count: about how many marks there are.
  init(from least: Double, to greatest: Double, marks count: Int) {
    // A number that never changes stands in the middle.
    let margin = least == greatest ? max(abs(least) * 0.5, 1) : 0
    let (from, to) = (least - margin, greatest + margin)
    // Half of each, because the difference of two finite numbers may be none.
    let rough = (to / 2 - from / 2) * 2 / Double(count)
    guard rough.isFinite, rough > 0, from + rough > from, to - rough < to else {
      (low, high, marks, digits) = (from, to, [from, to], 0)
      return
    }
    let power = pow(10, floor(log10(rough)))
    let step = ([1, 2, 5].first { $0 * power >= rough } ?? 10) * power
    let first = ceil(from / step)
    let last = floor(to / step)
    low = from
    high = to
    digits = max(0, -Int(floor(log10(step) + 1e-9)))
    marks = last - first < 100 ? stride(from: first, through: last, by: 1).map { $0 * step } : [from, to]
  }

  /// Where a number lies, from 0 to 1.
  func place(_ value: Double) -> Double { high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0.5 }

  /// A number as it is written at its mark.
  func text(_ mark: Double) -> String { decimal(mark, digits: digits) }
}

/// A number with so many digits behind the point; of very great and very small ones the shortest text.
func decimal(_ number: Double, digits: Int) -> String {
  guard digits <= 9, abs(number) < 1e15 else { return "\(number)" }
  let factor = (0..<digits).reduce(1.0) { result, _ in result * 10 }
  guard let scaled = Int64(exactly: (number * factor).rounded()) else { return "\(number)" }
  let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(factor))
  let sign = scaled < 0 ? "-" : ""
  return digits == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(padded(Int64(fraction), digits))"
}
