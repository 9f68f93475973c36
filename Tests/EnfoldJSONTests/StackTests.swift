// How deeply nested the values may be that threads with small stacks read and write.

import EnfoldJSON
import Glibc
import Testing

/// A list of lists, whose elements no `JSONValue` contains.
private struct Node: JSONCodable, Equatable {
  var children: [Node]
  func writeJSON(to writer: inout JSONWriter) { children.writeJSON(to: &writer) }
  init(json reader: inout JSONReader) throws(JSONError) { children = try [Node](json: &reader) }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }
}

struct StackTests {
  /// What to do on another thread.
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private func onStack(of kilobytes: Int, _ body: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, kilobytes << 10)
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    let problem = pthread_create(
      &thread, &attributes,
      { context in
        context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body() }
        return nil
      }, work)
    #expect(problem == 0)
    pthread_join(thread, nil)
    pthread_attr_destroy(&attributes)
  }

  /// Reads a text, and if that succeeds, writes and compares the value. The number is the depth that the stack holds.
  private func use<Value: JSONCodable & Equatable>(
    _ type: Value.Type, _ open: String, _ close: String, depth: Int
  ) -> Int {
    let text = String(repeating: open, count: depth) + String(repeating: close, count: depth)
    do throws(JSONError) {
      let value = try JSON.decode(type, from: text, limits: .greatest)
      #expect(try value == JSON.decode(type, from: text, limits: .greatest))
      #expect(JSON.string(value) == text)
      return depth
    } catch {
      #expect(error.code == .limit)
      #expect(error.message.hasPrefix("arrays and objects are nested \(depth) deep; the stack of this thread holds "))
      return error.message.split(separator: " ").compactMap { Int($0.split(separator: ":")[0]) }.last ?? -1
    }
  }

  @Test
  func aThreadUsesWhatItsStackHolds() {
    for size in [128, 256, 512, 1_024, 4_096] {
      onStack(of: size) {
        var held = (values: [Int](), nodes: [Int]())
        for depth in [10, 50, 100, 200, 400, 700, 1_024] {
          held.values.append(use(JSONValue.self, "[", "]", depth: depth))
          held.nodes.append(use(Node.self, "[", "]", depth: depth))
        }
        #expect(held.values[0] == 10 && held.nodes[0] == 10)
        #expect(held.values.allSatisfy { $0 >= 10 && $0 <= 1_024 } && held.nodes.allSatisfy { $0 >= 10 && $0 <= 1_024 })
        if size == 128 { #expect(held.values[6] < 300) }
      }
    }
  }

  /// A value that was read elsewhere.
  @Test
  func aValueThatIsTooDeepIsWrittenAsAFailure() throws {
    let text = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
    let value = try JSONValue(parsing: text, limits: .greatest)
    onStack(of: 128) {
      var writer = JSONWriter()
      value.writeJSON(to: &writer)
      var (isTooDeep, failure, text) = (writer.isTooDeep, writer.failure, writer.string)
      #expect(isTooDeep && text.hasPrefix("[[["))
      #expect(failure?.contains("which is what the stack of this thread holds") == true)
      writer.removeAll()
      [1].writeJSON(to: &writer)
      (isTooDeep, failure, text) = (writer.isTooDeep, writer.failure, writer.string)
      #expect(!isTooDeep && failure == nil && text == "[1]")
    }
  }
}
