// ScopeTemplate: how the actions of a scope become actions of its store.
import CEnfold
import EnfoldJSON
import Glibc

/// A JSON text with one place, into which an action is put. The *head* is the text before the place, the *tail* the
/// text behind it.
///
/// Before an action is put there, it is checked that the action is exactly one JSON value. So it cannot change the
/// rest.
final class ScopeTemplate {
  /// The head, directly followed by the tail.
  private let text: UnsafeMutableRawBufferPointer
  private let headCount: Int
  /// How many arrays and objects are around the place.
  private let depth: Int
  private let buffer = SpareBuffer()

  /// - Parameters:
  ///   - text: JSON with the string `"$action"` as exactly one value.
  ///   - outer: the template into which this one's actions are put.
  init(
    _ text: UnsafeRawBufferPointer, inside outer: ScopeTemplate?, limits: RuntimeOptions.Limits
  ) throws(RuntimeError) {
    let inner: JSONTemplate
    do throws(JSONError) {
      inner = try JSONTemplate(text, names: ["action"], limits: limits.json)
    } catch {
      throw RuntimeError(error, in: "action")
    }
    guard let place = inner.places.first else {
      throw .invalid("the template has no \"$action\"; the string must be there once, as a value")
    }
    guard inner.places.count == 1 else {
      let second = UInt64(inner.places[1].source.lowerBound)
      throw RuntimeError(ENFOLD_INVALID, "the template has \"$action\" more than once", offset: second)
    }
    var whole: [UInt8] = []
    if let outer { whole += outer.head }
    whole += inner.bytes[..<place.position]
    headCount = whole.count
    whole += inner.bytes[place.position...]
    if let outer { whole += outer.tail }
    let count = whole.count
    guard UInt64(count) <= limits.bytes else {
      throw RuntimeError(ENFOLD_LIMIT, "the templates of the scopes together are longer than \(limits.bytes) bytes")
    }
    depth = place.depth + (outer?.depth ?? 0)
    let greatest = limits.json.depth
    guard depth <= greatest else {
      throw RuntimeError(ENFOLD_LIMIT, "the templates of the scopes together are nested deeper than \(greatest)")
    }
    self.text = .allocate(byteCount: count, alignment: 1)
    self.text.copyBytes(from: whole)
  }

  deinit { text.deallocate() }

  /// Whether head and tail are empty: such a template changes nothing.
  var isEmpty: Bool { text.isEmpty }

  /// The text before the place of the action, and the text behind it.
  var parts: (UnsafeRawBufferPointer?, UnsafeRawBufferPointer?) {
    (UnsafeRawBufferPointer(rebasing: head), UnsafeRawBufferPointer(rebasing: tail))
  }

  /// The text before the place of the action.
  var beginning: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: head) }

  private var head: Slice<UnsafeRawBufferPointer> { UnsafeRawBufferPointer(text)[..<headCount] }
  private var tail: Slice<UnsafeRawBufferPointer> { UnsafeRawBufferPointer(text)[headCount...] }

  // MARK: One action

  /// Puts an action into the template and calls `body` with the whole text. The offset of an error is turned back into
  /// one in `action`. If the error is in the template, the offset is left out.
  ///
  /// - Parameter isAlone: true if every error of `body` is about this text; false if only `ENFOLD_BAD_ACTION` is.
  @inline(__always) func withWrapped<R>(
    _ action: UnsafeRawBufferPointer, limits: JSONLimits, isAlone: Bool = true,
    _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    // With the limit lowered, an action that is too deep only inside the template is refused here. So the error's
    // offset is one in the caller's text.
    let inner = JSONLimits(depth: max(limits.depth - depth, 0), bytes: limits.bytes)
    if inner.depth < 2 || !JSONReader.isPlainCase(action) { try check(action, inner) }
    let actionCount = action.count
    return try buffer.withBytes(text.count + actionCount) { (bytes) throws(RuntimeError) in
      if let head = text.baseAddress, let action = action.baseAddress {
        copyText(head, headCount, to: bytes)
        copyText(action, actionCount, to: bytes + headCount)
        copyText(head + headCount, text.count - headCount, to: bytes + headCount + actionCount)
      }
      do throws(RuntimeError) {
        return try body(UnsafeRawBufferPointer(start: bytes, count: text.count + actionCount))
      } catch {
        guard isAlone || error.status == ENFOLD_BAD_ACTION else { throw error }
        throw located(error, headCount..<headCount + actionCount, startingAt: 0)
      }
    }
  }

  /// Checks that a text is one JSON value.
  @inline(never) private func check(_ action: UnsafeRawBufferPointer, _ limits: JSONLimits) throws(RuntimeError) {
    var reader = JSONReader(action, limits: limits)
    do throws(JSONError) {
      try reader.skipValue()
      try reader.finish()
    } catch {
      throw RuntimeError(error, in: "action")
    }
  }

  /// Turns an error about a wrapped text into one about the action, which lies in `range` of that text.
  ///
  /// - Parameter start: where the action begins in the caller's text.
  private func located(_ error: RuntimeError, _ range: Range<Int>, startingAt start: Int) -> RuntimeError {
    var error = error
    guard error.offset != .max else { return error }
    let offset = Int(clamping: error.offset)
    if range.contains(offset) {
      error.offset = UInt64(offset - range.lowerBound + start)
    } else {
      error.offset = .max
      error.message += " (in the scope's action template)"
    }
    return error
  }

  // MARK: Many

  /// Puts each action of an array into the template and calls `body` with the new array. The offset of an error becomes
  /// one in `actions`, as with ``withWrapped(_:limits:isAlone:_:)``.
  func withWrappedItems<R>(
    of actions: UnsafeRawBufferPointer, limits: JSONLimits,
    _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    var writer = JSONWriter(capacity: 2 * actions.count)
    writer.literal("[")
    try forEachItem(of: actions, limits: limits) { item, _ in
      if writer.count > 1 { writer.literal(",") }
      writer.raw(UnsafeRawBufferPointer(rebasing: head))
      writer.raw(item)
      writer.raw(UnsafeRawBufferPointer(rebasing: tail))
    }
    writer.literal("]")
    do throws(RuntimeError) {
      return try body(UnsafeRawBufferPointer(start: writer.baseAddress, count: writer.count))
    } catch {
      guard error.offset != .max else { throw error }
      var (end, place, start) = (1, 0..<0, 0)
      try forEachItem(of: actions, limits: limits) { item, offset in
        let range = end + headCount..<end + headCount + item.count
        if range.contains(Int(clamping: error.offset)) { (place, start) = (range, offset) }
        end = range.upperBound + text.count - headCount + 1
      }
      throw located(error, place, startingAt: start)
    }
  }

  /// Calls `body` with each element of an array and the offset at which it begins.
  private func forEachItem(
    of actions: UnsafeRawBufferPointer, limits: JSONLimits, _ body: (UnsafeRawBufferPointer, Int) -> Void
  ) throws(RuntimeError) {
    var reader = JSONReader(actions, limits: limits)
    do throws(JSONError) {
      try reader.beginArray()
      while try reader.nextElement() {
        let item = try reader.rawValue()
        body(item, reader.offset - item.count)
      }
      try reader.finish()
    } catch {
      guard error.code == .mismatch else { throw RuntimeError(error, in: "actions") }
      throw RuntimeError(ENFOLD_BAD_ACTION, "actions: \(error.message)", offset: UInt64(max(0, error.offset)))
    }
  }
}

/// `memcpy`, without a call for texts of up to 32 bytes, which most actions and templates are.
@inline(__always) private func copyText(_ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) {
  func copy<Word: BitwiseCopyable>(_ offset: Int, _: Word.Type) {
    let word = source.loadUnaligned(fromByteOffset: offset, as: Word.self)
    target.storeBytes(of: word, toByteOffset: offset, as: Word.self)
  }
  switch count {
  case 0...3: for offset in 0..<count { copy(offset, UInt8.self) }
  case 4...7:
    copy(0, UInt32.self)
    copy(count &- 4, UInt32.self)
  case 8...16:
    copy(0, UInt64.self)
    copy(count &- 8, UInt64.self)
  case 17...32:
    copy(0, SIMD2<UInt64>.self)
    copy(count &- 16, SIMD2<UInt64>.self)
  default: memcpy(target, source, count)
  }
}
