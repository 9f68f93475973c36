// KnownTexts: the values that observers of patches know, to find what is new in others.
import Enfold
import EnfoldJSON

/// The values at the places of which patches are observed, in a store whose state has no change records.
final class KnownTexts {
  @exclusivity(unchecked) private var texts: [JSONPath: TextTree] = [:]

  init() {}

  func forgetAll() { texts = [:] }

  func forget(_ path: JSONPath) { texts[path] = nil }

  /// Forgets the values of which no patches are observed any more: nobody keeps them up to date.
  func forget(unless isObserved: (JSONPath) -> Bool) {
    if texts.isEmpty { return }
    for path in texts.keys where !isObserved(path) { texts[path] = nil }
  }

  func knows(_ path: JSONPath) -> Bool { texts[path] != nil }

  /// The operations that make the value at a path a new one; nil if the old one is not known, or there are too many.
  func replace(_ path: JSONPath, by text: [UInt8]) -> [TextTree.Operation]? {
    guard var tree = texts.removeValue(forKey: path) else {
      texts[path] = .text(text)
      return nil
    }
    var operations = TextTree.Operations()
    text.withUnsafeBytes { tree.become($0, &operations) }
    texts[path] = tree
    return operations.all
  }

  /// The operations for new values at places inside the value at a path; nil if that is not known, or the places are
  /// not in it, or there are too many.
  ///
  /// - Parameter values: the places, counted from `path`, and what is there now.
  func change(_ path: JSONPath, _ values: [(place: JSONPath, text: [UInt8]?)]) -> [TextTree.Operation]? {
    guard var tree = texts.removeValue(forKey: path) else { return nil }
    var operations = TextTree.Operations()
    for (place, text) in values {
      let isDone =
        if let text {
          text.withUnsafeBytes { tree.replace(place, by: $0, &operations) }
        } else {
          tree.replace(place, by: nil, &operations)
        }
      // The tree may have changed already, and nobody was told of that. So it is forgotten.
      guard isDone else { return nil }
    }
    guard let all = operations.all else { return nil }
    texts[path] = tree
    return all
  }
}
