// RedactionScan: goes through a JSON text beside a RedactionGraph, and notes where redacted values are.
import EnfoldJSON

/// Reads a text that need not be JSON: it stops where it does not understand the text any more. It looks at brackets, commas
/// and strings only. It does not recurse, and values in which nothing is redacted are only skipped.
struct RedactionScan {
  private let graph: RedactionGraph
  private let text: UnsafeRawBufferPointer
  private var position = 0
  private var open: [Level] = []

  /// The redacted values, in order.
  private(set) var found: [Range<Int>] = []
  /// Values that are no arrays or objects, although something inside them is redacted.
  private(set) var misshapen: [Range<Int>] = []
  /// Where it stopped, if the text is not JSON. A redacted value that is not whole goes to the end of the text.
  private(set) var damage: Int?
  /// Of the value that comes next.
  private(set) var next = RedactionGraph.Places()

  /// An array or object that is open.
  private struct Level {
    let places: RedactionGraph.Places
    let isObject: Bool
    /// How many elements of the array were begun. Elements of a batch are all alike.
    var count = 0
    var isBatch = false
  }

  init(_ text: UnsafeRawBufferPointer, _ graph: RedactionGraph) {
    self.text = text
    self.graph = graph
  }

  /// - Parameter isBatch: whether the text is an array, and the places are those of its elements.
  mutating func run(from places: RedactionGraph.Places, isBatch: Bool = false) {
    next = places
    if isBatch {
      skipSpace()
      guard position < text.count, text[position] == UInt8(ascii: "[") else { return damage = position }
      position += 1
      open.append(Level(places: places, isObject: false, isBatch: true))
      guard !leaveIfEmpty() else { return finish() }
    }
    while damage == nil {
      readValue()
      guard damage == nil, moveOn() else { return finish() }
    }
  }

  private mutating func finish() {
    guard damage == nil else { return }
    skipSpace()
    if position < text.count { damage = position }
  }

  private mutating func skipSpace() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Reads a value, or the beginning of an array or object in which something is redacted.
  private mutating func readValue() {
    while true {
      skipSpace()
      guard position < text.count else { return damage = position }
      let start = position
      let isObject = text[position] == UInt8(ascii: "{")
      guard !next.isRedacted, !next.isEmpty, isObject || text[position] == UInt8(ascii: "[") else {
        guard skipValue() else { return damage = position }
        if next.isRedacted {
          found.append(start..<position)
        } else if !next.isEmpty, !next.isAction || text[start] != UInt8(ascii: "\"") {
          // An action without values is a text, its name.
          misshapen.append(start..<position)
        }
        return
      }
      position += 1
      open.append(Level(places: next, isObject: isObject))
      if leaveIfEmpty() || !beginElement() { return }
    }
  }

  /// Leaves an array or object that was just opened, if it has no elements.
  private mutating func leaveIfEmpty() -> Bool {
    skipSpace()
    guard position < text.count, let level = open.last, text[position] == closing(level) else { return false }
    position += 1
    open.removeLast()
    return true
  }

  private func closing(_ level: Level) -> UInt8 { level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  /// Goes to the next value behind the one that was read. False if there is none.
  private mutating func moveOn() -> Bool {
    while let level = open.last {
      skipSpace()
      guard position < text.count else {
        damage = position
        return false
      }
      switch text[position] {
      case UInt8(ascii: ","):
        position += 1
        return beginElement()
      case closing(level):
        position += 1
        open.removeLast()
      default:
        damage = position
        return false
      }
    }
    return false
  }

  /// Moves to the value of the next member, or to the next element. False if the text is damaged.
  private mutating func beginElement() -> Bool {
    guard let level = open.last else { return false }
    guard level.isObject else {
      next = level.isBatch ? level.places : graph.step(level.places, "\(level.count)")
      open[open.count - 1].count += 1
      return true
    }
    skipSpace()
    let start = position
    guard position < text.count, text[position] == UInt8(ascii: "\""), skipString() else {
      damage = position
      return false
    }
    next = graph.step(level.places, text.jsonString(start..<position))
    skipSpace()
    guard position < text.count, text[position] == UInt8(ascii: ":") else {
      damage = position
      return false
    }
    position += 1
    return true
  }

  /// Moves behind a value. False if it is none, or not whole.
  private mutating func skipValue() -> Bool {
    let start = position
    var depth = 0
    repeat {
      guard position < text.count else {
        if next.isRedacted { found.append(start..<position) }
        return false
      }
      switch text[position] {
      case UInt8(ascii: "\""):
        if !skipString() {
          if next.isRedacted { found.append(start..<position) }
          return false
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return false }
        depth -= 1
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return false }
        position += 1
      default: skipWord()
      }
    } while depth > 0
    return true
  }

  private mutating func skipWord() {
    while position < text.count, !text[position].endsWord { position += 1 }
  }

  /// Moves behind a string; false, at the end of the text, if it does not end.
  private mutating func skipString() -> Bool {
    position += 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        return true
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    position = text.count
    return false
  }
}

extension UInt8 {
  /// Whether a number, or another word without quotes, ends before this byte.
  var endsWord: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"),
      UInt8(ascii: ","),
      UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
      true
    default: false
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The string that a range of a JSON text is, quotes included. If it is none, its bytes.
  func jsonString(_ range: Range<Int>) -> String {
    let bytes = UnsafeRawBufferPointer(rebasing: self[range])
    var reader = JSONReader(bytes, limits: .greatest)
    return (try? reader.readString()) ?? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
