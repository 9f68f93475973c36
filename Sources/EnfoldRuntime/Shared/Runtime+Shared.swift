// Runtime: its shared values, as its host uses them.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON

extension Runtime {
  /// The value of a key that somebody uses.
  func sharedCell(_ key: String) throws(RuntimeError) -> LocalCell {
    if let cell = shared.existingCell(key) as? LocalCell { return cell }
    let keys = shared.keys
    throw RuntimeError(
      ENFOLD_NOT_FOUND,
      keys.isEmpty
        ? "nobody uses a shared value \"\(key)\", nor any other; a store whose state has one must be open"
        : "nobody uses a shared value \"\(key)\"; used are: \(keys.map { "\"\($0)\"" }.joined(separator: ", "))")
  }

  /// Replaces a value. The plugin that opened the value first says whether the text is a value of its type.
  ///
  /// - Parameter expected: the value that must be there; nil: any value.
  /// - Returns: false if it is something else.
  func assignShared(
    _ key: String, _ text: UnsafeRawBufferPointer, inPlaceOf expected: UnsafeRawBufferPointer? = nil
  ) throws(RuntimeError) -> Bool {
    if enfold_this_thread().pointee.shared_locks > 0 {
      throw RuntimeError(
        ENFOLD_REENTRANT, "a shared value cannot be set inside withLock of a shared value: set it before or after")
    }
    let cell = try sharedCell(key)
    let new = try normalised(text, of: cell, "json")
    guard let expected else {
      _ = cell.assign(new)
      return true
    }
    // The text of enfold_shared_get may differ from the one that the first user of the key would write. It is copied when its
    // length is known to be within the limits.
    let equal = try normalised(expected, of: cell, "expected")
    let given = Array(expected)
    return cell.assign(new, if: { $0 == given || $0 == equal }) != nil
  }

  /// A text of a host, as the feature writes it.
  private func normalised(
    _ text: UnsafeRawBufferPointer, of cell: LocalCell, _ place: StaticString
  ) throws(RuntimeError) -> [UInt8] {
    try checkJSON(text, options.limits.json, in: place)
    switch cell.normalised(Array(text), isStrict: true) {
    case .success(let normal): return withoutSpace(normal)
    case .failure(let problem):
      throw RuntimeError(
        ENFOLD_BAD_STATE, "\(place): \(problem)", offset: problem.offset.map { UInt64($0) } ?? .max)
    }
  }

  /// Ends the subscriptions to shared values, and saves changes that are not saved.
  func closeShared() {
    for subscription in sharedSubscriptions.all {
      guard let pin = handles.pin(subscription, SharedSubscription.self) else { continue }
      pin.entry._withUnsafeGuaranteedRef { $0.end() }
      handles.unpin(pin)
    }
    shared.flush()
  }
}

/// A JSON text without whitespace between its tokens. If no plugin has the value open, nobody normalises it further.
private func withoutSpace(_ text: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(text.count)
  var (isInString, isEscaped) = (false, false)
  for byte in text {
    if !isInString, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { continue }
    if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    result.append(byte)
  }
  return result
}
