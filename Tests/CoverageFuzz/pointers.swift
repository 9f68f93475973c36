// pointers: a JSON Pointer in the first line, and the state that it leads into behind that.
import Enfold
import EnfoldJSON

@_cdecl("LLVMFuzzerTestOneInput")
public func readAtPointer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let (pointer, state) = splitAtNewline(UnsafeRawBufferPointer(start: start, count: count))
  guard let path = parse(pointer) else { return 0 }
  check(try? JSON.decode(Kit.State.self, from: state), at: path)
  check(try? JSON.decode(Part.self, from: state), at: path)
  check(try? JSON.decode(JSONValue.self, from: state), at: path)
  check(try? JSON.decode([Int: [String]].self, from: state), at: path)
  check(Kit.State(), at: path)
  return 0
}

/// A pointer is read the same from text and from bytes, and written as it was.
private func parse(_ bytes: UnsafeRawBufferPointer) -> JSONPath? {
  do throws(JSONError) {
    let path = try JSONPath(pointer: bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    require(path.pointer.utf8.elementsEqual(bytes), "\(text) is written as \(path.pointer)")
    require(try JSONPath(pointer: text) == path, "the text \(text) is another path than its bytes")
    require(path.isEmpty == (path.count == 0) && path.isPrefix(of: path), "\(text) does not begin with itself")
    var rest = path
    while let token = rest.first {
      if let index = token.index { require("\(index)" == token.text, "\(token.text) is the index \(index)") }
      if let (name, value) = token.selector { require("\(name)=\(value)" == token.text, "a selector loses something") }
      rest = rest.dropFirst()
    }
    return path
  } catch {
    require(error, liesIn: bytes.count)
    require(error.code != .syntax, "a pointer is no JSON: \(error)")
    return nil
  }
}

/// What is at a path of a value is what is there in its JSON, and the type says that it is possible.
private func check<T: JSONCodable>(_ value: T?, at path: JSONPath) {
  guard let value else { return }
  let expected = JSONValue(encoding: value)[path]
  guard let text = JSON.string(value, at: path) else {
    // Some have a form that is not to be looked into, such as the elements of a set, which have no order.
    let isRight = expected == nil || !T.jsonAllows(path)
    return require(isRight, "\(T.self) has nothing at \(path), its JSON has \(expected?.json ?? "")")
  }
  require(T.jsonAllows(path), "\(T.self) has something at \(path), which it calls impossible")
  let limits = JSONLimits(depth: JSONLimits.greatestDepth)
  guard let found = try? JSON.decode(JSONValue.self, from: text, limits: limits) else {
    fatalError("\(T.self) writes no JSON at \(path): \(text)")
  }
  require(found == expected, "\(T.self) has \(text) at \(path), its JSON has \(expected?.json ?? "nothing")")
}
