// ErrorReport: where Swift errors become enfold_error.
import CEnfold
import Glibc

/// What an exported function returns when all went well.
let ok = enfold_status(ENFOLD_OK)

/// Runs the body of one exported function: the only place where errors are turned into statuses.
@inline(__always)
func export(
  _ function: StaticString, _ error: UnsafeMutablePointer<enfold_error>?,
  _ body: () throws(RuntimeError) -> enfold_status
) -> enfold_status {
  do throws(RuntimeError) {
    return try body()
  } catch let failure {
    return report(failure, function, error)
  }
}

private let offsetOfOffset = MemoryLayout<enfold_error>.offset(of: \.offset) ?? 8
private let offsetOfMessage = MemoryLayout<enfold_error>.offset(of: \.message) ?? 16

/// Writes an error for the caller: as much of it as its `struct_size` has room for.
@inline(never)
func report(
  _ failure: RuntimeError, _ function: StaticString, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  guard let error else { return failure.status }
  let size = min(Int(error.pointee.struct_size), MemoryLayout<enfold_error>.size)
  if size >= offsetOfOffset { error.pointee.code = failure.status }
  if size >= offsetOfMessage { error.pointee.offset = failure.offset }
  if size > offsetOfMessage {
    var text = "\(function): \(failure.message)"
    let destination = UnsafeMutableRawPointer(error) + offsetOfMessage
    text.withUTF8 { copyTruncated($0, to: destination, capacity: size - offsetOfMessage) }
  }
  return failure.status
}

/// Copies UTF-8 text, cut between two characters if it is too long, and ends it with NUL. NULs inside become spaces.
private func copyTruncated(_ text: UnsafeBufferPointer<UInt8>, to destination: UnsafeMutableRawPointer, capacity: Int) {
  var count = text.count
  if count > capacity - 1 {
    count = capacity - 1
    while count > 0, text[count] & 0b1100_0000 == 0b1000_0000 { count -= 1 }
  }
  let bytes = destination.assumingMemoryBound(to: UInt8.self)
  for index in 0..<count { bytes[index] = text[index] == 0 ? 0x20 : text[index] }
  bytes[count] = 0
}
