// JSONError: a mismatch with the pointer of its place in front.

extension JSONError {
  /// The same error, and if the text is JSON that does not fit, with the JSON Pointer of its place in front:
  /// `/lists/0/cards/3: missing key "author" of Card`. Names of properties that the message has in front already are left out.
  ///
  /// - Parameters:
  ///   - text: in which the offset counts.
  ///   - path: where the text belongs. If it is the root, as usual, a mismatch there gets no pointer.
  package func withPlace(in text: UnsafeRawBufferPointer, at path: JSONPath = .root) -> JSONError {
    guard code == .mismatch else { return self }
    let place = JSONReader.place(of: offset, in: text)
    let pointer = path.pointer + place.pointer
    if pointer.isEmpty || message.hasPrefix("\(pointer): ") { return self }
    var rest = Substring(message)
    for token in place.tokens where rest.hasPrefix("\(token.text): ") { rest = rest.dropFirst(token.text.count + 2) }
    return JSONError(code: code, offset: offset, message: "\(pointer): \(rest)")
  }
}
