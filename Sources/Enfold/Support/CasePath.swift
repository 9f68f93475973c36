// CasePath: reaches the values of an enum's case, as key paths reach properties.

/// How to make a `Root` from the values of one of its cases, and how to get them back.
///
/// `@Action` writes one for each case: `Action.allCasePaths.setCount`. For an action inside an action, write a dot:
/// `Action.allCasePaths.counter.setCount`.
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
  /// The case's name. It is not called `name`, so that `\.binding.name` leads to a property of that name.
  public let caseName: String
  /// Makes the case from its values.
  public let embed: @Sendable (Value) -> Root
  /// The values, if `root` is of this case.
  public let extract: @Sendable (_ root: Root) -> Value?

  @inlinable public init(
    _ name: String, embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (_ root: Root) -> Value?
  ) {
    caseName = name
    self.embed = embed
    self.extract = extract
  }
}

extension CasePath where Value == Void {
  /// ``caseName``. Other case paths do not have it: there `name` is a property of what is in the case.
  public var name: String { caseName }
}

/// A case path, whatever its types are.
protocol AnyCasePath {}

extension CasePath: AnyCasePath {}

extension CasePath where Value: CasePathable {
  /// The path to a case of the value.
  public subscript<Inner>(dynamicMember path: CaseKeyPath<Value, Inner>) -> CasePath<Root, Inner> {
    appending(Value.allCasePaths[keyPath: path])
  }
}

extension CasePath {
  @usableFromInline func appending<Inner>(_ inner: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>(
      inner.caseName.hasPrefix("[") ? caseName + inner.caseName : "\(caseName).\(inner.caseName)"
    ) { [embed] in
      embed(inner.embed($0))
    } extract: { [extract] root in
      extract(root).flatMap(inner.extract)
    }
  }
}

/// A path to one case, written `\.setCount`, or to one of its values' cases, written `\.counter.setCount`.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<Root.AllCasePaths, CasePath<Root, Value>>

/// An enum whose cases have names and paths. The macros ``Action()`` and ``CasePathable()`` write the conformance.
public protocol CasePathable {
  /// One property for each case, a ``CasePath``.
  associatedtype AllCasePaths: Sendable

  static var allCasePaths: AllCasePaths { get }

  /// The names of all cases in the order of declaration.
  static var caseNames: [String] { get }

  /// The name of this value's case, without its values. Takes no allocation for names up to 15 bytes.
  var caseName: String { get }
}

extension Result: CasePathable {}

extension CasePathable {
  /// The values of a case; nil if this is another case. Setting them makes it this case, whatever it was before; setting nil
  /// does nothing.
  ///
  /// To change what is in a case, ``modify(_:_:)`` copies less.
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
    get { Self.allCasePaths[keyPath: path].extract(self) }
    set { if let newValue { self = Self.allCasePaths[keyPath: path].embed(newValue) } }
  }

  /// Whether this is the given case.
  public func `is`<Value>(_ path: CaseKeyPath<Self, Value>) -> Bool { self[case: path] != nil }
}
