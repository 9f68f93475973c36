// Fixture.given: dependencies give recorded values.
import Enfold
import EnfoldJSON

extension Fixture {
  /// Runs `body` while `uuid`, `date` and `random` give the values of this text in place of their own, in order: an array of objects
  /// such as `[{"uuid":"9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f"}]`, in the form in which a session file has them.
  ///
  /// ```swift
  /// try Fixture(#"[{"date":"2026-11-27T10:00:00Z"}]"#).given {
  ///   _ = Todos().reduce(into: &state, action: .add(title: "milk"))
  /// }
  /// ```
  ///
  /// What an effect asks for is not in it.
  ///
  /// - Throws: ``FixtureError`` if the text is not such an array, or if others were asked for, or more, or fewer; what `body` throws.
  public func given<R>(_ body: () throws -> R) throws -> R {
    var text = json
    let values: GivenDependencies
    do {
      values = try text.withUTF8 { try GivenDependencies(json: UnsafeRawBufferPointer($0), limits: .default) }
    } catch let error as JSONError {
      throw FixtureError(name: name, byte: error.offset, message: error.message)
    }
    let tap = DependencyTap()
    tap.given = values
    let result = try tap.during(body)
    if let difference = values.difference { throw FixtureError(name: name, byte: nil, message: difference) }
    return result
  }
}
