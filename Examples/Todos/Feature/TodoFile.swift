// Reading todos from a JSON file, with nothing but the C library.
import Enfold
import Glibc

/// Reads a JSON array of todos.
@Sendable func readTodos(_ path: String) async throws -> [Todo] {
  await Task.yield()  // leaves the thread that drains the store, which must not wait for a disk
  guard let file = fopen(path, "r") else {
    throw ActionError("\(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  if ferror(file) != 0 { throw ActionError("\(path): \(String(cString: strerror(errno)))") }
  do {
    return try bytes.withUnsafeBytes { try JSON.decode([Todo].self, from: $0) }
  } catch let error as JSONError {
    throw ActionError("\(path), byte \(error.offset): \(error.message)")
  }
}
