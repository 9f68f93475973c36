// Diagnostic: what went wrong in a store where no caller is left to be told.

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

  public init(
    level: Level, _ topic: Topic? = nil, message: String, action: String? = nil, effect: EffectOrigin? = nil,
    row: String? = nil
  ) {
    self.level = level
    self.topic = topic
    self.message = message
    self.action = action
    self.effect = effect
    self.row = row
  }

  /// The name of an action without its values, as diagnostics show it.
  public static func name(of action: some Any) -> String { actionName(action) }

  public var description: String {
    [action.map { "action \($0)" }, effect.map { "effect \($0)" }, message].compactMap(\.self).joined(separator: ": ")
  }
}
