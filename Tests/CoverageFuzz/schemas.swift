// schemas: a JSON Schema in the first line, and behind it a text that is checked with it.
import EnfoldJSON

@_cdecl("LLVMFuzzerTestOneInput")
public func checkBySchema(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let (schema, text) = splitAtNewline(UnsafeRawBufferPointer(start: start, count: count))
  guard let check = compiled(schema) else { return 0 }
  let error = check.check(text, limits: .greatest)
  if let error { require(error, liesIn: text.count) }
  if let invalid = JSONReader.error(of: text) {
    require(error == invalid, "no JSON: \(invalid), but the check says \(String(describing: error))")
    return 0
  }
  require(error?.code != .syntax, "JSON, but the check says \(String(describing: error))")
  let members = String(decoding: schema, as: UTF8.self)
  // The same, said in other words. A reference to the whole schema would lead to another one.
  guard !members.contains("$"), error?.code != .limit else { return 0 }
  for (before, behind) in around {
    guard let other = try? SchemaCheck(parsing: before + members + behind) else { continue }
    let again = other.check(text, limits: .greatest)
    guard again?.code != .limit else { continue }
    require(
      (again == nil) == (error == nil),
      "\(String(describing: error)), but with \(before)…\(behind) \(String(describing: again))")
  }
  return 0
}

private let around = [
  ("{\"allOf\":[", "]}"), ("{\"anyOf\":[false,", "]}"), ("{\"oneOf\":[", ",false]}"), ("{\"not\":{\"not\":", "}}"),
  ("{\"if\":", ",\"else\":false}"), ("{\"anyOf\":[{\"const\":[\"?\"],\"type\":\"null\"},", "]}"),
]

private func compiled(_ schema: UnsafeRawBufferPointer) -> SchemaCheck? {
  do throws(JSONError) {
    var check = try SchemaCheck(parsing: schema)
    check.patience = 1 << 16
    return check
  } catch {
    require(error, liesIn: schema.count)
    return nil
  }
}

extension JSONReader {
  /// Why a text is no JSON; nil if it is.
  fileprivate static func error(of text: UnsafeRawBufferPointer) -> JSONError? {
    var reader = JSONReader(text, limits: .greatest)
    do throws(JSONError) {
      try reader.skipValue()
      try reader.finish()
      return nil
    } catch { return error }
  }
}
