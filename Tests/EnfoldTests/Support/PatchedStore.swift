// PatchedStore: a store whose patches a test reads. It asks for them as a host does.
import Enfold

/// A store that is changed by closures.
final class PatchedStore<State: ObservableState & SendableMetatype> {
  typealias Edit = @Sendable (inout State) -> Void

  private let sink: Sink
  private let engine: StoreEngine<State, Edit>
  private var last: UInt64 = 0

  /// Writes down what the host of a store is told.
  private final class Sink: CommitSink {
    /// What was told since the last look: by interest, its operations; or "told", if the report has none.
    var reports: [UInt64: [String]] = [:]

    override func deliver(_ walk: inout ChangeWalk, _ reports: Range<Int>, _ revision: UInt64) {
      for index in reports {
        let report = walk.reports[index]
        var texts = self.reports[report.interest] ?? []
        for index in report.operations {
          let operation = walk.operations[index]
          guard operation.owner <= report.listener else { continue }
          let pointer = String(decoding: walk.bytes(operation.pointer).dropFirst(report.prefix), as: UTF8.self)
          let value = operation.value.isNone ? "" : " " + String(decoding: walk.bytes(operation.value), as: UTF8.self)
          texts.append("\(operation.kind) \(pointer)\(value)")
        }
        self.reports[report.interest] = texts.isEmpty ? ["told"] : texts
      }
    }
  }

  init(_ state: State) {
    let sink = Sink()
    self.sink = sink
    engine = StoreEngine(initialState: state, shared: .find(nil), stream: { ObservedStream(host: sink) }) {
      state, edit in
      edit(&state)
      return .none
    }
  }

  deinit { engine.close() }

  /// Asks for the patches at a pointer; returns the number of the interest.
  @discardableResult func observe(_ pointer: String, _ options: InterestOptions = .patch) throws -> UInt64 {
    last += 1
    let (interest, path) = (last, try JSONPath(pointer: pointer))
    nonisolated(unsafe) let engine = engine
    _ = engine.perform { _ in engine.begin(interest, at: path, options) }
    return interest
  }

  func end(_ interest: UInt64) {
    nonisolated(unsafe) let engine = engine
    _ = engine.perform { _ in engine.end(interest) }
  }

  var state: State {
    guard let state = engine.withState({ state, _ in copy state }) else { preconditionFailure("inside the gate") }
    return state
  }

  /// What the interests are told of some edits, each an action, which are one drain.
  func edits(_ edits: Edit...) -> [UInt64: [String]] {
    sink.reports = [:]
    _ = engine.sendBatch(edits)
    return sink.reports
  }

  /// The patch that the first interest gets.
  func patch(_ edit: @escaping Edit) -> [String] { edits(edit)[1] ?? [] }
}
