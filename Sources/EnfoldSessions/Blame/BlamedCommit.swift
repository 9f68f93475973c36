// BlamedCommit: a commit on the way back of a value. BlamedStep: an operation of its patch.
import EnfoldJSON

/// An operation of a patch. Lists are followed; everything else replaces what is at its path.
struct BlamedStep {
  enum Kind { case insert, delete, replace }

  let path: [String]
  /// `insert` and `delete` are of an element of a list.
  let kind: Kind
  /// By what an element is known again: its id, or the element itself.
  private let identity: JSONValue?
  /// Of an element that moves: the number of the step that takes it out.
  private(set) var origin: Int?

  /// - Parameters:
  ///   - state: before the operation.
  ///   - earlier: the steps before it in the same patch.
  init(
    _ operation: JSONValue, _ state: JSONValue, _ earlier: [BlamedStep], _ entry: SessionEntry
  ) throws(SessionError) {
    guard case .string(let pointer)? = operation["path"], let place = try? JSONPath(pointer: pointer) else {
      throw entry.refuse("an operation has no path")
    }
    let last = place.last?.text
    guard operation["op"] != "replace", let last, case .array(let list)? = state[place.dropLast()] else {
      (path, kind, identity) = (place.texts, .replace, nil)
      return
    }
    if operation["op"] == "remove" {
      (path, kind) = (place.texts, .delete)
      identity = place.last?.index.flatMap { list.indices.contains($0) ? list[$0].identity : nil }
      return
    }
    (path, kind) = (last == "-" ? place.dropLast().texts + [String(list.count)] : place.texts, .insert)
    identity = operation["value"]?.identity
    let taken = Set(earlier.compactMap(\.origin))
    origin = earlier.indices.last {
      earlier[$0].kind == .delete && !taken.contains($0) && earlier[$0].identity == identity
    }
  }
}

extension JSONValue {
  fileprivate var identity: JSONValue { self["id"].map { [$0] } ?? self }
}

extension JSONPath {
  fileprivate var texts: [String] { (0..<count).map { self[$0].text } }
}

struct BlamedCommit {
  let entry: SessionEntry
  let patch: JSONValue
  let steps: [BlamedStep]
  /// Whether it may have changed the value, and where that was then. Nil: nowhere.
  var isTouched = false
  var before: [String]?
  var after: [String]?

  /// Where the value was before the commit; nil: nowhere.
  mutating func goBack(from start: [String]?) -> [String]? {
    var place = start
    // An element that was put in somewhere else is nowhere until the step that took it out.
    var moving: (origin: Int, rest: [String])?
    for (number, step) in steps.enumerated().reversed() {
      if let moved = moving {
        if number != moved.origin { continue }
        (place, moving) = (step.path + moved.rest, nil)
        continue
      }
      guard let now = place else { break }
      if step.kind == .replace {
        let depth = min(step.path.count, now.count)
        if step.path.prefix(depth) == now.prefix(depth) { isTouched = true }
      } else if step.path.count > now.count || step.path.dropLast() != now.prefix(step.path.count - 1) {
        if step.path.starts(with: now) { isTouched = true }
      } else {
        let depth = step.path.count - 1
        guard let mine = Int(now[depth]), let its = Int(step.path[depth]) else { continue }
        if step.kind == .insert, its == mine {
          isTouched = true
          if let origin = step.origin { moving = (origin, Array(now[(depth + 1)...])) }
          place = nil
        } else {
          var moved = now
          moved[depth] = String(step.kind == .delete ? mine + (its <= mine ? 1 : 0) : mine - (its < mine ? 1 : 0))
          place = moved
        }
      }
    }
    return place
  }
}
