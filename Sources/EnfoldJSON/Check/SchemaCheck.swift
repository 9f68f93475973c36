// SchemaCheck: whether texts fit a JSON Schema. The schema is compiled once.

/// A compiled JSON Schema (2020-12), which texts are checked with: in one pass, without a tree of values.
///
/// It is as strict as the types of features are:
/// * An integer is written with digits alone: `5.0` is not an integer. So `5.0` does not equal the constant `5`.
/// * A number must be within the range of a `Double` if `type` is "number".
///
/// A keyword that says something about values and is not known here makes a schema unusable, and so does every other
/// unknown keyword whose name does not begin with `x-`. `format`, `contentEncoding` and the like say nothing.
/// A `$ref` leads to a place in the same document.
///
/// Of a key that occurs more than once in an object, each value must fit.
package struct SchemaCheck: Sendable {
  let rules: [SchemaRule]
  let root: SchemaRule.Index
  /// The word for one alternative of the whole text, such as "action".
  let noun: String
  /// How many bytes may be read again, beside 32 for each byte of a text.
  package var patience = 16 << 20

  /// Compiles a schema.
  ///
  /// - Parameter noun: the word for one of the named cases in messages, such as "action".
  /// - Throws: if the text is no JSON, or no schema that can be used: with the mistake and its place in the text.
  package init(parsing text: UnsafeRawBufferPointer, noun: String = "case") throws(JSONError) {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSON.decode(JSONValue.self, from: text, limits: Self.limits)
    } catch {
      throw error.withPlace(in: text)
    }
    var compiler = SchemaCompiler(document, rounded: RoundedNumbers.places(in: text))
    do throws(SchemaProblem) {
      (rules, root) = try compiler.compile()
    } catch {
      throw error.located(in: text)
    }
    self.noun = noun
  }

  /// Compiling recurses. No schema may use up a thread's stack.
  static let limits = JSONLimits(depth: 256, bytes: .max)

  /// Compiles a schema.
  package init(parsing text: String, noun: String = "case") throws(JSONError) {
    var copy = text
    // The standard library's closure cannot throw a typed error, so it returns a Result.
    let result = copy.withUTF8 { bytes in
      Result { () throws(JSONError) in
        try SchemaCheck(parsing: UnsafeRawBufferPointer(bytes), noun: noun)
      }
    }
    self = try result.get()
  }

  /// Checks a whole text. If it is not JSON, that is the error, even if something else is wrong with it, too.
  ///
  /// - Returns: nil if the text fits. The message of a mismatch begins with the JSON Pointer of its place, if that is
  ///   not the root: `/lines/2: a string where a number is expected`.
  package func check(_ text: UnsafeRawBufferPointer, limits: JSONLimits = .default) -> JSONError? {
    var reader = JSONReader(text, limits: limits)
    var run = SchemaRun(self, textLength: text.count)
    do throws(JSONError) {
      try run.check(root, &reader)
      try reader.finish()
      return nil
    } catch {
      return reader.checkRest(after: error).withPlace(in: text)
    }
  }

  /// Checks a whole text.
  package func check(_ text: String, limits: JSONLimits = .default) -> JSONError? {
    var copy = text
    return copy.withUTF8 { check(UnsafeRawBufferPointer($0), limits: limits) }
  }
}

/// Why a schema cannot be used.
struct SchemaProblem: Error {
  /// The place in the schema.
  let path: JSONPath
  let message: String

  fileprivate func located(in text: UnsafeRawBufferPointer) -> JSONError {
    var reader = JSONReader(text, limits: .greatest)
    var offset = 0
    if let found = (try? reader.rawValue(at: path)) ?? nil, let start = text.baseAddress, let place = found.baseAddress
    {
      offset = place - start
    }
    let place = path.isEmpty ? "" : "\(path.pointer): "
    return JSONError(code: .mismatch, offset: offset, message: place + message)
  }
}
