// GivenDependencies: what dependencies give in place of their own values.
import EnfoldJSON

/// Values that dependencies give in place of their own, in order, for one action or for the first state.
@usableFromInline package final class GivenDependencies: @unchecked Sendable {
  // Unchecked: used by one thread at a time, which changes the state.
  private let values: [DependencyValue]
  /// Not of a dependency: which number comes next in each stack of the first state.
  package let stacks: [String: Int]
  private var used = 0
  /// Which dependencies were asked for a value that was not there.
  private var missing: [String] = []

  /// Reads an array of objects, such as `[{"uuid":"…"},{"date":"…"}]`, or `[{"stacks":{"/path":7}}]`.
  package init(json text: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONError) {
    var reader = JSONReader(text, limits: limits)
    var (values, stacks) = ([DependencyValue](), [String: Int]())
    try reader.beginArray()
    while try reader.nextElement() {
      let offset = reader.offset
      var count = 0
      try reader.beginObject()
      while let name = try reader.nextKey() {
        let text = try reader.rawValue()
        let start = reader.offset - text.count
        switch name.string {
        case "uuid": try Self.check(text, from: start, as: UniqueID.self)
        case "date": try Self.check(text, from: start, as: Timestamp.self)
        case "random": try Self.check(text, from: start, as: RandomBits.self)
        case "stacks":
          stacks = try Self.check(text, from: start, as: [String: Int].self)
          count += 1
          continue
        default: throw Self.mistake(at: offset)
        }
        values.append(DependencyValue(name: name.string, value: String(decoding: text, as: UTF8.self)))
        count += 1
      }
      if count != 1 { throw Self.mistake(at: offset) }
    }
    try reader.finish()
    (self.values, self.stacks) = (values, stacks)
  }

  private static func mistake(at offset: Int) -> JSONError {
    JSONError(
      code: .mismatch, offset: offset,
      message: "a given value is an object with one member: uuid, date, random or stacks")
  }

  /// Checks that a text is a value of a type. Errors count from `start`. The text around it was within the limits.
  @discardableResult private static func check<T: JSONDecodable>(
    _ text: UnsafeRawBufferPointer, from start: Int, as _: T.Type
  ) throws(JSONError) -> T {
    var reader = JSONReader(text, limits: .greatest)
    do throws(JSONError) {
      return try T(json: &reader)
    } catch {
      throw JSONError(code: error.code, offset: start + max(error.offset, 0), message: error.message)
    }
  }

  /// The next value, if it is one of this dependency.
  func next<T: JSONEncodable & JSONDecodable>(_ name: String) -> T? {
    guard used < values.count, values[used].name == name else {
      missing.append(name)
      return nil
    }
    defer { used += 1 }
    var text = values[used].value
    return text.withUTF8 { bytes -> T? in
      var reader = JSONReader(UnsafeRawBufferPointer(bytes), limits: .greatest)
      return try? T(json: &reader)  // never nil: `init` has checked it
    }
  }

  /// What was asked for and not there, or there and not asked for; nil if nothing.
  package var difference: String? {
    var parts: [String] = []
    if !missing.isEmpty { parts.append("asked for and not given: \(missing.joined(separator: ", "))") }
    let left = values[used...].map(\.name)
    if !left.isEmpty { parts.append("given and not asked for: \(left.joined(separator: ", "))") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
