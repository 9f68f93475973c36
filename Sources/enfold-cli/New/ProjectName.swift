// ProjectName: which names a project may have.
import ArgumentParser

enum ProjectName {
  /// Types and modules that the code of a new project uses under these names.
  private static let taken = Set(
    """
    Action Any Array Attachment Binding Bool Bug CEnfold Character Clock Codable Comment Confirmation Dependency
    Diagnostic Dictionary Double Duration Effect Emit Enfold EnfoldFiles EnfoldFoundation EnfoldJSON EnfoldPlugin
    EnfoldReactor EnfoldTesting Equatable Error Extension Factory Fixture Float Foundation Glibc Hashable Host
    Identifiable Ignored Int Issue Main Mutation Never Observable OpenCombine Optional Protocol Pulse Reactable
    Reactor Reduce Reducer Result Scope Self Send Sendable Sequence Set Shared SourceLocation State Step Store
    String Stub Subscription Suite Swift Tag Task Test TestClock TestMain TestStore Testing TextRange Timestamp
    Trait Type UniqueID View Void
    """.split { $0.isWhitespace })

  /// Throws `ValidationError` unless the name can be that of a type in Swift, and of a file.
  static func check(_ name: String) throws {
    guard isTypeName(name) else {
      let suggestion = suggestion(for: name).map { " Try: \($0)" } ?? ""
      throw ValidationError(
        "\"\(name)\" cannot be the name: it must begin with a capital letter, and have letters and digits only, at most 60,"
          + " because a type is called so.\(suggestion)")
    }
    guard !taken.contains(name[...]) else {
      throw ValidationError(
        "\"\(name)\" cannot be the name: Swift or Enfold has something of that name. Try: My\(name)")
    }
  }

  private static func isTypeName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
    return name.utf8.count <= 60 && name.utf8.allSatisfy(isLetterOrDigit)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// "my-inbox" as "MyInbox", or nothing if that is no name either.
  private static func suggestion(for name: String) -> String? {
    let words = name.utf8.split { !isLetterOrDigit($0) }.map { String(decoding: $0, as: UTF8.self) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return isTypeName(joined) ? joined : nil
  }
}
