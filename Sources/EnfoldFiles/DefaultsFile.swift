// DefaultsFile: the file of a DefaultsStorage: one JSON object, with a member for each key.
import Enfold
import EnfoldJSON

/// One JSON object. Before each write it is read again, and only the members of this process change: the texts of the
/// others stay as they are, byte for byte.
final class DefaultsFile: FileFormat, @unchecked Sendable {
  // Unchecked: `kept` is touched under `lock` only, and the others never change.
  let file: TextFile
  let removesAtOnce = false

  private let lock = Lock()
  /// The last file of another form that was set aside.
  private var kept: TextDigest?

  init(_ file: TextFile) { self.file = file }

  func problem(with text: [UInt8], of key: ExactText) -> SharedError? {
    do throws(JSONError) {
      // One level less than a reader allows, because the text comes inside of an object.
      let limits = JSONLimits(depth: JSONLimits.greatestDepth - 1, bytes: TextFile.limit)
      try reading(text, limits) { reader throws(JSONError) in
        try reader.skipValue()
        try reader.finish()
      }
      return nil
    } catch {
      return SharedError("cannot write \"\(key.text)\" to \(file.path): its text is no JSON value: \(error)")
    }
  }

  func read(_ keys: Set<ExactText>, keepsBroken: Bool) throws(SharedError) -> [ExactText: [UInt8]] {
    guard let text = try file.read() else { return [:] }
    if text.isEmpty { return Dictionary(uniqueKeysWithValues: keys.map { ($0, text) }) }
    do throws(JSONError) {
      var texts: [ExactText: [UInt8]] = [:]
      // If a key occurs more than once, the last one counts.
      for member in try members(of: text) where keys.contains(member.key) {
        texts[member.key] = Array(text[member.value])
      }
      return texts
    } catch {
      let message = "cannot read \(file.path): it is no JSON object: \(error)"
      guard keepsBroken else { throw SharedError(message) }
      if let other = setAside(text) { throw SharedError("\(message). Nor can it be set aside: \(other)") }
      throw SharedError("\(message). It was kept as \(file.path)\(FileName.broken)")
    }
  }

  func write(_ changes: [ExactText: [UInt8]?], tidies: Bool) -> WriteOutcome {
    // If there is nothing, nothing is made.
    if changes.values.allSatisfy({ $0 == nil }), let text = try? file.read() ?? [], text.isEmpty {
      return WriteOutcome(error: nil, isReplaced: true)
    }
    return file.withLock {
      do throws(SharedError) {
        let old = try file.read()
        let new = try changed(old ?? [], changes)
        if new == old { return WriteOutcome(error: nil, isReplaced: true) }
        return file.replace(with: new, tidies: tidies)
      } catch {
        return .failed(error)
      }
    }
  }

  /// The text of the object after the changes.
  private func changed(_ text: [UInt8], _ changes: [ExactText: [UInt8]?]) throws(SharedError) -> [UInt8] {
    var members: [Member] = []
    do throws(JSONError) {
      if !text.isEmpty { members = try self.members(of: text) }
    } catch {
      // The next load would have said so. Nothing is lost.
      if let error = setAside(text) { throw error }
    }
    var left = changes
    var writer = JSONWriter(capacity: text.count + changes.values.reduce(2) { $0 + ($1?.count ?? 0) + 64 })
    writer.raw(UInt8(ascii: "{"))
    for member in members {
      guard let change = changes[member.key] else {
        writer.separate()
        text[member.whole].withUnsafeBytes { writer.raw($0) }
        continue
      }
      // The new text comes where the key has first been.
      if left.removeValue(forKey: member.key) != nil, let value = change { writer.write(member.key, value) }
    }
    for (key, text) in left.sorted(by: { $0.key < $1.key }) {
      if let text { writer.write(key, text) }
    }
    writer.raw(UInt8(ascii: "}"))
    return writer.withBytes { Array($0) }
  }

  /// Keeps a file of another form beside, unless it is there already.
  private func setAside(_ text: [UInt8]) -> SharedError? {
    let digest = TextDigest(text)
    if lock.withLock({ kept == digest }) { return nil }
    if let error = file.setAside() { return error }
    lock.withLock { kept = digest }
    return nil
  }

  // MARK: Reading the object

  private struct Member {
    let key: ExactText
    let value: Range<Int>
    /// From the key's opening quote to the end of the value.
    let whole: Range<Int>
  }

  private func members(of text: [UInt8]) throws(JSONError) -> [Member] {
    try reading(text, .greatest) { reader throws(JSONError) in
      var members: [Member] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let value = try reader.rawValue()
        let end = reader.offset
        members.append(Member(key: ExactText(key.string), value: (end - value.count)..<end, whole: key.offset..<end))
      }
      try reader.finish()
      return members
    }
  }

  private func reading<R>(
    _ text: [UInt8], _ limits: JSONLimits, _ body: (inout JSONReader) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    // The standard library's closure cannot throw a typed error, so it returns a Result.
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in
        var reader = JSONReader(bytes, limits: limits)
        return try body(&reader)
      }
    }
    return try result.get()
  }
}

extension JSONWriter {
  /// Puts a comma between two members. The first byte that was written is the brace.
  fileprivate mutating func separate() {
    if count > 1 { raw(UInt8(ascii: ",")) }
  }

  fileprivate mutating func write(_ key: ExactText, _ text: [UInt8]) {
    separate()
    writeKey(key.text)
    text.withUnsafeBytes { raw($0) }
  }
}
