// ReportedPlaces: the places where a state without change records has changed.
import Enfold
import EnfoldJSON
import Glibc

/// Places that somebody reported as changed. None of them is inside another.
///
/// They are kept as the texts of their pointers: a place is inside another one if its text begins with the text of that
/// one. So nothing is parsed, and nothing is allocated once there is room.
struct ReportedPlaces: ~Copyable {
  /// The texts of the pointers, one behind the other.
  private var texts = JSONWriter(capacity: 16)
  private let places = GrowableBuffer<TextRange>(capacity: 1)

  init() {}

  var isEmpty: Bool { places.count == 0 }
  var count: Int { places.count }
  /// Whether the whole state is one of the places. Then it is the only one.
  var isWhole: Bool { !isEmpty && places[0].count == 0 }

  /// Where the text of a place lies.
  subscript(number: Int) -> TextRange { places[number] }

  func text(_ range: TextRange) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: texts.baseAddress + range.start, count: range.count)
  }

  /// The pointers, for tests.
  var pointers: [String] { (0..<count).map { String(decoding: text(places[$0]), as: UTF8.self) } }

  /// Adds the place of a JSON Pointer. A text that is no JSON Pointer means the whole state. If there are too many
  /// places, they are replaced by the smallest place that contains all.
  mutating func add(_ pointer: UnsafeRawBufferPointer) {
    // No state is deeper.
    let length = JSONPath.length(ofPointer: pointer, tokens: JSONLimits.stateDepth) ?? 0
    let place = UnsafeRawBufferPointer(start: pointer.baseAddress, count: length)
    var kept = 0
    for number in 0..<count {
      let other = text(places[number])
      if Self.contains(other, place) { return }
      if Self.contains(place, other) { continue }
      places[kept] = places[number]
      kept += 1
    }
    places.truncate(to: kept)
    if kept == 0 { texts.removeAll() }
    let start = texts.count
    texts.raw(place)
    places.append(TextRange(start, texts.count))
    if count > Sizes.of(256, tiny: 4) { join() }
  }

  /// Takes the places of another list, which is empty then.
  mutating func take(from other: inout ReportedPlaces) {
    if isEmpty { return swap(&self, &other) }
    for number in 0..<other.count { add(other.text(other[number])) }
    other.removeAll()
  }

  /// Forgets the places, and keeps their memory.
  mutating func removeAll() {
    texts.removeAll()
    places.removeAll()
  }

  /// Replaces all places by the smallest one that contains them.
  private mutating func join() {
    let first = places[0]
    var common = first.count
    for number in 1..<count {
      while !Self.contains(text(TextRange(first.start, first.start + common)), text(places[number])) {
        repeat { common -= 1 } while text(first)[common] != UInt8(ascii: "/")
      }
    }
    places.truncate(to: 1)
    places[0] = TextRange(first.start, first.start + common)
  }

  /// Whether a place is at or inside another.
  private static func contains(_ outer: UnsafeRawBufferPointer, _ inner: UnsafeRawBufferPointer) -> Bool {
    guard let start = outer.baseAddress, outer.count > 0 else { return true }
    guard let other = inner.baseAddress, inner.count >= outer.count, memcmp(start, other, outer.count) == 0 else {
      return false
    }
    return inner.count == outer.count || inner[outer.count] == UInt8(ascii: "/")
  }
}
