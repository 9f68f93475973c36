// The traces of random programs beside a naive model: effects, timers, requests, children, reactors and shared values.
import Testing

// One after the other, because each program has its own threads.
@Suite(.serialized) struct ProgramTraceTests {
  /// `make trace-soak` runs 10,000 with each loop.
  @Test(arguments: UInt64(0)..<UInt64(scaled(200)), [false, true])
  func causesAndTagsAreThoseOfAModel(seed: UInt64, isScheduled: Bool) async {
    let program = TraceProgram(seed: seed)
    let problems = TraceCheck(program, await program.run(seed: seed, isScheduled: isScheduled)).problems
    if problems.isEmpty { return }
    Issue.record("seed \(seed), \(problems.count) problems: \(problems.prefix(5).joined(separator: "; "))")
  }
}
