// The Composable Architecture's views: names that do not exist, because there are no views, for their messages.

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable,
  message: "there are no views, write store.observe(\\.count) { … }: see ViewStore in docs/coming-from.md"
)
public struct ViewStore<State, Action> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable,
  message: "there are no views, write store.observe(\\.count) { … }: see ViewStoreOf in docs/coming-from.md"
)
public struct ViewStoreOf<Feature> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable,
  message: "there are no views, write store.observe(\\.count) { … }: see WithViewStore in docs/coming-from.md"
)
public struct WithViewStore<State, Action> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable,
  message: "there are no views, write store.observe(\\.count) { … }: see WithPerceptionTracking in docs/coming-from.md"
)
public struct WithPerceptionTracking<Content> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable, message: "there are no views, the host shows the child: see IfLetStore in docs/coming-from.md"
)
public struct IfLetStore<State, Action> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable, message: "there are no views, the host shows the rows: see ForEachStore in docs/coming-from.md"
)
public struct ForEachStore<State, Action> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable, message: "there are no views, the host shows the case: see SwitchStore in docs/coming-from.md"
)
public struct SwitchStore<State, Action> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable, message: "there are no views, the host shows the case: see CaseLet in docs/coming-from.md"
)
public struct CaseLet<State, Action> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable,
  message: "there are no views, the host shows the screens: see NavigationStackStore in docs/coming-from.md"
)
public struct NavigationStackStore<State, Action> {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable,
  message: "there are no views, the host shows the screens: see NavigationLinkStore in docs/coming-from.md"
)
public struct NavigationLinkStore<State, Action> {}
