// Extensions: finds the tables that later versions add beside those of enfold_plugin.h.
import Glibc

/// The extensions that a host, a plugin or a feature offers beside its table.
public struct Extensions: Sendable {
  public typealias Function = @convention(c) (_ name: UnsafePointer<CChar>?, _ version: UInt32) -> UnsafeRawPointer?

  private let function: Function?

  /// - Parameter function: a table's `get_extension`; nil if the table does not have it. Take it from a copy that was
  ///   made by ``GrowingTable/init(copying:)``, because an older table is too short for it.
  public init(_ function: Function?) { self.function = function }

  /// The table of an extension in exactly this version; nil if there is none. It is valid as long as the process lives.
  public func table(named name: String, version: UInt32) -> UnsafeRawPointer? {
    guard let function else { return nil }
    return name.withCString { function($0, version) }
  }
}

/// One version of an extension that this image offers. An extension with several versions has several of these.
public struct Extension: @unchecked Sendable {
  // Unchecked: nobody writes to the table or to the name.
  fileprivate let name: UnsafePointer<CChar>
  fileprivate let version: UInt32
  fileprivate let table: UnsafeRawPointer

  /// Keeps the table and the name for ever.
  public init<Table>(named name: String, version: UInt32, _ table: Table) {
    let copy = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    copy.initialize(to: table)
    self.name = immortal(name)
    self.version = version
    self.table = UnsafeRawPointer(copy)
  }
}

extension [Extension] {
  /// The table that a `get_extension` returns; nil if there is none.
  public func table(named name: UnsafePointer<CChar>?, version: UInt32) -> UnsafeRawPointer? {
    guard let name else { return nil }
    return first { $0.version == version && strcmp($0.name, name) == 0 }?.table
  }
}
