// DismissEffect: the dependency by which a presented child dismisses itself. isPresented.

/// Dismisses the child whose effect calls it.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
///
/// case .closeTapped: return .run { _ in await dismiss() }
/// ```
///
/// It sends the `.dismiss` of the parent's ``PresentationAction``, so everybody sees the action. The action belongs to the
/// same task as the effect. The call returns when the action was reduced, also if that cancels the effect.
///
/// A child that nobody presents causes a diagnostic, and nothing else happens: the feature of a whole store, a plain
/// optional child, a row of `forEach`. To test a feature alone, give it another one:
/// `$0.dismiss = DismissEffect { … }`.
public struct DismissEffect: Sendable {
  private enum Way: Sendable {
    /// The presentation that was bound when it was read, if any; otherwise that of the caller.
    case child(Presentation?)
    case given(@Sendable () async -> Void)
    /// For the feature of a whole store only.
    case whole(@Sendable () async -> Void)
  }

  private let way: Way
  /// How many presented children were around where it was set.
  fileprivate var depth = 0

  /// Something else to do, for tests of a child alone.
  public init(_ dismiss: @escaping @Sendable () async -> Void) { way = .given(dismiss) }

  private init(_ way: Way) { self.way = way }

  fileprivate static func child(_ presentation: Presentation?) -> DismissEffect { DismissEffect(.child(presentation)) }

  /// What a test store does when its whole feature is dismissed.
  package static func whole(_ dismiss: @escaping @Sendable () async -> Void) -> DismissEffect {
    DismissEffect(.whole(dismiss))
  }

  fileprivate var isPresented: Bool {
    switch way {
    case .child(let presentation): presentation?.isPresented ?? false
    case .given: true
    case .whole: false
    }
  }

  /// Dismisses the child, and returns when its parent has reduced that.
  nonisolated(nonsending) public func callAsFunction(
    fileID: StaticString = #fileID, line: UInt = #line
  ) async {
    let known: Presentation?
    switch way {
    case .given(let dismiss): return await dismiss()
    case .child(let presentation): known = presentation
    case .whole: known = nil
    }
    let here = Gates.isInsideAny ? nil : EffectRun.current
    let dismissal = Presentation.here?.dismissal ?? known?.dismissal
    let run = dismissal?.run ?? here
    let child = run?.account.path?.innermostOptional
    if let dismissal, child?.isPresented == true { return await dismissal.send() }
    if case .whole(let dismiss) = way, child == nil { return await dismiss() }
    NotPresented(child, run, EffectOrigin(name: "dismiss", fileID: fileID, line: line)).report()
  }
}

extension DismissEffect: DependencyInjectable {
  public static var live: DismissEffect { .child(nil) }
  public static var test: DismissEffect { live }
}

extension DependencyValues {
  /// Dismisses the child that calls it, if its parent presents it: `await dismiss()`.
  @_disfavoredOverload public var dismiss: DismissEffect {
    get {
      Presentation.noteUse()
      let given = self[DismissEffect.self]
      guard let here = Presentation.here else { return given }
      if here.depth > given.depth { return .child(here) }
      return given
    }
    set {
      var dismiss = newValue
      dismiss.depth = Presentation.here?.depth ?? 0
      self[DismissEffect.self] = dismiss
    }
  }

  /// Whether the child that reads it is presented, so that `dismiss` dismisses it. It is true, too, if a test has given the
  /// child a `dismiss`.
  @_disfavoredOverload public var isPresented: Bool { dismiss.isPresented }
}

extension Dependency<DismissEffect> {
  /// ``DependencyValues/dismiss``.
  public init(_ keyPath: KeyPath<DependencyValues, DismissEffect> & Sendable) {
    Presentation.noteUse()
    self.init(path: keyPath)
  }
}

/// Somebody wants to dismiss a child that nobody presents.
private struct NotPresented {
  let message: String
  let run: EffectRun?
  let origin: EffectOrigin

  init(_ child: ChildOperator?, _ run: EffectRun?, _ origin: EffectOrigin) {
    self.run = run
    self.origin = origin
    let reason =
      if let child {
        child.finder.isList
          ? "it is an element of a list, which its parent takes out"
          : "it is a plain optional, which its parent sets to nil"
      } else if run != nil {
        "it is the whole feature of its store"
      } else {
        "dismiss was called outside of an effect"
      }
    message = """
      this child is not presented: \(reason) (dismiss at \(origin.fileID):\(origin.line)). To present it, let the case of the \
      parent's action have a PresentationAction: case child(PresentationAction<Child.Action>), with \
      .ifLet(\\.$child, action: \\.child) { Child() }. To test it alone, give it a dismiss: $0.dismiss = DismissEffect { … }
      """
  }

  func report() {
    guard let run else { return DependencyIssue("dismiss", .notPresented, message).report() }
    let path = run.account.path
    run.account.registry.diagnose(
      Diagnostic(
        level: .warning, .notPresented, message: message, action: run.action, effect: run.origin, row: path?.row,
        tag: run.account.task.tag))
  }
}
