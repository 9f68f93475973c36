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

/// A program may be started without standard input, output or error. Without this, the next file that it opens would be taken for one
/// of them.
private func openClosedDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
}

openClosedDescriptors()
exit(start())
