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
    let storage = "_" + name.bareName
    if everyAssignment { return accessorsRecordingAll(storage, index) }
    return [
      """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) { \(raw: storage) = initialValue }
      """,
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
      """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) { \(raw: storage) = initialValue }
      """,
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
    return ["private var \(raw: "_" + name.bareName + type + value)"]
  }
}
