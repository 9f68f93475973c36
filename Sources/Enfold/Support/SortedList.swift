// SortedList: elements in ascending order.

/// Elements in ascending order, in pieces of limited length: so inserting and removing move few of them.
package struct SortedList<Element: Comparable> {
  /// None of them is empty.
  private var pieces: [[Element]] = []

  private static var greatestLength: Int { Sizes.of(256, tiny: 2) }

  package init() {}

  package var isEmpty: Bool { pieces.isEmpty }
  package var first: Element? { pieces.first?.first }
  package var last: Element? { pieces.last?.last }

  /// Inserts an element, in front of those that are equal.
  package mutating func insert(_ element: Element) {
    guard !pieces.isEmpty else { return pieces = [[element]] }
    let place = place(of: element)
    let index = min(place.piece, pieces.count - 1)
    pieces[index].insert(element, at: index == place.piece ? place.offset : pieces[index].count)
    let count = pieces[index].count
    guard count > Self.greatestLength else { return }
    // Elements that come in ascending order fill the pieces to the end.
    let kept = index == pieces.count - 1 && place.piece > index ? count - 1 : count / 2
    pieces.insert(Array(pieces[index][kept...]), at: index + 1)
    pieces[index].removeSubrange(kept...)
  }

  /// Removes an element that is equal to this one. False if there is none.
  @discardableResult package mutating func remove(_ element: Element) -> Bool {
    let place = place(of: element)
    guard place.piece < pieces.count, pieces[place.piece][place.offset] == element else { return false }
    if pieces[place.piece].count == 1 {
      pieces.remove(at: place.piece)
    } else {
      pieces[place.piece].remove(at: place.offset)
    }
    return true
  }

  /// The elements that are nearest to one, which need not be there: as many before it as from it on, and at most `limit` together.
  package func nearest(_ limit: Int, to element: Element) -> [Element] {
    let place = place(of: element)
    var (before, behind): ([Element], [Element]) = ([], [])
    for piece in place.piece..<max(pieces.count, place.piece) {
      guard behind.count < limit else { break }
      behind += pieces[piece][(piece == place.piece ? place.offset : 0)...].prefix(limit - behind.count)
    }
    for piece in (0..<min(place.piece + 1, pieces.count)).reversed() {
      guard before.count < limit else { break }
      let end = piece == place.piece ? place.offset : pieces[piece].count
      before = pieces[piece][..<end].suffix(limit - before.count) + before
    }
    let ahead = min(before.count, max(limit / 2, limit - behind.count))
    return before.suffix(ahead) + behind.prefix(limit - ahead)
  }

  /// Where the first element is that is not less than this one. Behind the last piece if there is none.
  private func place(of element: Element) -> (piece: Int, offset: Int) {
    let piece = firstIndex(upTo: pieces.count) { pieces[$0][pieces[$0].count - 1] >= element }
    guard piece < pieces.count else { return (piece, 0) }
    return (piece, firstIndex(upTo: pieces[piece].count) { pieces[piece][$0] >= element })
  }
}

extension SortedList: Sendable where Element: Sendable {}

/// The first index at which `isBehind` is true; `count` if there is none. It is true from there on.
@inline(__always) func firstIndex(upTo count: Int, _ isBehind: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = (low + high) / 2
    if isBehind(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
