// RawMode: a terminal that hands over each key at once.
import Glibc

/// Changes the terminal until `end`. Output is still processed: a line break begins a line.
struct RawMode {
  private let saved: termios

  /// Nil: the standard input is no terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    saved = settings
    cfmakeraw(&settings)
    settings.c_oflag |= tcflag_t(OPOST)
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { return nil }
  }

  func end() {
    var settings = saved
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }
}

/// How many columns the terminal has.
func terminalWidth() -> Int {
  var size = winsize()
  guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 || ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
    size.ws_col > 0
  else { return 80 }
  return Int(size.ws_col)
}
