// Prototype: the declaration of a C function, such as "double cos(double x)".

/// The name, the parameters and the result of a function.
struct Prototype: Equatable, Sendable {
  struct Parameter: Equatable, Sendable {
    /// As it is written, or `arg0`, `arg1` … if the parameter has no name. No two parameters have the same name.
    let name: String
    let type: CType
  }

  let name: String
  let result: CType
  let parameters: [Parameter]

  /// Reads a prototype.
  ///
  /// - Parameter text: C in UTF-8. Comments, line breaks, `extern` and a semicolon are allowed, so that it can come out
  ///   of a header as it is.
  /// - Throws: `ENFOLD_INVALID` with an offset. The message shows the line, with a caret below the place.
  init(_ text: UnsafeRawBufferPointer) throws(RuntimeError) {
    var parser = try PrototypeParser(text)
    self = try parser.parse()
  }

  init(name: String, result: CType, parameters: [Parameter]) {
    self.name = name
    self.result = result
    self.parameters = parameters
  }
}
