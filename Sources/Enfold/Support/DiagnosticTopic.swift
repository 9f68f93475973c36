// DiagnosticTopic: which kind of thing went wrong, by the name under which docs/errors.md tells its cause and its cure.

extension Diagnostic {
  /// The raw value is the name of a section of docs/errors.md, which `enfold explain` shows.
  public enum Topic: String, Sendable, CaseIterable {
    case effectFailed = "an-effect-failed"
    case effectSentTooLate = "an-effect-sent-too-late"
    case effectRefused = "what-an-effect-sent-was-refused"
    case absentChild = "an-action-for-an-absent-child"
    case noPulse = "a-pulse-that-is-none"
    case childReactor = "a-reactor-of-a-child-that-cannot-send"
    case actionRefused = "an-action-was-refused"
    case actionNotChecked = "an-action-could-not-be-checked"
    case noJSONForm = "a-value-without-a-form-in-json"
    case nothingToSet = "nothing-to-be-set"
    case actionBehindSet = "the-action-behind-a-set-was-refused"
    case dependencyWithoutValue = "a-dependency-without-a-value-for-tests"
    case requestsWithoutAnswer = "requests-without-an-answer"
    case featureRegisteredAgain = "a-feature-was-registered-again"
    case sharedValue = "an-error-of-a-shared-value"
    case callbackSentNothing = "a-callback-that-sent-nothing"
  }
}
