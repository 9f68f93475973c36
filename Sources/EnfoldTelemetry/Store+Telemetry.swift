// Store: its trace as spans and metrics, for any backend of OpenTelemetry.
#if Telemetry
  import Enfold
  import Metrics
  import Tracing

  extension Store {
    /// Turns what happens in the store into spans and metrics, from its turn in the queue on: a span for each commit and for each
    /// effect, as children of the commits that have caused them.
    ///
    /// ```swift
    /// let telemetry = store.telemetry(name: "Todos")
    /// ```
    ///
    /// The names of actions are told, and never the values in them, nor anything of the state. Tags are told as they are.
    ///
    /// - Parameters:
    ///   - name: with it the names of the spans begin, and it is the dimension `store` of the metrics. Stores of one feature should
    ///     have the same.
    ///   - context: the spans of what comes from outside are its children.
    ///   - lastCommits: how many commits are remembered, so that what they cause becomes their child. The oldest are forgotten, but
    ///     none whose effects still run.
    ///   - tracer: by default that of the process, or of the current task, at this moment.
    ///   - metrics: makes the metrics; by default that of the process, or of the current task, at this moment.
    /// - Returns: what ends the telemetry when it is cancelled or released; nil for a derived store: its root has the trace.
    public func telemetry(
      name: String, context: ServiceContext = .topLevel, lastCommits: Int = 1_024,
      tracer: any Tracer = InstrumentationSystem.tracer, metrics: any MetricsFactory = MetricsSystem.factory
    ) -> StoreTelemetry? {
      let spans = StoreSpans(of: name, context, lastCommits: lastCommits, tracer)
      let metrics = StoreMetrics(of: name, metrics)
      let trace = self.trace { entry, action in
        tell(entry, of: action, to: spans, metrics)
      }
      return trace.map { StoreTelemetry($0, spans, metrics) }
    }
  }

  /// What the reader of the trace does with an entry.
  private func tell<Action>(
    _ entry: TraceEntry, of action: Action?, to spans: StoreSpans, _ metrics: StoreMetrics
  ) {
    switch entry.kind {
    case let kind where kind.isCommit:
      if spans.addCommit(entry, action.map(actionPath)) { metrics.addCommit(entry) }
    case .effectBegan:
      if spans.beginEffect(entry, action.map(actionPath)) { metrics.beginEffect() }
    case .effectEnded:
      if spans.endEffect(entry) { metrics.endEffect(entry.outcome) }
    default: break  // no commit, and nothing that lasts
    }
  }
#endif
