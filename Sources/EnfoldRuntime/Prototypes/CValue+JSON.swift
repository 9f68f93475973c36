// CValue: its JSON form, for values that are passed to C code and values that come from it.
import CEnfold
import EnfoldJSON
import Glibc

// The form of each type:
//
//   bool        true, false
//   integers    a number without fraction and exponent, exact over the whole range
//   float,      a number, or "NaN", "Infinity" and "-Infinity", as everywhere
//   double
//   text        a string without U+0000, or null for NULL
//   pointer     an address that C code has handed out, such as "0x55d0c0ffee00", or null for NULL
//
// Every message of an error begins with the kind that the value must have, so that a caller can put its name in front.

extension CValue {
  /// Reads a value. An error is a mismatch at the value.
  ///
  /// - Parameters:
  ///   - texts: keeps a text for C code.
  ///   - pointers: the addresses that are accepted.
  init(
    json reader: inout JSONReader, as type: CType, _ texts: inout CTexts, _ pointers: GivenPointers
  ) throws(JSONError) {
    switch type.kind {
    case .void:
      guard reader.readNull() else { throw reader.mustBe("null", because: .kind) }
      self.init(bits: 0)
    case .bool:
      guard reader.peek() == .bool else { throw reader.mustBe("true or false", because: .kind) }
      self.init(try reader.readBool())
    case .integer(let bytes, let isSigned):
      self.init(bits: try reader.readCInteger(type, bytes: bytes, isSigned: isSigned))
    case .float:
      let value: Float? = try reader.readCNumber { (reader) throws(JSONError) in try reader.readFloat() }
      guard let value else { throw reader.mustBeNumber("from -3.4e38 to 3.4e38 ", type) }
      self.init(value)
    case .double:
      let value: Double? = try reader.readCNumber { (reader) throws(JSONError) in try reader.readDouble() }
      guard let value else { throw reader.mustBeNumber("from -1.8e308 to 1.8e308 ", type) }
      self.init(value)
    case .text:
      self.init(address: try reader.readCText(&texts))
    case .pointer:
      self.init(address: try reader.readCPointer(pointers))
    }
  }

  /// Writes a value that comes from C code. If it is a pointer, its address is accepted from now on.
  ///
  /// - Throws: `ENFOLD_FAILED` if a text is not UTF-8. Then nothing was written.
  func writeJSON(as type: CType, to writer: inout JSONWriter, _ pointers: GivenPointers) throws(RuntimeError) {
    switch type.kind {
    case .void: writer.writeNull()
    case .bool: writer.write(truth)
    case .integer(_, isSigned: true): writer.write(signed(type))
    case .integer: writer.write(unsigned(type))
    case .float: writer.write(float)
    case .double: writer.write(double)
    case .text: try writeText(to: &writer)
    case .pointer:
      guard address != 0 else { return writer.writeNull() }
      pointers.add(address)
      writer.write("0x" + String(address, radix: 16))
    }
  }

  private func writeText(to writer: inout JSONWriter) throws(RuntimeError) {
    guard let start = UnsafePointer<UInt8>(bitPattern: address) else { return writer.writeNull() }
    let bytes = UnsafeBufferPointer(
      start: start, count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)))
    do throws(UTF8.ValidationError) {
      writer.write(String(copying: try UTF8Span(validating: bytes.span)))
    } catch {
      throw RuntimeError(ENFOLD_FAILED, "is a text that is not UTF-8: byte \(error.byteOffsets.lowerBound) is wrong")
    }
  }
}

extension JSONReader {
  /// The mistake of a value, for the error about it.
  fileprivate enum Complaint {
    /// Its kind is wrong.
    case kind
    /// Its kind is right, but not the value.
    case value
  }

  /// An error at the next value.
  fileprivate func mustBe(_ expected: String, because complaint: Complaint) -> JSONError {
    var ahead = self
    let kind = ahead.peek()
    guard let text = try? ahead.rawValue() else { return mismatch("must be \(expected)") }
    switch complaint {
    case .kind: return mismatch("must be \(expected), but is \(kind.name)")
    case .value: return mismatch("must be \(expected), but is \(String(decoding: text, as: UTF8.self).shortened)")
    }
  }

  fileprivate func mustBeNumber(_ range: StaticString, _ type: CType) -> JSONError {
    var ahead = self
    guard ahead.peek() == .number else { return mustBe("a number (\(type.spelling.shortened))", because: .kind) }
    return mustBe("a number \(range)(\(type.spelling.shortened))", because: .value)
  }

  fileprivate mutating func readCInteger(_ type: CType, bytes: Int, isSigned: Bool) throws(JSONError) -> UInt64 {
    let shift = 64 - 8 * bytes
    var copy = self
    guard peek() == .number else {
      throw mustBe(
        "an integer \(isSigned ? signedRange(shift) : unsignedRange(shift)) (\(type.spelling.shortened))",
        because: .kind)
    }
    if isSigned, let value = try? copy.readInteger(Int64.self), (value << shift) >> shift == value {
      self = copy
      return UInt64(bitPattern: value)
    }
    if !isSigned, let value = try? copy.readInteger(UInt64.self), (value << shift) >> shift == value {
      self = copy
      return value
    }
    throw mustBe(
      "an integer \(isSigned ? signedRange(shift) : unsignedRange(shift)) (\(type.spelling.shortened))", because: .value
    )
  }

  private func signedRange(_ shift: Int) -> String { "from \(Int64.min >> shift) to \(Int64.max >> shift)" }
  private func unsignedRange(_ shift: Int) -> String { "from 0 to \(UInt64.max >> shift)" }

  /// Reads a number. Nil, with nothing read, if there is none or if it is too great.
  fileprivate mutating func readCNumber<T>(_ read: (inout JSONReader) throws(JSONError) -> T) throws(JSONError) -> T? {
    var copy = self
    do throws(JSONError) {
      let value = try read(&copy)
      self = copy
      return value
    } catch {
      guard error.code == .mismatch else { throw error }
      return nil
    }
  }

  fileprivate mutating func readCText(_ texts: inout CTexts) throws(JSONError) -> UInt {
    if readNull() { return 0 }
    guard peek() == .string else { throw mustBe("a string or null", because: .kind) }
    let before = self
    let text = try readString()
    guard !text.utf8.contains(0) else {
      throw before.mismatch("must be a string without U+0000, because a text of C ends there")
    }
    return texts.copy(text)
  }

  fileprivate mutating func readCPointer(_ pointers: GivenPointers) throws(JSONError) -> UInt {
    if readNull() { return 0 }
    let example = "an address such as \"0x55d0c0ffee00\", or null"
    guard peek() == .string else { throw mustBe(example, because: .kind) }
    let before = self
    let text = try readString()
    guard let address = addressIn(text) else {
      throw before.mustBe("\(example) (a text is declared as const char *)", because: .value)
    }
    guard pointers.contains(address) else {
      throw before.mustBe("an address that C code has returned or passed before", because: .value)
    }
    return address
  }
}

/// The address in a text such as `0x55d0c0ffee00`. NULL has no such text.
private func addressIn(_ text: String) -> UInt? {
  guard text.hasPrefix("0x"), text.utf8.count > 2, text.utf8.dropFirst(2).first != UInt8(ascii: "+") else { return nil }
  guard let address = UInt(text.dropFirst(2), radix: 16), address != 0 else { return nil }
  return address
}
