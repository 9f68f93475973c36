// How a command fails: a message, and exit status 1.
import ArgumentParser
import EnfoldJSON
import Glibc

/// Ends the command with exit status 1 and a message on the standard error.
func fail(_ message: String) -> ExitCode {
  let errors = Output(STDERR_FILENO)
  errors.line("enfold: \(message.visible)")
  errors.flush()
  return .failure
}

/// Ends the command with an error of libenfold, and says how to learn more of it. `place` goes before the message, the text
/// with a caret behind it.
func fail(_ place: String? = nil, _ failure: Failure, caret: String? = nil) -> ExitCode {
  let message = place.map { "\($0): \(failure)" } ?? "\(failure)"
  let parts = [message, caret, failure.status.map { "  " + explanation(of: $0) }]
  return fail(parts.compactMap(\.self).joined(separator: "\n"))
}

/// Ends the command with exit status 64: the arguments are wrong.
func usage(_ message: String) -> ExitCode {
  _ = fail(message)
  return .validationFailure
}

/// Does the work of a command. What libenfold says against it ends the command.
func failing<T>(_ body: () throws(Failure) -> T) throws -> T {
  do {
    return try body()
  } catch {
    throw fail(nil, error)
  }
}

/// The argument of each command that looks at a plugin.
struct PluginArgument: ParsableArguments {
  @Argument(help: "The plugin's file.", completion: .file(extensions: ["so"]))
  var plugin: String

  /// The path as libenfold wants it: with a slash, so that no directories of libraries are searched.
  var path: String { plugin.contains("/") ? plugin : "./" + plugin }
}
