// json: reading any bytes as JSON: as a tree, as typed values, without a value, with small limits.
import Enfold
import EnfoldJSON

@_cdecl("LLVMFuzzerTestOneInput")
public func readJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  let isJSON = skips(bytes, .default)
  check(JSONValue.self, bytes, isJSON)
  check(Kit.State.self, bytes, isJSON)
  check(Kit.Action.self, bytes, isJSON)
  check([Kit.Action].self, bytes, isJSON)
  check(Part.self, bytes, isJSON)
  check(Double.self, bytes, isJSON)
  check(Float.self, bytes, isJSON)
  check(Int64.self, bytes, isJSON)
  check(UInt8.self, bytes, isJSON)
  check(String.self, bytes, isJSON)
  check([Int: [String?]].self, bytes, isJSON)
  // What small limits accept, greater ones accept, too.
  let small = JSONLimits(depth: 3, bytes: 64)
  require(!skips(bytes, small) || isJSON && count <= 64, "a small limit accepts what is no JSON")
  if let value = try? JSON.decode(JSONValue.self, from: bytes, limits: small) {
    require(value.depth <= 3, "a value that is deeper than the limit")
  }
  return 0
}

/// Whether the bytes are JSON, without making a value of them.
private func skips(_ bytes: UnsafeRawBufferPointer, _ limits: JSONLimits) -> Bool {
  var reader = JSONReader(bytes, limits: limits)
  do throws(JSONError) {
    let raw = try reader.rawValue()
    require(raw.count <= reader.offset, "a raw value that is longer than what was read")
    try reader.finish()
    require(reader.offset == bytes.count, "the end is not the end")
    return true
  } catch {
    require(error, liesIn: bytes.count)
    require(error.code != .mismatch, "skipping expects nothing: \(error)")
    return false
  }
}

/// Decodes the bytes as a type. What was decoded is written, and read again as the same.
private func check<T: JSONCodable & Equatable>(_ type: T.Type, _ bytes: UnsafeRawBufferPointer, _ isJSON: Bool) {
  let strict = decode(type, bytes, ignoring: false, isJSON)
  let lenient = decode(type, bytes, ignoring: true, isJSON)
  guard let value = lenient else { return require(strict == nil, "\(type) is strict only in what it accepts") }
  let text = JSON.string(value)
  if let strict { require(JSON.string(strict) == text, "\(type) depends on whether unknown keys are ignored") }
  do throws(JSONError) {
    let again = try JSON.decode(type, from: text, limits: JSONLimits(depth: JSONLimits.greatestDepth))
    require(JSON.string(again) == text, "\(type) is written differently the second time: \(text)")
    // NaN is no other value, but not equal to itself.
    require(again == value || text.contains("NaN"), "\(type) is another value after writing and reading: \(text)")
  } catch {
    fatalError("\(type) writes what it cannot read: \(error): \(text)")
  }
}

private func decode<T: JSONCodable>(
  _ type: T.Type, _ bytes: UnsafeRawBufferPointer, ignoring ignoresUnknownKeys: Bool, _ isJSON: Bool
) -> T? {
  do throws(JSONError) {
    let value = try JSON.decode(type, from: bytes, ignoresUnknownKeys: ignoresUnknownKeys)
    require(isJSON, "\(type) is made of what is no JSON")
    return value
  } catch {
    require(error, liesIn: bytes.count)
    require(isJSON == (error.code == .mismatch), "whether it is JSON depends on \(type): \(error)")
    return nil
  }
}

extension JSONValue {
  fileprivate var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let object): 1 + (object.members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}
