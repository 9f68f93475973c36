// Dependencies for tests: what each environment gives, and how often it was made.
import Enfold
import Testing

/// The name of the environment it comes from.
enum Greeting: DependencyInjectable {
  static var live: String { "live" }
  static var preview: String { "preview" }
  static var test: String { "test" }
}

/// Nothing but a live value.
enum Unprepared: DependencyInjectable {
  static var live: String { "live" }
}

extension DependencyValues {
  var greeting: String {
    get { self[Greeting.self] }
    set { self[Greeting.self] = newValue }
  }
  var unprepared: String {
    get { self[Unprepared.self] }
    set { self[Unprepared.self] = newValue }
  }
  /// Cannot be set.
  var welcome: String { "welcome, " + greeting }
}

/// Values of an environment whose issues go into a log.
func logged(
  _ environment: DependencyEnvironment, _ log: Log<DependencyIssue>,
  _ override: (inout DependencyValues) -> Void = { _ in }
) -> DependencyValues {
  DependencyValues(environment) {
    $0.report = { log.append($0) }
    override(&$0)
  }
}

/// What a process that ended wrote to its standard error stream.
func message(of result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
