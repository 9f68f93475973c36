// StoreMetrics: how many commits and effects a store has, and how long they take.
#if Telemetry
  import Enfold
  import Metrics

  /// Stores of one name share their metrics, so these are only ever added to, and never destroyed.
  struct StoreMetrics: Sendable {
    private let waited: Timer
    private let reduced: Timer
    private let collected: Timer
    private let told: Timer
    private let commits: [TraceKind: Counter]
    private let running: Meter
    private let ended: [TraceOutcome: Counter]

    init(of store: String, _ factory: any MetricsFactory) {
      let store = ("store", store)
      func timer(_ part: String) -> Timer {
        Timer(label: "enfold_commit_\(part)", dimensions: [store], factory: factory)
      }
      waited = timer("waited")
      reduced = timer("reduced")
      collected = timer("collected")
      told = timer("told")
      commits = Dictionary(
        uniqueKeysWithValues: TraceKind.allCases.filter(\.isCommit).map {
          ($0, Counter(label: "enfold_commits", dimensions: [store, ("kind", $0.label)], factory: factory))
        })
      running = Meter(label: "enfold_effects_running", dimensions: [store], factory: factory)
      ended = Dictionary(
        uniqueKeysWithValues: TraceOutcome.allCases.map {
          ($0, Counter(label: "enfold_effects", dimensions: [store, ("outcome", "\($0)")], factory: factory))
        })
    }

    func addCommit(_ entry: TraceEntry) {
      commits[entry.kind]?.increment()
      if entry.kind == .action { waited.recordNanoseconds(entry.waited) }
      reduced.recordNanoseconds(entry.reduced)
      collected.recordNanoseconds(entry.collected)
      told.recordNanoseconds(entry.told)
    }

    func beginEffect() { running.increment() }

    /// - Parameter outcome: nil if it is not known.
    func endEffect(_ outcome: TraceOutcome?) {
      running.decrement()
      if let outcome { ended[outcome]?.increment() }
    }
  }
#endif
