// SourcePlace: the place in the user's file that a line of an expansion is about.
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// The line of code as if it stood where `node` stands in the user's file: the compiler reports its errors there.
  /// Without this, all errors in an expansion are errors of the attribute, such as `@ObservableState`.
  ///
  /// A place that the compiler does not know, as in code that another macro wrote, leaves the code as it is.
  func placing(_ code: String, at node: some SyntaxProtocol) -> String {
    guard let place = location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else { return code }
    return """
      #sourceLocation(file: \(place.file.trimmedDescription), line: \(place.line.trimmedDescription))
      \(code)
      #sourceLocation()
      """
  }

  /// The `#fileID` of the place where `node` stands, as a literal.
  func fileID(of node: some SyntaxProtocol) -> String {
    location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)?.file.trimmedDescription ?? "#fileID"
  }
}
