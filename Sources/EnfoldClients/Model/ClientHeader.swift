// ClientHeader: of what, and how, a client was made.

/// What the first lines of each file say.
struct ClientHeader {
  let lines: [String]

  init(model: ClientModel, command: String) {
    let names = model.features.map(\.name).joined(separator: ", ")
    lines =
      ["Typed client of the plugin \(model.plugin) \(model.version).", ""]
      + Layout.wrapped("Features: \(names).", width: 80)
      + Layout.wrapped("Made by `\(command)`. Do not edit: make it again.", width: 80)
  }

  /// The lines as comments, each behind a mark.
  func comment(_ mark: String) -> [String] { lines.map { $0.isEmpty ? mark : "\(mark) \($0)" } }
}
