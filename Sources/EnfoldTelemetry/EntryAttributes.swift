// EntryAttributes: what a span tells of an entry of the trace. Nothing in it is a value of an action or of a state.
#if Telemetry
  import Enfold
  import Tracing

  extension SpanAttributes {
    /// The name of an effect is left out, because it may be put together at run time; and so is the row, because it is a part of the
    /// state.
    init(_ entry: TraceEntry, of store: String, _ action: String?) {
      self.init([:])
      self["enfold.store"] = store
      self["enfold.kind"] = entry.kind.label
      self["enfold.revision"] = Int64(clamping: entry.revision)
      if let action { self["enfold.action"] = action }
      if entry.task > 0 { self["enfold.task"] = Int64(clamping: entry.task) }
      if entry.cause > 0 { self["enfold.cause"] = Int64(clamping: entry.cause) }
      if let tag = entry.tag { self["enfold.tag"] = tag }
      if let effect = entry.effect, !effect.fileID.isEmpty { self["enfold.effect"] = "\(effect.fileID):\(effect.line)" }
    }

    /// How long the parts of a commit took, in nanoseconds.
    init(timesOf entry: TraceEntry) {
      self.init([:])
      self["enfold.waited"] = Int64(clamping: entry.waited)
      self["enfold.reduced"] = Int64(clamping: entry.reduced)
      self["enfold.collected"] = Int64(clamping: entry.collected)
      self["enfold.told"] = Int64(clamping: entry.told)
    }
  }

  extension TraceKind {
    /// That of a span: the beginning and the end of an effect are one.
    var label: String { self == .effectBegan || self == .effectEnded ? "effect" : "\(name)" }
  }
#endif
