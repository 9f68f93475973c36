// The #enfoldPlugin macro.
import Enfold

/// Makes this module a plugin: writes the one entry point that the runtime looks for.
///
/// ```swift
/// #enfoldPlugin(id: "org.example.todos", version: "1.0.0", features: [Todos.self])
/// ```
///
/// Use it once in a module, at file scope. All arguments are literals:
///
/// - `id`: the plugin's name, by convention a reversed domain name,
/// - `version`: three numbers, `major.minor.patch`, optionally followed by `-pre-release` and `+build` (Semantic Versioning),
/// - `features`: the reducers that hosts can open, called after their type's last name component. Each is made by
///   `Feature()`, and its state by `Feature.initialState`: that of the feature if it declares one, otherwise
///   `Feature.State()`.
@freestanding(declaration, names: named(enfold_plugin_entry))
public macro enfoldPlugin(id: StaticString, version: StaticString, features: [Any.Type]) =
  #externalMacro(module: "EnfoldMacros", type: "PluginMacro")

extension Reducer where State: DefaultState {
  /// The state that a store begins with. A feature whose state has no `init()`, or which wants another one, declares
  /// its own: `static let initialState = State(…)`.
  public static var initialState: State { State._$default }
}
