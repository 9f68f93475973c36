// Recording: one that has begun, as its runtime knows it.

struct Recording {
  let writer: SessionWriter
  /// The handle of the trace's reader that tells it everything; 0 while it begins.
  let reader: UInt64
}
