// Sizes: sizes and thresholds that a build for tests makes tiny.

/// Sizes that matter only for time and memory. Limits that users notice are not among them.
///
/// A build with `-DENFOLD_TINY` makes them as small as they can be. So tests reach code that otherwise runs once in
/// millions of calls, for example when a table grows.
public enum Sizes {
  #if ENFOLD_TINY
    @inlinable @inline(__always) public static var areTiny: Bool { true }
  #else
    @inlinable @inline(__always) public static var areTiny: Bool { false }
  #endif

  /// The usual size; in a build with `-DENFOLD_TINY` the tiny one.
  @inlinable @inline(__always) public static func of<T>(_ usual: T, tiny: T) -> T { areTiny ? tiny : usual }
}
