// NativeArguments: the arguments of one call, read from the payload of a request.
import EnfoldJSON

/// The arguments of a call. Each has eight bytes, and its own address.
struct NativeArguments: ~Copyable {
  private let prototype: Prototype
  private let pointers: GivenPointers
  private let values: UnsafeMutablePointer<UInt64>
  private var texts = CTexts()
  /// One bit for each argument that was read. There are at most 127.
  private var given: UInt128 = 0

  /// - Parameter values: room for the values of all parameters.
  init(_ prototype: Prototype, _ pointers: GivenPointers, in values: UnsafeMutablePointer<UInt64>) {
    self.prototype = prototype
    self.pointers = pointers
    self.values = values
  }

  /// Reads all of them:
  ///
  /// * an object by the names of the parameters,
  /// * an array by their positions,
  /// * for one parameter, the value alone; for none, null.
  ///
  /// The message of an error names the parameter and the mistake.
  mutating func read(_ payload: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONError) {
    var reader = JSONReader(payload, limits: limits)
    switch reader.peek() {
    case .object: try readObject(&reader)
    case .array: try readArray(&reader)
    default: try readAlone(&reader)
    }
    try reader.finish()
  }

  private mutating func readObject(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = key.string
      guard let index = prototype.parameters.firstIndex(where: { $0.name == name }) else {
        throw error("there is no parameter \(name.shortened); \(listed)", at: key.offset)
      }
      guard given & 1 << UInt128(index) == 0 else { throw error("\(name.shortened) is given twice", at: key.offset) }
      try readArgument(index, &reader)
    }
    if let missing = prototype.parameters.indices.first(where: { given & 1 << UInt128($0) == 0 }) {
      let parameter = prototype.parameters[missing]
      throw error("\(parameter.name.shortened) (\(parameter.type.spelling)) is missing", at: reader.offset)
    }
  }

  private mutating func readArray(_ reader: inout JSONReader) throws(JSONError) {
    let expected = prototype.parameters.count
    try reader.beginArray()
    var count = 0
    while try reader.nextElement() {
      if count < expected { try readArgument(count, &reader) } else { try reader.skipValue() }
      count += 1
    }
    guard count == expected else {
      throw error("the array has \(count) element\(count == 1 ? "" : "s"), but \(listed)", at: reader.offset)
    }
  }

  private mutating func readAlone(_ reader: inout JSONReader) throws(JSONError) {
    switch prototype.parameters.count {
    case 0:
      let kind = reader.peek()
      guard reader.readNull() else {
        throw reader.mismatch("it has no parameters; null, {} or [] is needed, but the payload is \(kind.name)")
      }
    case 1: try readArgument(0, &reader)
    default:
      throw reader.mismatch("an object or an array is needed, but the payload is \(reader.peek().name); \(listed)")
    }
  }

  private mutating func readArgument(_ index: Int, _ reader: inout JSONReader) throws(JSONError) {
    let parameter = prototype.parameters[index]
    do throws(JSONError) {
      let value = try CValue(json: &reader, as: parameter.type, &texts, pointers)
      value.store(at: UnsafeMutableRawPointer(values + index), parameter.type)
    } catch var problem {
      if problem.code == .mismatch { problem.message = "\(parameter.name.shortened) \(problem.message)" }
      throw problem
    }
    given |= 1 << UInt128(index)
  }

  private func error(_ message: String, at offset: Int) -> JSONError {
    JSONError(code: .mismatch, offset: offset, message: message)
  }

  /// The parameters, for messages.
  private var listed: String {
    if prototype.parameters.isEmpty { return "it has no parameters" }
    let names = prototype.parameters.prefix(8).map { $0.name.shortened }.joined(separator: ", ")
    return "its parameters are \(names)\(prototype.parameters.count > 8 ? " …" : "")"
  }
}
