// RunningEffects: the spans of the effects that run now, by the commits that have begun them.
#if Telemetry
  import Enfold
  import Tracing

  struct RunningEffects {
    /// What the beginning and the end of one effect have in common. Several effects may have the same: then the one that began first
    /// counts as the one that has ended.
    private struct Key: Hashable {
      let file: String?
      let line: UInt?
      let name: String?
      let row: String?

      init(_ entry: TraceEntry) {
        file = entry.effect?.fileID
        line = entry.effect?.line
        name = entry.effect?.name
        row = entry.row
      }
    }

    /// The effects of one commit.
    private struct Family {
      /// In which what they cause happens. So a commit is remembered as long as its effects run.
      let context: ServiceContext
      var spans: [Key: [any Span]] = [:]
    }

    private var families: [UInt64: Family] = [:]

    /// In which the effects of a commit happen; nil if none runs.
    func context(of revision: UInt64) -> ServiceContext? { families[revision]?.context }

    mutating func add(_ span: any Span, _ entry: TraceEntry, causedIn context: ServiceContext) {
      families[entry.cause, default: Family(context: context)].spans[Key(entry), default: []].append(span)
    }

    /// Returns the span that began with such an entry; nil if there is none.
    mutating func remove(_ entry: TraceEntry) -> (any Span)? {
      let key = Key(entry)
      guard let span = families[entry.cause]?.spans[key]?.removeFirst() else { return nil }
      if families[entry.cause]?.spans[key]?.isEmpty == true { families[entry.cause]?.spans[key] = nil }
      if families[entry.cause]?.spans.isEmpty == true { families[entry.cause] = nil }
      return span
    }

    mutating func removeAll() -> [any Span] {
      let spans = families.values.flatMap { $0.spans.values.joined() }
      families = [:]
      return spans
    }
  }
#endif
