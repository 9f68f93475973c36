// EffectBag: elements that know their places. Adding and removing cost the same however many there are.

/// Elements in no order. The first one needs no memory of its own, because most bags have one.
struct EffectBag<Element> {
  private var first: Element?
  private var rest: [Element] = []

  var isEmpty: Bool { first == nil }
  var count: Int { first == nil ? 0 : rest.count + 1 }
  var all: [Element] { first.map { [$0] + rest } ?? [] }

  subscript(place: Int) -> Element? {
    get { place == 0 ? first : rest[place - 1] }
    set {
      if place == 0 {
        first = newValue
      } else if let newValue {
        rest[place - 1] = newValue
      }
    }
  }

  /// Returns the place of the new element.
  @discardableResult mutating func add(_ element: Element) -> Int {
    if first == nil {
      first = element
    } else {
      rest.append(element)
    }
    return count - 1
  }

  /// Puts the last element into the place of the removed one. Returns it, unless it is the removed one: it has to learn its new
  /// place.
  mutating func remove(at place: Int) -> Element? {
    guard let last = rest.popLast() else {
      first = nil
      return nil
    }
    if place == 0 {
      first = last
    } else if place <= rest.count {
      rest[place - 1] = last
    } else {
      return nil
    }
    return last
  }

  func forEach(_ body: (Element) -> Void) {
    if let first { body(first) }
    for element in rest { body(element) }
  }
}
