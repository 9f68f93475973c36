// DependencyInjectable: the key of a dependency, with a value for each environment: live, preview or test.

/// Something that features get from outside, so that previews and tests can give them something else.
///
/// ```swift
/// extension Service: DependencyInjectable {
///   static var live: any ServiceProtocol { Service() }
///   static var test: any ServiceProtocol { TestService() }
/// }
/// extension DependencyValues {
///   var service: any ServiceProtocol { self[Service.self] }
/// }
/// ```
///
/// A value is made when it is asked for first, once for each ``DependencyValues`` and its copies. The thread that asks
/// makes it, and others that ask meanwhile wait for it. So a getter should only compute and return. It may use other
/// dependencies: it sees them as its `DependencyValues` were made, without later overrides of whoever asks. It must not
/// wait for other threads. If dependencies need each other to be made, the program ends with a message that names them.
public protocol DependencyInjectable<DependencyType>: SendableMetatype {
  associatedtype DependencyType: Sendable

  /// The value of a program in use. Either this or ``real`` has to be given.
  static var live: DependencyType { get }
  /// Another name for ``live``.
  static var real: DependencyType { get }
  /// The value of previews. If it is not given, the live one.
  static var preview: DependencyType { get }
  /// The value of tests. If it is not given, a test that uses it gets a ``DependencyIssue`` with its name, and the
  /// value of previews.
  static var test: DependencyType { get }
}

extension DependencyInjectable {
  public static var live: DependencyType { DefaultValue.asked(of: Self.self) { real } }
  public static var real: DependencyType { DefaultValue.asked(of: Self.self) { live } }
  public static var preview: DependencyType { live }

  public static var test: DependencyType {
    DependencyIssue(missing: "\(Self.self)", override: "$0[\(Self.self).self] = …").report()
    return preview
  }

  static func value(in environment: DependencyEnvironment) -> DependencyType {
    switch environment {
    case .live: live
    case .preview: preview
    case .test: test
    }
  }
}

/// The purpose of a program: for use, as a preview, or as a test.
///
/// It is chosen where ``DependencyValues`` are made, and nowhere else: Enfold does not look at the process to guess it.
public enum DependencyEnvironment: Sendable, CaseIterable {
  case live
  case preview
  case test
}

/// `live` and `real` each call the other if they are not given. If neither is given, the program ends with a message.
private enum DefaultValue {
  @TaskLocal static var asker: ObjectIdentifier?

  static func asked<Key: DependencyInjectable>(of key: Key.Type, _ other: () -> Key.DependencyType)
    -> Key.DependencyType
  {
    if asker == ObjectIdentifier(key) { fatalError("\(key) has neither `static var live` nor `static var real`") }
    return $asker.withValue(ObjectIdentifier(key), operation: other)
  }
}
