// JSON Schema: what types say about themselves.

import EnfoldJSON
import Testing

struct SchemaTests {
  private struct Tree: JSONDescribable {
    static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
      builder.reference(Tree.self) { builder in
        .object(properties: [(name: "children", schema: [Tree].jsonSchema(in: &builder), required: true)])
      }
    }
  }

  private enum Other {
    struct Tree: JSONDescribable {
      static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
        builder.reference(Tree.self) { _ in .string }
      }
    }
  }

  private func schema<T: JSONDescribable>(_ type: T.Type) -> String {
    var builder = JSONSchemaBuilder()
    return JSON.string(T.jsonSchema(in: &builder))
  }

  @Test
  func standardTypesDescribeThemselves() {
    #expect(schema(Bool.self) == #"{"type":"boolean"}"#)
    #expect(schema(String.self) == #"{"type":"string"}"#)
    #expect(schema(UInt8.self) == #"{"type":"integer","minimum":0,"maximum":255}"#)
    #expect(schema(UInt64.self) == #"{"type":"integer","minimum":0,"maximum":18446744073709551615}"#)
    #expect(
      schema([Int8?].self)
        == #"{"type":"array","items":{"anyOf":[{"type":"integer","minimum":-128,"maximum":127},{"type":"null"}]}}"#)
    #expect(schema(Double.self) == #"{"anyOf":[{"type":"number"},{"enum":["NaN","Infinity","-Infinity"]}]}"#)
    #expect(schema([String: Bool].self) == #"{"type":"object","additionalProperties":{"type":"boolean"}}"#)
    #expect(schema(Filter.self) == #"{"enum":["all","active","done"]}"#)
    #expect(schema(Level.self) == schema(Int.self))
    #expect(schema(JSONValue.self) == "{}")
    #expect(
      schema(Item.self)
        == #"{"type":"object","properties":{"id":\#(schema(Int.self)),"name":{"type":"string"}},"#
        + #""required":["id"],"additionalProperties":false}"#)
    #expect(schema(Result<Bool, Item>.self).hasPrefix(#"{"oneOf":[{"type":"object","properties":{"success":"#))
  }

  @Test
  func keywordsRenderAsTheyShould() {
    #expect(
      JSON.string(JSONSchema.tuple([.string, .boolean]))
        == #"{"type":"array","prefixItems":[{"type":"string"},{"type":"boolean"}],"items":false,"minItems":2,"maxItems":2}"#
    )
    #expect(JSON.string(JSONSchema.tuple([])) == #"{"type":"array","items":false,"minItems":0,"maxItems":0}"#)
    #expect(JSON.string(JSONSchema.oneOf([.const("a"), .any])) == #"{"oneOf":[{"const":"a"},{}]}"#)
    #expect(JSON.string(JSONSchema.string.with("default", "x")) == #"{"type":"string","default":"x"}"#)
    #expect(JSON.string(JSONSchema.reference("A<B>")) == "{\"$ref\":\"#/$defs/A_B_\"}")
    #expect(
      JSON.string(JSONSchema.object(properties: []))
        == #"{"type":"object","properties":{},"additionalProperties":false}"#)
  }

  @Test
  func typesThatContainThemselvesEnd() {
    #expect(
      JSONSchemaBuilder.document(of: Tree.self)
        == ##"{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Tree","$defs":{"Tree":{"type":"##
        + ##""object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/Tree"}}},"##
        + ##""required":["children"],"additionalProperties":false}}}"##)
  }

  @Test
  func typesThatShareANameAreToldApart() {
    var builder = JSONSchemaBuilder()
    let schemas = [Tree.jsonSchema(in: &builder), Other.Tree.jsonSchema(in: &builder), Tree.jsonSchema(in: &builder)]
    #expect(schemas == [.reference("Tree"), .reference("Tree2"), .reference("Tree")])
    #expect(builder.document(.any)["$defs"]?["Tree2"] == ["type": "string"])
  }
}
