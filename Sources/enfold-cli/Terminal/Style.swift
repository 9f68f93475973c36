// Style: colours, where they are wanted.
import ArgumentParser
import Glibc

/// What `--color` can be.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// Colours text, or leaves it as it is. Control characters in it are made visible.
struct Style {
  let isColoured: Bool

  /// - Parameter isTerminal: whether the output is a terminal. NO_COLOR and TERM=dumb forbid colours with `auto`.
  init(_ choice: ColorChoice, isTerminal: Bool) {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    isColoured =
      switch choice {
      case .always: true
      case .never: false
      case .auto: isTerminal && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
      }
  }

  func red(_ text: String) -> String { coloured(text, "31") }
  func green(_ text: String) -> String { coloured(text, "32") }
  func yellow(_ text: String) -> String { coloured(text, "33") }
  func blue(_ text: String) -> String { coloured(text, "36") }
  func dim(_ text: String) -> String { coloured(text, "2") }
  func bold(_ text: String) -> String { coloured(text, "1") }

  private func coloured(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text.visible)\u{1B}[0m" : text.visible
  }
}
