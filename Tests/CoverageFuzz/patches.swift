// patches: a document in the first line, and a JSON Patch behind it.
import EnfoldJSON

@_cdecl("LLVMFuzzerTestOneInput")
public func applyPatch(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let (first, rest) = splitAtNewline(UnsafeRawBufferPointer(start: start, count: count))
  guard let document = try? JSON.decode(JSONValue.self, from: first, limits: limits),
    let patch = try? JSON.decode(JSONValue.self, from: rest, limits: limits)
  else { return 0 }
  let result = Result { () throws(JSONError) in try JSONPatch.apply(patch, to: document, limits: limits) }
  if case .failure(let error) = result { require(error.code != .syntax, "a patch is no text: \(error)") }
  guard let operations = readOperations(rest, patch) else {
    return 0
  }
  let again = Result { () throws(JSONError) in try JSONPatch.apply(operations, to: document, limits: limits) }
  require(again == result, "the operations give another result than their JSON")
  if case .success(let value) = result { check(value, of: document, operations) }
  return 0
}

/// A small patch cannot make a document much larger than this.
private let limits = JSONLimits(depth: 24, bytes: 2000)

/// The operations, if all of them are some; they are written, and read again as the same.
private func readOperations(_ bytes: UnsafeRawBufferPointer, _ patch: JSONValue) -> [JSONPatch.Operation]? {
  guard let operations = try? JSON.decode([JSONPatch.Operation].self, from: bytes, limits: limits) else {
    require(!isAllOperations(patch), "operations cannot be read that can be made: \(patch.json)")
    return nil
  }
  require(isAllOperations(patch), "operations can be read that cannot be made: \(patch.json)")
  let text = JSON.string(operations)
  let again = try? JSON.decode([JSONPatch.Operation].self, from: text, limits: limits)
  require(again == operations, "operations are others after writing and reading: \(text)")
  return operations
}

private func isAllOperations(_ patch: JSONValue) -> Bool {
  guard case .array(let elements) = patch else { return false }
  return elements.allSatisfy { (try? JSONPatch.Operation($0)) != nil }
}

/// The result is JSON within the limits, whether the operations came together or one by one, and is what it is.
private func check(_ value: JSONValue, of document: JSONValue, _ operations: [JSONPatch.Operation]) {
  let text = value.json
  // Escapes make up to six bytes of one, and every value brings a few of its own.
  require(text.utf8.count <= 6 * (document.json.utf8.count + 16 * limits.bytes), "the document became too large")
  guard let again = try? JSON.decode(JSONValue.self, from: text, limits: JSONLimits(depth: limits.depth)) else {
    fatalError("the result cannot be read: \(text)")
  }
  require(again == value, "the result is another one after writing and reading: \(text)")
  var step = document
  for operation in operations {
    do throws(JSONError) {
      step = try JSONPatch.apply([operation], to: step, limits: limits)
    } catch {
      fatalError("what works together does not work one by one: \(error)")
    }
  }
  require(step == value, "the operations one by one give \(step.json), together \(text)")
  let test = JSONPatch.Operation.test(path: .root, value: value)
  require((try? JSONPatch.apply([test], to: value, limits: limits)) == value, "a document is not itself: \(text)")
}
