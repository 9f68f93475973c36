// Series: a number of a store's state over time.
import EnfoldJSON

/// What the number at a pointer was, from the first state of a store to its last commit.
package struct Series {
  package struct Point: Equatable {
    /// Nanoseconds since 1970; of a file without times the revision.
    package let time: Int64
    /// Nil: there is nothing at the pointer from then on, or no number.
    package let value: Double?
  }

  package let name: String
  /// The first state and each change; the last point is where the session ends.
  package private(set) var points: [Point] = []
  /// Whether the entries have times. Otherwise revisions stand in their place.
  package private(set) var hasTimes = true

  /// - Parameters:
  ///   - pointer: a JSON Pointer.
  ///   - store: its name, or its number in the file; nil: the only one.
  package init(_ file: SessionFile, _ pointer: String, store: String?) throws(SessionError) {
    let path: JSONPath
    do throws(JSONError) {
      path = try JSONPath(pointer: pointer)
    } catch {
      throw SessionError(file.path, "\"\(pointer)\" is no JSON Pointer: \(error.message)")
    }
    var walk = try StoreWalk(file, store: store)
    name = walk.name
    hasTimes = walk.opened.time != nil
    var other: JSONValue?
    var latest = add(walk.opened, walk.state[path], &other)
    while let step = try walk.next() { latest = add(step.entry, step.after[path], &other) }
    guard points.contains(where: { $0.value != nil }) else {
      let found = other.map { "\(shown($0))" } ?? "nothing"
      throw SessionError(file.path, "a number is needed at \"\(pointer)\" of \(name); there is \(found)")
    }
    if let last = points.last, last.time < latest { points.append(Point(time: latest, value: last.value)) }
  }

  /// Returns the time of the entry.
  private mutating func add(_ entry: SessionEntry, _ value: JSONValue?, _ other: inout JSONValue?) -> Int64 {
    let number = value?.double
    if number == nil, let value { other = value }
    // Clocks may be set back.
    let time = max((hasTimes ? entry.time : nil) ?? Int64(clamping: entry.revision), points.last?.time ?? .min)
    if points.isEmpty || points.last?.value != number { points.append(Point(time: time, value: number)) }
    return time
  }
}

extension JSONValue {
  /// A finite number; of anything else nil.
  fileprivate var double: Double? {
    let number: Double? =
      switch self {
      case .integer(let number): Double(number)
      case .unsigned(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}
