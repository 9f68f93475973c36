// The stores of a session file, by their names.

extension SessionFile {
  /// The number of a store in the file.
  ///
  /// - Parameter store: its name, or its number as a text; nil: the only one.
  func number(ofStore store: String?) throws(SessionError) -> UInt64 {
    var reader = SessionReader(self)
    var names: [(number: UInt64, name: String)] = []
    while let entry = try reader.next() {
      guard entry.kind == .opened, let name = entry.string(.name) else { continue }
      if let store, name == store || String(entry.store) == store { return entry.store }
      names.append((entry.store, name))
    }
    let known = names.isEmpty ? "it has none" : "it has \(names.map(\.name).joined(separator: ", "))"
    if let store { throw SessionError(path, "there is no store \(store); \(known)") }
    guard names.count == 1 else { throw SessionError(path, "which store? \(known)") }
    return names[0].number
  }
}
