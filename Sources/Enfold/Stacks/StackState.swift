// StackState: the screens that are open, one above the other, each with an id.
import OrderedCollections

/// The screens of a navigation, from the bottom to the top.
///
/// ```swift
/// @ObservableState struct State { var path = StackState<Path.State>() }
/// @Action enum Action { case path(StackActionOf<Path>) }
///
/// state.path.append(.detail(Detail.State()))
/// state.path[id: id, case: \.detail]?.title = "x"
/// state.path.pop(from: id)
/// ```
///
/// Each element gets an id when it comes. **Ids count from 0 in each stack, and no stack gives an id twice**: the next number
/// is greater than every number that the stack has given. The next number is no part of `==` and not of the JSON. A stack that
/// is read from JSON goes on at its greatest id + 1. In a store, a state that is put back never lowers the next number of the
/// stack at the same place.
///
/// As JSON: `[{"id":0,"state":{…}}]`. In a pointer: `/path/id=0/state/title`. When JSON is read, an element without an id gets
/// the next one.
///
/// A stack is a value: copies are O(1) and share their storage until one of them is written.
public struct StackState<Element> {
  @usableFromInline var list: IdentifiedArray<StackElementID, StackElement<Element>>
  /// The number that comes next, unless the store knows a greater one.
  @usableFromInline var next: Int

  /// An empty stack.
  public init() { (list, next) = ([], 0) }

  /// The ids from the bottom to the top. O(1).
  @inlinable public var ids: OrderedSet<StackElementID> { list.ids }

  /// The elements with their ids. O(1).
  @inlinable public var elements: [StackElement<Element>] { list.elements }

  /// The element with an id; nil if it is not there. O(1), except for removing.
  ///
  /// Changes happen in place. Assigning nil takes out this element alone; see ``pop(from:)``. Assigning a value where the id is
  /// not there puts it on top, if the stack has never given this id; otherwise nothing happens.
  public subscript(id id: StackElementID) -> Element? {
    get { list[id: id]?.state }
    set {
      guard let position = list.index(id: id) else {
        if let newValue { _ = push(newValue, id: id) }
        return
      }
      if let newValue { list[position].state = newValue } else { list.remove(id: id) }
    }
    _modify {
      if list.contains(id: id) {
        // Out of the list while it is written, so that it is not copied.
        let cell = list.beginWrite(id)
        var value = exchange(&cell.element, with: nil)?.state
        defer {
          cell.element = value.map { StackElement(id: id, state: $0) }
          list.endWrite(cell)
        }
        yield &value
      } else {
        var value: Element?
        defer { if let value { _ = push(value, id: id) } }
        yield &value
      }
    }
  }

  /// Puts an element with an id of its own on top. False, and nothing happens, if the stack may have given the id before.
  @usableFromInline mutating func push(_ element: Element, id: StackElementID) -> Bool {
    let number = id == .next ? next : id.rawValue
    guard number >= next, id == .next || number <= StackElementID.greatestPushed else { return false }
    list.append(StackElement(id: StackElementID(number: number), state: element))
    next = number + 1
    return true
  }

  /// Takes out the element with an id and all above it. Nothing happens if it is not there.
  public mutating func pop(from id: StackElementID) {
    guard let position = list.index(id: id) else { return }
    list.removeSubrange(position...)
  }

  /// Takes out all elements above the one with an id. Nothing happens if it is not there.
  public mutating func pop(to id: StackElementID) {
    guard let position = list.index(id: id) else { return }
    list.removeSubrange((position + 1)...)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.list == rhs.list }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { list.hash(into: &hasher) }
}

extension StackState: RecordedCollection where Element: JSONEncodable {}

extension StackState where Element: CasePathable {
  /// The value of a case of the element with an id; nil if the element is not there, or is of another case.
  ///
  /// Assigning nil takes out the element. Assigning a value changes nothing where there is no element of this case.
  public subscript<Value>(id id: StackElementID, case path: CaseKeyPath<Element, Value>) -> Value? {
    get { self[id: id].flatMap { Element.allCasePaths[keyPath: path].extract($0) } }
    set {
      let path = Element.allCasePaths[keyPath: path]
      guard let position = list.index(id: id), path.extract(list[position].state) != nil else { return }
      if let newValue { list[position].state = path.embed(newValue) } else { list.remove(id: id) }
    }
    _modify {
      let path = Element.allCasePaths[keyPath: path]
      if let position = list.index(id: id), path.extract(list[position].state) != nil {
        let cell = list.beginWrite(id)
        var value = exchange(&cell.element, with: nil).flatMap { path.extract($0.state) }
        defer {
          cell.element = value.map { StackElement(id: id, state: path.embed($0)) }
          list.endWrite(cell)
        }
        yield &value
      } else {
        var nothing: Value?
        yield &nothing
      }
    }
  }
}
