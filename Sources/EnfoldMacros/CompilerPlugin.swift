// The compiler plugin: the macros that it offers to the compiler.
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct EnfoldMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ObservableStateMacro.self, ObservedMacro.self, MarkerMacro.self, DerivedMacro.self, ActionMacro.self,
    CasePathableMacro.self, PluginMacro.self, ReactorMacro.self, RedactedMacro.self, PresentsMacro.self,
    DependencyClientMacro.self, DependencyEndpointMacro.self, ReducerMacro.self, ReducerCaseMarkerMacro.self,
  ]
}
