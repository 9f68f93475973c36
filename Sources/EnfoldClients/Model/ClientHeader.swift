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
}
