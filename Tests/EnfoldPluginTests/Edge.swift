// Memory behind which nothing can be read: whoever reads beyond a struct's end ends the process.
import Glibc
import Testing

/// The first bytes of a struct, with its `struct_size` set to their number. They are never freed.
func atTheEdge<Table>(_ table: Table, size: Int) throws -> UnsafePointer<Table> {
  let page = sysconf(Int32(_SC_PAGESIZE))
  let pages = mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  let edge = try #require(pages == MAP_FAILED ? nil : pages) + page
  try #require(mprotect(edge, page, PROT_NONE) == 0)
  let start = edge - size
  withUnsafeBytes(of: table) { bytes in
    UnsafeMutableRawBufferPointer(start: start, count: size).copyMemory(from: .init(rebasing: bytes[..<size]))
  }
  start.storeBytes(of: UInt32(size), as: UInt32.self)
  return UnsafePointer(start.assumingMemoryBound(to: Table.self))
}
