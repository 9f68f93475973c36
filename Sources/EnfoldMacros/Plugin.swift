// The compiler plugin: the macros that it offers to the compiler.
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct EnfoldMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ObservableStateMacro.self, ObservedMacro.self, MarkerMacro.self, ActionMacro.self, PluginMacro.self,
  ]
}
