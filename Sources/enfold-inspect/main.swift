// enfold-inspect: the server of the inspector, which `enfold inspect` runs.
import Glibc

/// Returns the exit status: 64 if the arguments are wrong.
private func start() -> Int32 {
  do throws(Refusal) {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    guard !arguments.isHelp else {
      write(Arguments.usage + "\n", to: STDOUT_FILENO)
      return 0
    }
    return Program.run(arguments)
  } catch {
    complain(error.message)
    write(Arguments.usage + "\n", to: STDERR_FILENO)
    return 64
  }
}

exit(start())
