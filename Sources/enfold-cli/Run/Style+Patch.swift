// How one operation of a JSON Patch is shown.
import EnfoldJSON
import EnfoldSchemas

extension Style {
  /// "+ /items/0 {…}", "~ /count 5", "- /items/3".
  func operation(_ operation: JSONValue, below pointer: String) -> String {
    let path = pointer + (operation["path"]?.string ?? "")
    let place = path.isEmpty ? "(everything)" : path
    let value = (operation["value"] ?? .null).json
    switch operation["op"]?.string {
    case "add": return green("+ \(place) \(value)")
    case "remove": return red("- \(place)")
    case "replace": return yellow("~ \(place) \(value)")
    default: return yellow("~ \(operation.json)")
    }
  }
}
