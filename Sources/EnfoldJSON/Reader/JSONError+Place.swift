// JSONError: a mismatch with the pointer of its place in front.

extension JSONError {
  /// This error. If the text is JSON that does not fit, the message begins with the JSON Pointer of its
  /// place: `/lists/0/cards/3: missing key "author" of Card`. The names of properties that it began with before are left out.
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
