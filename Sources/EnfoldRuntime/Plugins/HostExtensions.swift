// HostExtensions: what libenfold offers to plugins beside enfold_host.
import Glibc

/// An extension of the host in one version. An extension that is there in several versions has one for each.
private struct HostExtension: @unchecked Sendable {
  // Unchecked: the table is never written.
  let name: StaticString
  let version: UInt32
  let table: UnsafeRawPointer
}

/// All of them. There are none yet.
private let hostExtensions: [HostExtension] = []

/// `get_extension` of ``hostTable``.
func hostExtension(named name: UnsafePointer<CChar>?, version: UInt32) -> UnsafeRawPointer? {
  guard let name else { return nil }
  return hostExtensions.first { $0.version == version && strcmp(name, $0.name.cString) == 0 }?.table
}

extension StaticString {
  fileprivate var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
