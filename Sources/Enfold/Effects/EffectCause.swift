// EffectCause: why an effect runs. Its requests to the host have it.

/// Which action has returned an effect, and the tag of the first action. In a traced store also: who tells the trace what the effect
/// does.
@usableFromInline package final class EffectCause: Sendable {
  /// That of the effect that runs; nil outside of effects, and in stores whose effects do not ask the host.
  @TaskLocal package static var current: EffectCause?

  /// The action's name without its values. It is made when somebody wants to know it.
  package var action: String { name() }
  package let tag: String?
  /// For whom the effect changes shared values, and who tells the trace of its requests. Nil if the store is not traced.
  private let traced: (writer: SharedWriter, requests: RequestTrace)?
  private let name: @Sendable () -> String

  @usableFromInline init(of account: EffectAccount, action name: @escaping @Sendable () -> String) {
    self.name = name
    tag = account.task.tag
    traced = nil
  }

  /// The cause of an effect of a traced store.
  init(
    of account: EffectAccount, _ writer: SharedWriter, _ requests: RequestTrace,
    action name: @escaping @Sendable () -> String
  ) {
    self.name = name
    tag = account.task.tag
    traced = (writer, requests)
  }

  /// Whether any store is traced. Then each effect is run for its cause, also if that is nil.
  @usableFromInline static var isTracing: Bool { SharedWriter.traces.load(ordering: .relaxed) > 0 }

  /// Runs an effect for a cause.
  @usableFromInline nonisolated(nonsending) static func bind<R>(
    _ cause: EffectCause?, _ body: nonisolated(nonsending) () async -> R
  ) async -> R {
    guard isTracing else { return await $current.withValue(cause) { await body() } }
    // Also bound to nil: otherwise a store that is not traced would have those of an effect that sends to it.
    return await SharedWriter.$ofEffect.withValue(cause?.traced?.writer) {
      await RequestTrace.$current.withValue(cause?.traced?.requests) {
        await $current.withValue(cause) { await body() }
      }
    }
  }
}
