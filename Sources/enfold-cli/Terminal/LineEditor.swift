// LineEditor: reads lines from a terminal, with arrows, history and completion.
//
// Debian's line editors, libedit and readline, would be one more library to ship, so this is a small one.
import EnfoldSchemas
import Glibc

/// Reads lines. One line of the screen shows the line, or the part of it around the cursor.
final class LineEditor {
  enum Input: Equatable {
    case line(String)
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D on an empty line, or the terminal is gone.
    case end
  }

  /// What stands before the line. It may change while a line is read.
  var prompt: String
  private let output: Output
  private let complete: (String) -> Completion
  private var buffer = LineBuffer()
  private var history: [String] = []
  /// Where in the history the line is from; its end: a new one.
  private var place = 0
  /// The new line, while a line of the history is shown.
  private var draft = ""
  /// Bytes of keys that come after the line.
  private var keys: [UInt8] = []

  init(prompt: String, output: Output, complete: @escaping (String) -> Completion) {
    self.prompt = prompt
    self.output = output
    self.complete = complete
  }

  /// Reads a line. `work` runs whenever `descriptor` is readable; what it writes appears above the line.
  func read(watching descriptor: Int32, work: () -> Void) -> Input {
    guard var mode = RawMode() else { return .end }
    defer { mode.end() }
    buffer = LineBuffer()
    place = history.count
    draw()
    while true {
      while let key = Key.take(from: &keys) {
        if let input = handle(key) {
          output.flush()
          return input
        }
      }
      draw()
      var waiting = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) > 0 else { continue }
      if waiting[1].revents != 0 {
        output.write("\r\u{1B}[K")
        // If a plugin traps, the terminal shall be as it was.
        mode.end()
        work()
        output.flush()
        guard let again = RawMode() else { return .end }
        mode = again
        draw()
      }
      if waiting[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return .end }
        keys += bytes.prefix(count)
      }
    }
  }

  /// What a key does. The input, if it ends the line.
  private func handle(_ key: Key) -> Input? {
    switch key {
    case .character(let character): buffer.insert(character)
    case .backspace: buffer.deleteBackward()
    case .delete: buffer.deleteForward()
    case .left: buffer.cursor = max(0, buffer.cursor - 1)
    case .right: buffer.cursor = min(buffer.characters.count, buffer.cursor + 1)
    case .home: buffer.cursor = 0
    case .end: buffer.cursor = buffer.characters.count
    case .eraseToStart: buffer.eraseToStart()
    case .eraseToEnd: buffer.eraseToEnd()
    case .eraseWord: buffer.eraseWord()
    case .clearScreen: output.write("\u{1B}[H\u{1B}[2J")
    case .up: recall(place - 1)
    case .down: recall(place + 1)
    case .tab: completeHere()
    case .interrupt:
      output.line("^C")
      return .interrupt
    case .endOfInput:
      guard buffer.characters.isEmpty else {
        buffer.deleteForward()
        return nil
      }
      output.line()
      return .end
    case .enter:
      let line = buffer.text
      buffer.cursor = buffer.characters.count
      draw()
      output.line()
      if !line.allSatisfy(\.isWhitespace), history.last != line { history.append(line) }
      return .line(line)
    case .other: break
    }
    return nil
  }

  private func recall(_ number: Int) {
    guard (0...history.count).contains(number) else { return }
    if place == history.count { draft = buffer.text }
    place = number
    buffer = LineBuffer(number == history.count ? draft : history[number])
  }

  private func completeHere() {
    let completion = complete(String(buffer.characters[..<buffer.cursor]))
    guard let common = commonPrefix(completion.candidates) else {
      if let hint = completion.hint { show([hint]) }
      return
    }
    let typed = String(buffer.characters[(buffer.cursor - completion.replaced)..<buffer.cursor])
    if completion.candidates.count > 1, common.count <= typed.count { show(completion.candidates) }
    buffer.replace(last: completion.replaced, with: common.count < typed.count ? typed : common)
  }

  /// Shows what may be typed below the line, which then begins again.
  private func show(_ words: [String]) {
    draw()
    output.write("\n")
    var line = ""
    for word in words.map(\.trimmed) {
      if !line.isEmpty, line.count + 2 + word.count > terminalWidth() {
        output.line(line)
        line = ""
      }
      line += (line.isEmpty ? "" : "  ") + word
    }
    output.line(line)
  }

  private func draw() {
    let (shown, column) = buffer.window(width: max(10, terminalWidth() - prompt.count - 1))
    output.write("\r\u{1B}[K\(prompt)\(shown)\r\u{1B}[\(prompt.count + column)C")
    output.flush()
  }
}

/// What all of the texts begin with; nil if there are none.
private func commonPrefix(_ texts: [String]) -> String? {
  guard var common = texts.first else { return nil }
  for text in texts.dropFirst() { while !text.hasPrefix(common) { common.removeLast() } }
  return common
}
