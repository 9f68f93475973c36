// GrowingTable: a struct of enfold_plugin.h by another image, whose header may be older or newer; and the list of them.
import CEnfold
import CEnfoldSupport

/// A struct that begins with its size and may grow at its end.
public protocol GrowingTable {
  /// Makes one whose members are all 0 or NULL.
  init()
  /// Its name in C.
  static var name: StaticString { get }
  /// How many of its bytes must be there.
  static var smallestSize: Int { get }
}

extension GrowingTable {
  /// The size that a struct says it has.
  public static func size(of table: UnsafePointer<Self>) -> Int {
    // Not through `pointee`, which could read the whole struct, even if only a part is there.
    Int(UnsafeRawPointer(table).load(as: UInt32.self))
  }

  /// Copies as much as is there. Members that are absent become NULL. Nil if the struct is too small.
  public init?(copying table: UnsafePointer<Self>) {
    let size = Self.size(of: table)
    guard size >= Self.smallestSize else { return nil }
    self.init()
    // The size of a struct is a multiple of its alignment. With any other, the last member would be copied in part.
    let covered = size - size % MemoryLayout<Self>.alignment
    withUnsafeMutableBytes(of: &self) { copy in
      copy.copyMemory(from: UnsafeRawBufferPointer(start: table, count: min(covered, copy.count)))
    }
  }
}

extension enfold_plugin_table: GrowingTable {
  public static var name: StaticString { "enfold_plugin_table" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_PLUGIN_TABLE }
}

extension enfold_plugin_feature: GrowingTable {
  public static var name: StaticString { "enfold_plugin_feature" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_FEATURE }
}

extension enfold_engine: GrowingTable {
  public static var name: StaticString { "enfold_engine" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_ENGINE }
}

extension enfold_reducer: GrowingTable {
  public static var name: StaticString { "enfold_reducer" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_REDUCER }
}

extension enfold_commit: GrowingTable {
  public static var name: StaticString { "enfold_commit" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_COMMIT }
}

extension enfold_host: GrowingTable {
  public static var name: StaticString { "enfold_host" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_HOST }
}

extension enfold_store_options: GrowingTable {
  public static var name: StaticString { "enfold_store_options" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_STORE_OPTIONS }
}

extension enfold_restore: GrowingTable {
  public static var name: StaticString { "enfold_restore" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_RESTORE }
}

extension enfold_stub: GrowingTable {
  public static var name: StaticString { "enfold_stub" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_STUB }
}

extension enfold_no_effects: GrowingTable {
  public static var name: StaticString { "enfold_no_effects" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_NO_EFFECTS }
}

extension enfold_hold: GrowingTable {
  public static var name: StaticString { "enfold_hold" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_HOLD }
}

extension enfold_trace: GrowingTable {
  public static var name: StaticString { "enfold_trace" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_TRACE }
}

extension enfold_tracer: GrowingTable {
  public static var name: StaticString { "enfold_tracer" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_TRACER }
}

extension enfold_flush: GrowingTable {
  public static var name: StaticString { "enfold_flush" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_FLUSH }
}

extension enfold_tags: GrowingTable {
  public static var name: StaticString { "enfold_tags" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_TAGS }
}

extension enfold_dependencies: GrowingTable {
  public static var name: StaticString { "enfold_dependencies" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_DEPENDENCIES }
}

extension enfold_bindings: GrowingTable {
  public static var name: StaticString { "enfold_bindings" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_BINDINGS }
}

extension enfold_shared: GrowingTable {
  public static var name: StaticString { "enfold_shared" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_SHARED }
}

extension enfold_shared_user: GrowingTable {
  public static var name: StaticString { "enfold_shared_user" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_SHARED_USER }
}

extension enfold_crash: GrowingTable {
  public static var name: StaticString { "enfold_crash" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_CRASH }
}

extension enfold_crash_2: GrowingTable {
  public static var name: StaticString { "enfold_crash_2" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_CRASH_2 }
}

extension enfold_requests: GrowingTable {
  public static var name: StaticString { "enfold_requests" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_REQUESTS }
}

extension enfold_request_user: GrowingTable {
  public static var name: StaticString { "enfold_request_user" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_REQUEST_USER }
}

extension enfold_clock: GrowingTable {
  public static var name: StaticString { "enfold_clock" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_CLOCK }
}

extension enfold_declares: GrowingTable {
  public static var name: StaticString { "enfold_declares" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_DECLARES }
}

extension enfold_effect_reducer: GrowingTable {
  public static var name: StaticString { "enfold_effect_reducer" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_EFFECT_REDUCER }
}

extension enfold_parts: GrowingTable {
  public static var name: StaticString { "enfold_parts" }
  public static var smallestSize: Int { ENFOLD_SMALLEST_PARTS }
}
