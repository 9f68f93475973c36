// StoreSpans: the spans of one store. Each is a child of the commit that has caused it.
#if Telemetry
  import Enfold
  import Tracing

  /// Begins and ends spans. Entries come one after the other, in the order of commits; the telemetry may end on any thread. The tracer
  /// is called without the lock, because it is code of others.
  final class StoreSpans: Sendable {
    private struct State {
      var commits: CommitContexts
      var effects = RunningEffects()
      var isOver = false
    }

    private let name: String
    /// That of what comes from outside.
    private let context: ServiceContext
    private let tracer: any Tracer
    private let state: Locked<State>

    init(of name: String, _ context: ServiceContext, lastCommits: Int, _ tracer: any Tracer) {
      self.name = name
      self.context = context
      self.tracer = tracer
      state = Locked(State(commits: CommitContexts(limit: lastCommits)))
    }

    /// Tells a commit that has just ended. Returns whether it was told.
    func addCommit(_ entry: TraceEntry, _ action: String?) -> Bool {
      guard let parent = parent(of: entry) else { return false }
      let now = DefaultTracerClock.now
      let (took, _) = (entry.reduced &+ entry.collected).addingReportingOverflow(entry.told)
      let span = tracer.startSpan(
        spanName(entry, action), context: parent, ofKind: .internal, at: now.earlier(by: took))
      if span.isRecording {
        span.attributes.merge(SpanAttributes(entry, of: name, action))
        span.attributes.merge(SpanAttributes(timesOf: entry))
      }
      span.end(at: now)
      let forgotten = state.withLock { $0.commits.remember(entry.revision, span.context) }
      _ = consume forgotten
      return true
    }

    /// Begins the span of an effect. Returns whether it was begun.
    func beginEffect(_ entry: TraceEntry, _ action: String?) -> Bool {
      guard let parent = parent(of: entry) else { return false }
      let span = tracer.startSpan(
        spanName(entry, action), context: parent, ofKind: .internal, at: DefaultTracerClock.now)
      if span.isRecording { span.attributes.merge(SpanAttributes(entry, of: name, action)) }
      let isKept = state.withLock { state in
        guard !state.isOver else { return false }
        state.effects.add(span, entry, causedIn: state.commits[entry.cause] ?? span.context)
        return true
      }
      if !isKept { span.end(as: nil) }
      return isKept
    }

    /// Ends the span of an effect. Returns whether it had begun.
    func endEffect(_ entry: TraceEntry) -> Bool {
      let span = state.withLock { $0.effects.remove(entry) }
      span?.end(as: entry.outcome)
      return span != nil
    }

    /// Ends all spans, and tells nothing any more. Returns how many effects run.
    func end() -> Int {
      let spans = state.withLock { state in
        state.isOver = true
        return state.effects.removeAll()
      }
      for span in spans { span.end(as: nil) }
      return spans.count
    }

    /// The context in which the cause of an entry is known; nil if the telemetry has ended.
    private func parent(of entry: TraceEntry) -> ServiceContext? {
      state.withLock { state in
        if state.isOver { return nil }
        guard entry.cause > 0 else { return context }
        return state.commits[entry.cause] ?? state.effects.context(of: entry.cause) ?? context
      }
    }

    /// `Todos.add`, `Todos.add effect`, `Todos set`.
    private func spanName(_ entry: TraceEntry, _ action: String?) -> String {
      let path = action.map { "\(name).\($0)" } ?? name
      return entry.kind == .action || entry.kind == .binding ? path : "\(path) \(entry.kind.label)"
    }
  }

  extension Span {
    /// Ends the span of an effect.
    ///
    /// - Parameter outcome: nil if it is not known.
    func end(as outcome: TraceOutcome?) {
      attributes["enfold.outcome"] = outcome.map { String(describing: $0) } ?? "untold"
      switch outcome {
      case .finished: setStatus(SpanStatus(code: .ok))
      case .failed: setStatus(SpanStatus(code: .error))
      case .cancelled, nil: break  // neither good nor bad
      }
      end(at: DefaultTracerClock.now)
    }
  }

  extension DefaultTracerClock.Timestamp {
    func earlier(by nanoseconds: UInt64) -> Self {
      Self(nanosecondsSinceEpoch: nanosecondsSinceEpoch - min(nanoseconds, nanosecondsSinceEpoch))
    }
  }
#endif
