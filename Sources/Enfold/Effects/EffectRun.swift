// EffectRun: one running effect.
import Synchronization

/// Work that has begun and not ended. Guarded by its registry's lock.
@usableFromInline final class EffectRun: @unchecked Sendable {
  // Unchecked: see EffectRegistry.

  /// That of the effect that runs here, if anything is presented. A thread that runs an effect may drain its store meanwhile.
  @TaskLocal static var current: EffectRun?

  let account: EffectAccount
  let origin: EffectOrigin
  /// The name of the action whose reducer returned it, if somebody wants to know.
  let action: String?
  /// Its number among the delays; 0 if it is none.
  let delay: UInt64
  @exclusivity(unchecked) var work: RunningWork?
  /// Written under the lock.
  @usableFromInline let ended = Atomic<Bool>(false)
  @exclusivity(unchecked) var isCancelled = false
  /// Whether its start is over.
  @exclusivity(unchecked) var isAttached = false
  /// Its places in the registry and in its account.
  @exclusivity(unchecked) var places = (registry: -1, account: -1)
  @exclusivity(unchecked) private var whenEnded: (@Sendable () -> Void)?

  init(
    account: EffectAccount, origin: EffectOrigin, action: String?, delay: UInt64, whenEnded: (@Sendable () -> Void)?
  ) {
    self.account = account
    self.origin = origin
    self.action = action
    self.delay = delay
    self.whenEnded = whenEnded
  }

  @inlinable var isEnded: Bool { ended.load(ordering: .acquiring) }

  func takeWhenEnded() -> (@Sendable () -> Void)? { whenEnded.take() }
}

/// What an effect does, so that it can be cancelled.
@usableFromInline enum RunningWork: Sendable {
  case task(Task<Void, Never>)
  case timer(TimerQueue.Timer)
  /// A stream of a reactor, which ends with the reactor.
  case stream

  func cancel() {
    switch self {
    case .task(let task): task.cancel()
    case .timer(let timer): TimerQueue.shared.remove(timer)
    case .stream: break
    }
  }
}

/// The description of a running effect, for messages.
public struct RunningEffect: Sendable, CustomStringConvertible {
  /// The action whose reducer returned it, without its payload.
  public let action: String
  /// Where it was written.
  public let effect: EffectOrigin

  public init(action: String, effect: EffectOrigin) {
    self.action = action
    self.effect = effect
  }

  public var description: String { "effect \(effect) of action \(action)" }
}
