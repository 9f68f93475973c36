// NameIndex: things that are found by name, and the names that a message lists when there is none.
import Enfold

/// A dictionary that also finds the names nearest to a missing one. Names are compared by their bytes. To find one is
/// O(1), to add or remove one O(n / 256), to list those around one O(log n).
struct NameIndex<Value> {
  private var contents: [ExactText: Value] = [:]
  private var names = SortedList<ExactText>()

  var isEmpty: Bool { contents.isEmpty }
  var values: Dictionary<ExactText, Value>.Values { contents.values }

  subscript(name: String) -> Value? {
    get { contents[ExactText(name)] }
    set { _ = set(newValue, for: name) }
  }

  /// Sets a value and returns the one before.
  mutating func set(_ value: Value?, for name: String) -> Value? {
    let name = ExactText(name)
    let old = exchange(&contents[name], with: value)
    if old == nil, value != nil { names.insert(name) }
    if old != nil, value == nil { names.remove(name) }
    return old
  }

  /// The names for a message: all of them, in the order of their bytes, or if they are many, those around a name, the nearest first.
  func list(around name: String, _ write: (String) -> String = { $0 }) -> String {
    let name = ExactText(name)
    let listed = names.nearest(Self.mostListed, to: name)
    let others = contents.count - listed.count
    if others == 0 { return listed.map { write($0.text) }.joined(separator: ", ") }
    let place = listed.firstIndex { $0 >= name } ?? listed.count
    let distances = zip(listed, listed.indices.map { $0 < place ? place - $0 : $0 - place + 1 })
    let near = distances.sorted { $0.1 < $1.1 }.map { write($0.0.text) }
    return "\(near.joined(separator: ", ")) and \(others) more"
  }

  private static var mostListed: Int { 64 }
}
