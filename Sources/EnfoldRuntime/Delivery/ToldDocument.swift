// ToldDocument: what a subscription was told last, for patches that name elements or say what was there before.
import CEnfold
import EnfoldJSON

/// The document that a subscription knows, and the patches that follow from it. Only the draining thread uses it.
final class ToldDocument {
  private let isKeyed: Bool
  private let hasOld: Bool
  /// Nil if nothing is there, or if an engine's changes did not fit.
  @exclusivity(unchecked) private var mirror: DocumentMirror?

  init(keyed: Bool, old: Bool) { (isKeyed, hasOld) = (keyed, old) }

  /// The operations of a patch. Nil if the changes do not fit what is known: then they are told as the engine made them, until
  /// one replaces everything.
  ///
  /// - Parameter isRemoved: whether nothing is there any more.
  func follow(_ changes: UnsafeBufferPointer<enfold_change>, isRemoved: Bool) -> [JSONPatch.Record]? {
    do throws(JSONError) {
      var operations: [JSONPatch.Operation] = []
      if !isRemoved { for change in changes where change.isPartOfPatch { operations.append(try change.operation()) } }
      var records: [JSONPatch.Record] = []
      if isRemoved { mirror = nil }
      if mirror == nil, let first = operations.first {
        guard case .replace(let path, let value) = first, path.isEmpty else { return nil }
        mirror = DocumentMirror(value, keyed: isKeyed, old: hasOld)
        records.append(JSONPatch.Record(first, nil))
        operations.removeFirst()
      }
      if !operations.isEmpty { records += try mirror?.follow(operations) ?? [] }
      return records
    } catch {
      mirror = nil
      return nil
    }
  }
}

extension enfold_change {
  fileprivate func operation() throws(JSONError) -> JSONPatch.Operation {
    let path = try JSONPath(pointer: UnsafeRawBufferPointer(start: pointer, count: pointer_length))
    guard let value else { return .remove(path: path) }
    let json = try JSON.decode(
      JSONValue.self, from: UnsafeRawBufferPointer(start: value, count: value_length), limits: .greatest)
    return op == ENFOLD_OP_ADD ? .add(path: path, value: json) : .replace(path: path, value: json)
  }
}
