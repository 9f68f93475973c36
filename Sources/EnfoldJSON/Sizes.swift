// Sizes: how big things are made at first, and after how much something else is done.

/// Sizes that only cost or save time and memory. A build with `-DENFOLD_TINY` makes them as small as they can be, so that
/// tests reach what otherwise happens once in millions of calls: growing, retiring, handing over. Limits that users notice
/// are not among them.
public enum Sizes {
  #if ENFOLD_TINY
    @inlinable @inline(__always) public static var areTiny: Bool { true }
  #else
    @inlinable @inline(__always) public static var areTiny: Bool { false }
  #endif

  /// One of two sizes.
  @inlinable @inline(__always)
  public static func of<T>(_ usual: T, tiny: T) -> T { areTiny ? tiny : usual }
}
