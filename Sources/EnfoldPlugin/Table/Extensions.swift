// Extensions: asking for what came later than the tables of enfold_plugin.h.

/// What a host, a plugin or a feature offers beside its table.
public struct Extensions: Sendable {
  public typealias Function = @convention(c) (_ name: UnsafePointer<CChar>?, _ version: UInt32) -> UnsafeRawPointer?

  private let function: Function?

  /// - Parameter function: a table's `get_extension`, or nil if the table does not have it: take it of a copy that was
  ///   made by ``GrowingTable/init(copying:)``.
  public init(_ function: Function?) { self.function = function }

  /// The table of an extension, which keeps exactly this version of it; nil if there is none. It is valid as long as the
  /// process.
  public func table(named name: String, version: UInt32) -> UnsafeRawPointer? {
    guard let function else { return nil }
    return name.withCString { function($0, version) }
  }
}
