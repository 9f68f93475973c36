// StoreTelemetry: the life of a store's spans and metrics.
#if Telemetry
  import Enfold

  /// Keeps the telemetry of a store going until it is cancelled or released. It does not keep the store.
  public final class StoreTelemetry: Sendable {
    private let trace: Subscription
    private let spans: StoreSpans
    private let metrics: StoreMetrics

    init(_ trace: Subscription, _ spans: StoreSpans, _ metrics: StoreMetrics) {
      self.trace = trace
      self.spans = spans
      self.metrics = metrics
    }

    deinit { cancel() }

    /// Ends the telemetry at once, and with it the spans of the effects that still run: their outcome is `untold`. May be called on
    /// any thread; a second call does nothing.
    public func cancel() {
      trace.cancel()
      for _ in 0..<spans.end() { metrics.endEffect(nil) }
    }
  }
#endif
