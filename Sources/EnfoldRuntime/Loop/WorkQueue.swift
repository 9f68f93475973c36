// WorkQueue: a queue, first in, first out.
import EnfoldJSON

/// A queue that keeps its memory. Appending and taking are O(1), amortised.
struct WorkQueue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  var count: Int { elements.count - head }

  /// Drops the elements that do not satisfy a predicate. O(count).
  mutating func keep(_ predicate: (Element) -> Bool) {
    elements = elements[head...].filter { $0.map(predicate) ?? false }
    head = 0
  }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head]
    elements[head] = nil
    head += 1
    dropTaken()
    return first
  }

  private mutating func dropTaken() {
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= Sizes.of(64, tiny: 1), head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
  }
}
