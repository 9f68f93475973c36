// ChangeWalk: single reports, and reports of values that could not be written.

extension ChangeWalk {
  /// Reports a commit to an interest, without a value.
  public mutating func report(_ id: UInt64, _ flags: ChangeFlags, _ options: InterestOptions) {
    reports.append(ChangeReport(Interest(id: id, options: options), flags, .none, listener: .max))
  }

  /// Reports the value at an interest's pointer. The value is looked up in the state; no node is needed.
  ///
  /// - Parameter operations: the operations of the interest's patch. A first report has none: its patch is the value.
  public mutating func report<State: JSONEncodable>(
    _ id: UInt64, _ flags: ChangeFlags, _ options: InterestOptions, at path: JSONPath, of state: State,
    operations range: Range<Int> = 0..<0
  ) {
    var flags = flags
    var text = TextRange.none
    if options.contains(.value) || flags.contains(.initial) && options.contains(.patch) {
      let start = texts.count
      let isThere = state.writeJSON(at: path, to: &texts)
      if isThere { text = TextRange(start, texts.count) } else { flags.insert(.removed) }
      texts.raw(0)
    } else if !path.isEmpty {
      // Whether there is a value shows only when it is written.
      let start = texts.count
      if !state.writeJSON(at: path, to: &texts) { flags.insert(.removed) }
      texts.truncate(to: start)
    }
    reports.append(
      ChangeReport(Interest(id: id, options: options), flags, text, operations: range, listener: .max))
  }

  /// Adds an operation to those of the walk, for one report alone.
  public mutating func addOperation(_ kind: ChangeOperation.Kind, _ pointer: [UInt8], _ value: [UInt8]?) {
    let pointer = add(pointer)
    let value = value.map { add($0) }
    operations.append(ChangeOperation(kind, owner: .max, pointer: pointer, value: value ?? .none))
  }

  /// Adds an operation that replaces the whole value at a path, or removes it if there is none any more.
  public mutating func addReplacement<State: JSONEncodable>(by state: State, at path: JSONPath) {
    let start = texts.count
    let isThere = state.writeJSON(at: path, to: &texts)
    let end = texts.count
    texts.raw(0)
    operations.append(
      ChangeOperation(
        isThere ? .replace : .remove, owner: .max, pointer: TextRange(end, end),
        value: isThere ? TextRange(start, end) : .none))
  }

  private mutating func add(_ bytes: [UInt8]) -> TextRange {
    let start = texts.count
    bytes.withUnsafeBytes { texts.raw($0) }
    let end = texts.count
    texts.raw(0)
    return TextRange(start, end)
  }

  /// A copy of a text.
  public func bytes(_ range: TextRange) -> [UInt8] {
    texts.withBytes { Array($0[range.start..<range.start + range.count]) }
  }
}

extension ChangeWalk {
  /// Removes the reports with a value that could not be written. Returns the reason; nil if every value could be
  /// written.
  public mutating func removeFailed() -> String? {
    guard let failure = texts.failure else { return nil }
    reports.removeAll { hasFailed($0) }
    return failure
  }

  private func hasFailed(_ report: ChangeReport) -> Bool {
    hasFailed(report.value) || report.operations.contains { hasFailed(operations[$0].value) }
  }

  private func hasFailed(_ text: TextRange) -> Bool {
    !text.isNone && texts.hasFailure(in: text.start...text.start + text.count)
  }
}
