// CommitContexts: the contexts of the last commits, by their revisions.
#if Telemetry
  import Tracing

  /// Remembers as many as its limit says, and forgets the oldest first.
  struct CommitContexts {
    private let limit: Int
    private var contexts: [UInt64: ServiceContext] = [:]
    /// The revisions that are remembered. When there are as many as the limit, it is a ring, and the oldest is at `oldest`.
    private var revisions: [UInt64] = []
    private var oldest = 0

    init(limit: Int) { self.limit = max(limit, 1) }

    subscript(revision: UInt64) -> ServiceContext? { contexts[revision] }

    /// Returns the context that is forgotten instead.
    mutating func remember(_ revision: UInt64, _ context: ServiceContext) -> ServiceContext? {
      var forgotten: ServiceContext?
      if revisions.count < limit {
        revisions.append(revision)
      } else {
        forgotten = contexts.removeValue(forKey: revisions[oldest])
        revisions[oldest] = revision
        oldest = (oldest + 1) % limit
      }
      contexts[revision] = context
      return forgotten
    }
  }
#endif
