// What the Composable Architecture's dependencies are called here: names that do not exist, for their messages.

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable,
  message: "write DependencyInjectable with live, preview and test: see DependencyKey in docs/coming-from.md"
)
public protocol DependencyKey {}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable,
  message: "write DependencyInjectable with live, preview and test: see TestDependencyKey in docs/coming-from.md"
)
public protocol TestDependencyKey {}

extension DependencyValues {
  @available(*, unavailable, message: "write \\.clock: see suspendingClock in docs/coming-from.md")
  public var suspendingClock: MissingDependency { fatalError("unavailable") }

  @available(*, unavailable, message: "write \\.random: see withRandomNumberGenerator in docs/coming-from.md")
  public var withRandomNumberGenerator: MissingDependency { fatalError("unavailable") }

  @available(*, unavailable, message: "there are no queues, write \\.clock: see mainQueue in docs/coming-from.md")
  public var mainQueue: MissingDependency { fatalError("unavailable") }

  @available(*, unavailable, message: "there are no run loops, write \\.clock: see mainRunLoop in docs/coming-from.md")
  public var mainRunLoop: MissingDependency { fatalError("unavailable") }

  @available(
    *, unavailable,
    message: "write a DependencyInjectable of your own, or ask the host: see openURL in docs/coming-from.md"
  )
  public var openURL: MissingDependency { fatalError("unavailable") }

  @available(*, unavailable, message: "write a DependencyInjectable of your own: see urlSession in docs/coming-from.md")
  public var urlSession: MissingDependency { fatalError("unavailable") }

  @available(*, unavailable, message: "write a DependencyInjectable of your own: see calendar in docs/coming-from.md")
  public var calendar: MissingDependency { fatalError("unavailable") }

  @available(*, unavailable, message: "write a DependencyInjectable of your own: see locale in docs/coming-from.md")
  public var locale: MissingDependency { fatalError("unavailable") }

  @available(*, unavailable, message: "write a DependencyInjectable of your own: see timeZone in docs/coming-from.md")
  public var timeZone: MissingDependency { fatalError("unavailable") }
}

/// Refused by the compiler, with a message that says what to write instead.
@available(
  *, unavailable, message: "write @DependencyClient, whose init() does this: see unimplemented in docs/coming-from.md"
)
@_disfavoredOverload public func unimplemented<Result>(_ description: String = "", placeholder: Result? = nil) -> Result
{
  fatalError("unavailable")
}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write SharedKey: see PersistenceKey in docs/coming-from.md")
public protocol PersistenceKey {}

/// Refused by the compiler, with a message that says what to write instead.
@available(*, unavailable, message: "write SharedReaderKey: see PersistenceReaderKey in docs/coming-from.md")
public protocol PersistenceReaderKey {}
