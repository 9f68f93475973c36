// Fixture: states and actions from JSON.
import Foundation

/// A JSON text that becomes a state or an action of a test.
///
/// ```swift
/// let state: Cart.State = try Fixture(file: "Fixtures/full-cart.json").value()
/// await store.send(try Fixture(#"{"add":{"id":7}}"#).value())
/// ```
public struct Fixture: Sendable {
  /// How errors call the fixture.
  public let name: String
  /// The text.
  public let json: String

  /// Makes a fixture of a text.
  public init(_ json: String, name: String = "fixture") {
    self.json = json
    self.name = name
  }

  /// Makes a fixture of a file.
  ///
  /// - Parameters:
  ///   - file: a path relative to the directory of the test's source file, or an absolute one.
  ///   - filePath: the test's source file.
  /// - Throws: ``FixtureError`` if it cannot be read.
  public init(file: String, relativeTo filePath: StaticString = #filePath) throws {
    let test = URL(fileURLWithPath: "\(filePath)")
    let url = URL(fileURLWithPath: file, relativeTo: test.deletingLastPathComponent())
    do {
      self.init(try String(contentsOf: url, encoding: .utf8), name: file)
    } catch {
      throw FixtureError(name: file, byte: nil, message: "cannot be read as UTF-8: \(url.path)")
    }
  }

  /// Decodes this text.
  ///
  /// - Throws: ``FixtureError``, with the byte where the text is wrong.
  public func value<Value: JSONDecodable>(_ type: Value.Type = Value.self) throws -> Value {
    do {
      return try JSON.decode(Value.self, from: json)
    } catch {
      throw FixtureError(name: name, byte: error.offset, message: error.message)
    }
  }
}

/// Why a fixture cannot be used.
public struct FixtureError: Error, Equatable, CustomStringConvertible {
  /// The file, or the name of the fixture.
  public var name: String
  /// Where in the text, counted from 0; nil if there is no text.
  public var byte: Int?
  /// The mistake, in words for people.
  public var message: String

  public var description: String { "\(name)\(byte.map { ", byte \($0)" } ?? ""): \(message)" }
}
