// PluginMacro: the declaration of #enfoldPlugin. Its code: EnfoldMacros/PluginMacroExpansion.
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
/// - `version`: three numbers, `major.minor.patch`, optionally followed by `-pre-release` and `+build` (Semantic
///   Versioning),
/// - `features`: the reducers that hosts can open. A feature's name is the last part of its type's name: `Todos` for
///   `App.Todos`. Its reducer is made by `Feature()`, and its state by `Feature.initialState`. A feature can declare
///   that property; otherwise it is `Feature.State()`. A reactor is asked for its own `initialState`. A feature lists
///   its requests to the host in `static let requests`; see `HostRequest`.
@freestanding(declaration, names: named(a_module_has_only_one_enfoldPlugin))
public macro enfoldPlugin(id: StaticString, version: StaticString, features: [Any.Type]) =
  #externalMacro(module: "EnfoldMacros", type: "PluginMacro")

extension Reducer where State: DefaultState {
  /// The state that a store begins with: `State()`. If a feature wants another state, or its state has no `init()`, it
  /// declares its own: `static let initialState = State(…)`.
  public static var initialState: State { State._$default }
}

extension StartingReducer {
  /// Nobody asks for it: the store begins with the state of the reducer that was made for it.
  @_disfavoredOverload
  public static var initialState: State { preconditionFailure("\(Self.self).initialState belongs to its instances") }
}

extension Reducer {
  @available(
    *, unavailable,
    message: """
      a feature of a plugin needs a state to begin with: give every property of its State a value, or declare \
      'static let initialState = State(…)' in the reducer
      """
  )
  @_disfavoredOverload
  public static var initialState: State { fatalError("unavailable") }
}

extension Reducer {
  /// The requests of a feature that declares none. A feature with requests declares its own `static let requests`. If
  /// the plugin is another module than the feature, it must be public: otherwise this one is found.
  public static var requests: [any HostRequest] { [] }
}
