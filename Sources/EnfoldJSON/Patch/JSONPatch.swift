// JSONPatch: applies a list of operations, all of them or none, or takes them back.
import CEnfoldSupport

/// JSON Patch (RFC 6902), and keyed patches: their paths may name elements of lists, as in `/items/id=7/title`.
public enum JSONPatch {
  /// One operation of a patch.
  public enum Operation: Sendable, Equatable {
    case add(path: JSONPath, value: JSONValue)
    case remove(path: JSONPath)
    case replace(path: JSONPath, value: JSONValue)
    case move(from: JSONPath, path: JSONPath)
    case copy(from: JSONPath, path: JSONPath)
    case test(path: JSONPath, value: JSONValue)
    /// In a keyed patch: a new element, which the last token of the path names, behind another one. Without one, as the first.
    case insert(path: JSONPath, after: JSONPath.Token?, value: JSONValue)
    /// In a keyed patch: an element moves in its list, behind another one. Without one, to the front.
    case reorder(path: JSONPath, after: JSONPath.Token?)
  }

  /// Applies operations in order, in place. If one fails, the document is as it was.
  ///
  /// Each operation costs what it changes: the list or object around it is not copied, if `document` is its only owner.
  /// The document is not nested deeper afterwards than `limits` allow. The size of everything that the operations add or copy is
  /// limited, too, so that a small patch cannot make a huge document: each value counts as one byte, and strings
  /// and keys also count their own bytes.
  /// The offset of an error is 0, because there is no text. Its message names the operation.
  public static func apply(
    _ operations: [Operation], to document: inout JSONValue, limits: JSONLimits = .default
  ) throws(JSONError) {
    try perform(operations.enumerated().map { ($0, $1.name, $1) }, on: &document, limits)
  }

  /// Applies a patch document in place. If an operation fails, the document is as it was.
  public static func apply(
    _ patch: JSONValue, to document: inout JSONValue, limits: JSONLimits = .default
  ) throws(JSONError) {
    try apply(operations(of: patch), to: &document, limits: limits)
  }

  /// Applies operations in order and returns the result, as for a document in place.
  public static func apply(
    _ operations: [Operation], to document: JSONValue, limits: JSONLimits = .default
  ) throws(JSONError) -> JSONValue {
    var result = document
    try apply(operations, to: &result, limits: limits)
    return result
  }

  /// Applies a patch document and returns the result.
  public static func apply(
    _ patch: JSONValue, to document: JSONValue, limits: JSONLimits = .default
  ) throws(JSONError) -> JSONValue {
    try apply(operations(of: patch), to: document, limits: limits)
  }

  /// Takes a patch back that was applied to a document: what a patch of an observer with the option `old` did, in place. If an
  /// operation cannot be taken back, the document is as it was.
  ///
  /// Each `remove` and `replace` needs a member `old`. What `move` with `from` and `copy` did cannot be taken back.
  public static func revert(
    _ patch: JSONValue, in document: inout JSONValue, limits: JSONLimits = .default
  ) throws(JSONError) {
    let steps = try elements(of: patch) { element throws(JSONError) in
      (try Operation(element).name, try Operation(reverting: element))
    }
    try perform(steps.enumerated().reversed().map { ($0, $1.0, $1.1) }, on: &document, limits)
  }

  /// - Parameter steps: operations, with the number and the name that messages have.
  private static func perform(
    _ steps: [(number: Int, name: String, operation: Operation)], on document: inout JSONValue, _ limits: JSONLimits
  ) throws(JSONError) {
    var limits = limits
    limits.depth = min(limits.depth, Int(enfold_stack_depth()))
    var editor = DocumentEditor(exchange(&document, with: .null), limits: limits)
    defer { document = editor.document }
    for step in steps {
      do {
        try editor.perform(step.operation)
      } catch {
        editor.takeBack()
        throw JSONError(
          code: error.code, offset: 0, message: "operation \(step.number) (\(step.name)): \(error.message)")
      }
    }
  }

  private static func operations(of patch: JSONValue) throws(JSONError) -> [Operation] {
    try elements(of: patch) { element throws(JSONError) in try Operation(element) }
  }

  private static func elements<T>(
    of patch: JSONValue, _ read: (JSONValue) throws(JSONError) -> T
  ) throws(JSONError) -> [T] {
    guard case .array(let elements) = patch else {
      throw JSONError(code: .mismatch, offset: 0, message: "a JSON Patch is an array of operations")
    }
    var result: [T] = []
    for (index, element) in elements.enumerated() {
      do {
        result.append(try read(element))
      } catch {
        throw JSONError(code: error.code, offset: 0, message: "operation \(index): \(error.message)")
      }
    }
    return result
  }
}
