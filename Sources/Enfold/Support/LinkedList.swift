// LinkedList: a list whose links lie in its elements.

/// The neighbours of an element in the list in which it is. They are not retained.
@usableFromInline package struct Links<Element: AnyObject> {
  @usableFromInline var previous: Unmanaged<Element>?
  @usableFromInline var next: Unmanaged<Element>?

  @inlinable package init() {}
}

/// Something that can be in one list.
@usableFromInline package protocol Linked: AnyObject {
  associatedtype Neighbour: Linked
  /// Used by ``LinkedList`` alone.
  var links: Links<Neighbour> { get set }
}

/// Elements in the order in which they were appended. Appending and removing are O(1), take no memory, and retain and release
/// nothing: an element leaves its list before it ends.
@usableFromInline package struct LinkedList<Element: Linked> where Element.Neighbour == Element {
  // Not `unowned(unsafe)`: without optimisation the compiler confuses an optional list that is empty with no list.
  @usableFromInline var head: Unmanaged<Element>?
  @usableFromInline var tail: Unmanaged<Element>?

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { head == nil }
  @inlinable package var first: Element? { head?.takeUnretainedValue() }

  /// Appends an element that is in no list.
  @inlinable package mutating func append(_ element: Element) {
    let new = Unmanaged.passUnretained(element)
    element.links.previous = tail
    if let tail { tail._withUnsafeGuaranteedRef { $0.links.next = new } } else { head = new }
    tail = new
  }

  /// Removes an element that is in this list.
  @inlinable package mutating func remove(_ element: Element) {
    let links = element.links
    element.links = Links()
    if let next = links.next {
      next._withUnsafeGuaranteedRef { $0.links.previous = links.previous }
    } else {
      tail = links.previous
    }
    if let previous = links.previous {
      previous._withUnsafeGuaranteedRef { $0.links.next = links.next }
    } else {
      head = links.next
    }
  }

  @inlinable package func map<T>(_ transform: (Element) -> T) -> [T] {
    var result: [T] = []
    var next = head
    while let element = next?.takeUnretainedValue() {
      result.append(transform(element))
      next = element.links.next
    }
    return result
  }
}
