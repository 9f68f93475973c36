// @_Observed: moves a stored property behind accessors that record writes.
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

struct ObservedMacro {
  static var formatMode: FormatMode { .disabled }

  /// The binding and its place in the change record; nil if the property cannot be observed, which `@ObservableState`
  /// reports.
  private static func parts(
    _ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax
  ) -> (binding: PatternBindingSyntax, name: TokenSyntax, index: String, everyAssignment: Bool)? {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, binding.accessorBlock == nil,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      case .argumentList(let arguments)? = attribute.arguments, let index = arguments.first?.expression
    else { return nil }
    return (binding, name, index.trimmedDescription, arguments.count > 1)
  }
}

extension ObservedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let (_, name, index, everyAssignment) = parts(declaration, node) else { return [] }
    let stored = "_" + name.bareName
    let isPresented = declaration.as(VariableDeclSyntax.self)?.presentedType != nil
    let storage = isPresented ? stored + ".wrappedValue" : stored
    let initialValue = isPresented ? "Enfold.PresentationState(wrappedValue: initialValue)" : "initialValue"
    let initialiser: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: stored))
      init(initialValue) { \(raw: stored) = \(raw: initialValue) }
      """
    if everyAssignment { return [initialiser] + accessorsRecordingAll(storage, index) }
    return [
      initialiser,
      "get { \(raw: storage) }",
      """
      set { Enfold.ChangeTracking.set(&\(raw: storage), to: newValue, property: \(raw: index), in: &_$changes) }
      """,
      """
      _modify {
        let before = Enfold.ChangeTracking.before(\(raw: storage), property: \(raw: index), in: _$changes)
        defer { Enfold.ChangeTracking.after(&\(raw: storage), before, property: \(raw: index), in: &_$changes) }
        yield &\(raw: storage)
      }
      """,
    ]
  }
}

extension ObservedMacro {
  /// Accessors that record every assignment, even of an equal value.
  private static func accessorsRecordingAll(_ storage: String, _ index: String) -> [AccessorDeclSyntax] {
    [
      "get { \(raw: storage) }",
      """
      set {
        Enfold.ChangeTracking.set(&\(raw: storage), to: newValue, property: \(raw: index), in: &_$changes)
        _$changes.markWritten(\(raw: index))
      }
      """,
      """
      _modify {
        let before = Enfold.ChangeTracking.before(\(raw: storage), property: \(raw: index), in: _$changes)
        defer {
          Enfold.ChangeTracking.after(&\(raw: storage), before, property: \(raw: index), in: &_$changes)
          _$changes.markWritten(\(raw: index))
        }
        yield &\(raw: storage)
      }
      """,
    ]
  }
}

extension ObservedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let (binding, name, _, _) = parts(declaration, node) else { return [] }
    let type = binding.typeAnnotation.map { ": \($0.type.trimmedDescription)" } ?? ""
    let value = binding.initializer.map { " = \($0.value.trimmedDescription)" } ?? ""
    if let presented = declaration.as(VariableDeclSyntax.self)?.presentedType {
      let initial = binding.initializer.map { "wrappedValue: \($0.value.trimmedDescription)" } ?? ""
      return [
        "private var \(raw: "_" + name.bareName): Enfold.PresentationState<\(presented)> = Enfold.PresentationState(\(raw: initial))"
      ]
    }
    return ["private var \(raw: "_" + name.bareName + type + value)"]
  }
}
