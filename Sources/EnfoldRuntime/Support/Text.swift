// Texts that hosts pass in: a pointer and a length.
import CEnfold
import Glibc

/// The length that means "NUL-terminated": ENFOLD_NUL, that is SIZE_MAX, which Swift imports as a signed number.
private let nulTerminated = -1

/// A text that must be given.
@inline(__always) func text(
  _ start: UnsafePointer<CChar>?, _ length: Int, _ parameter: StaticString
) throws(RuntimeError) -> UnsafeRawBufferPointer {
  guard let start else { throw missingText(parameter) }
  if length >= 0 { return UnsafeRawBufferPointer(start: start, count: length) }
  guard length == nulTerminated else { throw badLength(parameter) }
  return UnsafeRawBufferPointer(start: start, count: strlen(start))
}

/// A text that need not be given; nil if it is NULL with length 0 or ENFOLD_NUL.
@inline(__always) func optionalText(
  _ start: UnsafePointer<CChar>?, _ length: Int, _ parameter: StaticString
) throws(RuntimeError) -> UnsafeRawBufferPointer? {
  if start == nil {
    guard length == 0 || length == nulTerminated else { throw lengthOfNothing(parameter) }
    return nil
  }
  return try text(start, length, parameter)
}

/// A text of options; nil if it is empty or not given.
func optionsText(
  _ start: UnsafePointer<CChar>?, _ length: Int
) throws(RuntimeError) -> UnsafeRawBufferPointer? {
  let text = try optionalText(start, length, "options")
  return text?.isEmpty ?? true ? nil : text
}

/// A NUL-terminated name, as a string. It must be given, must not be empty, and must be UTF-8.
func name(_ start: UnsafePointer<CChar>?, _ parameter: StaticString) throws(RuntimeError) -> String {
  let text = try notEmpty(start, parameter)
  // Without an offset: the caller would take it for one in the options.
  do throws(RuntimeError) { return try validString(text, parameter) } catch { throw error.withoutOffset }
}

/// A NUL-terminated path, as a string. It must be given, and must not be empty. If it is not UTF-8, there is no such file.
func path(_ start: UnsafePointer<CChar>?, _ parameter: StaticString) throws(RuntimeError) -> String {
  String(decoding: try notEmpty(start, parameter), as: UTF8.self)
}

private func notEmpty(
  _ start: UnsafePointer<CChar>?, _ parameter: StaticString
) throws(RuntimeError) -> UnsafeRawBufferPointer {
  guard let start else { throw .invalid("\(parameter) is NULL") }
  guard start.pointee != 0 else { throw .invalid("\(parameter) is empty") }
  return UnsafeRawBufferPointer(start: start, count: strlen(start))
}

/// A text as a string. It must be UTF-8.
func validString(_ text: UnsafeRawBufferPointer, _ parameter: StaticString) throws(RuntimeError) -> String {
  do throws(UTF8.ValidationError) {
    return String(copying: try UTF8Span(validating: text.assumingMemoryBound(to: UInt8.self).span))
  } catch {
    throw RuntimeError(ENFOLD_INVALID, "\(parameter) is not UTF-8", offset: UInt64(error.byteOffsets.lowerBound))
  }
}

/// The pointer to where a result goes. It must be given.
@inline(__always) func output<T>(
  _ pointer: UnsafeMutablePointer<T>?, _ parameter: StaticString
) throws(RuntimeError) -> UnsafeMutablePointer<T> {
  guard let pointer else { throw missingOutput(parameter) }
  return pointer
}

@inline(never) private func missingText(_ parameter: StaticString) -> RuntimeError {
  .invalid("\(parameter) is NULL; a text is needed")
}
@inline(never) private func badLength(_ parameter: StaticString) -> RuntimeError {
  .invalid("the length of \(parameter) is out of range; a number of bytes or ENFOLD_NUL is needed")
}
@inline(never) private func lengthOfNothing(_ parameter: StaticString) -> RuntimeError {
  .invalid("\(parameter) is NULL, but its length is neither 0 nor ENFOLD_NUL")
}
@inline(never) private func missingOutput(_ parameter: StaticString) -> RuntimeError {
  .invalid("\(parameter) is NULL; it is where the result goes")
}
