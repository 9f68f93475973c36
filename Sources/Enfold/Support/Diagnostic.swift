// Diagnostic: what went wrong in a store where no caller is left to be told.
import CEnfoldSupport

/// A record of something that went wrong, or may have: an effect that failed, an action for a child that is absent.
/// The store goes on with its state unchanged.
public struct Diagnostic: Sendable, CustomStringConvertible {
  public enum Level: Int32, Sendable { case error = 1, warning, info, debug }

  public var level: Level
  /// What kind of thing it is. docs/errors.md has the cause and the cure; nil if it has none.
  public var topic: Topic?
  /// One sentence: what happened, and why.
  public var message: String
  /// The name of the action with which it began.
  public var action: String?
  /// The effect that went wrong, if it was one.
  public var effect: EffectOrigin?
  /// The id of the element of a list whose effect it was, or that the action was meant for; nil if there is none. Of lists
  /// inside lists, the innermost one.
  public var row: String?
  /// The tag of the action with which it began; see ``Store/send(_:tag:)``.
  public var tag: String?

  public init(
    level: Level, _ topic: Topic? = nil, message: String, action: String? = nil, effect: EffectOrigin? = nil,
    row: String? = nil, tag: String? = nil
  ) {
    self.level = level
    self.topic = topic
    self.message = message
    self.action = action
    self.effect = effect
    self.row = row
    self.tag = tag
  }

  /// The name of an action without its values, as diagnostics show it.
  public static func name(of action: some Any) -> String { actionName(action) }

  public var description: String {
    [action.map { "action \($0)" }, effect.map { "effect \($0)" }, message].compactMap(\.self).joined(separator: ": ")
  }
}

extension Diagnostic {
  /// The raw value is the name of a section of docs/errors.md, which `enfold explain` shows.
  public enum Topic: String, Sendable, CaseIterable {
    case effectFailed = "an-effect-failed"
    case effectSentTooLate = "an-effect-sent-too-late"
    case effectRefused = "what-an-effect-sent-was-refused"
    case absentChild = "an-action-for-an-absent-child"
    case notPresented = "a-child-that-is-not-presented"
    case noPulse = "a-pulse-that-is-none"
    case childReactor = "a-reactor-of-a-child-that-cannot-send"
    case actionRefused = "an-action-was-refused"
    case actionNotChecked = "an-action-could-not-be-checked"
    case noJSONForm = "a-value-without-a-form-in-json"
    case nothingToSet = "nothing-to-be-set"
    case bindingNotWritten = "a-binding-that-was-not-written"
    case actionBehindSet = "the-action-behind-a-set-was-refused"
    case dependencyWithoutValue = "a-dependency-without-a-value-for-tests"
    case endpointNotImplemented = "a-closure-that-is-not-implemented"
    case otherCase = "a-case-that-is-another"
    case dependencyDiffers = "a-dependency-that-differs"
    case workCutOff = "work-that-was-cut-off"
    case storeIsHeld = "a-store-is-held"
    case slowCommit = "a-slow-commit"
    case requestsWithoutAnswer = "requests-without-an-answer"
    case featureRegisteredAgain = "a-feature-was-registered-again"
    case sharedValue = "an-error-of-a-shared-value"
    case callbackSentNothing = "a-callback-that-sent-nothing"
    case recordingEnded = "a-recording-that-ended"
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

package enum StandardError {
  /// Writes one line.
  package static func print(_ message: String) {
    let line = "enfold: \(message)\n"
    let cancellation = enfold_cancellation_off()
    defer { enfold_cancellation_restore(cancellation) }
    line.utf8CString.withUnsafeBytes { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1) }
  }
}
