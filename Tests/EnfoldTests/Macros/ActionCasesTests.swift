// The @Action macro at work: names, case paths, values as properties, schema.
import Enfold
import Testing

@Action private enum Command: Equatable {
  case reset
  case setCount(Int)
  case rename(id: Int, title: String)
  case caseName(String)
  case `in`(place: Int)
  case custom(Int)

  var custom: String { "mine" }
}

@Suite("@Action: cases")
struct ActionCasesTests {
  @Test func namesAreThoseOfTheCases() {
    #expect(Command.caseNames == ["reset", "setCount", "rename", "caseName", "in", "custom"])
    #expect(Command.rename(id: 1, title: "secret").caseName == "rename")
    #expect(Command.in(place: 1).caseName == "in")
    #expect(Command.caseName("x").caseName == "caseName")
  }

  @Test func valuesAreProperties() {
    #expect(Command.setCount(5).setCount == 5)
    #expect(Command.reset.setCount == nil)
    #expect(Command.rename(id: 1, title: "a").rename?.title == "a")
    #expect(Command.in(place: 2).in == 2)
  }

  @Test func settingAValueReplacesItOnlyInTheSameCase() {
    var command = Command.setCount(5)
    command.setCount = 6
    #expect(command == .setCount(6))
    command.setCount = nil
    #expect(command == .setCount(6))
    command.rename = (id: 1, title: "a")
    #expect(command == .setCount(6))
    command = .rename(id: 1, title: "a")
    command.rename?.title = "b"
    #expect(command == .rename(id: 1, title: "b"))
  }

  @Test func ownMemberOfTheSameNameIsKept() {
    #expect(Command.custom(1).custom == "mine")
    #expect(Command.custom(1)[case: \.custom] == 1)
  }

  @Test func casePathsEmbedAndExtract() {
    let path = Command.allCasePaths.setCount
    #expect(path.embed(5) == .setCount(5))
    #expect(path.extract(.setCount(5)) == 5)
    #expect(path.extract(.reset) == nil)
    let rename = Command.allCasePaths.rename
    #expect(rename.embed((id: 1, title: "a")) == .rename(id: 1, title: "a"))
    #expect(rename.extract(.rename(id: 1, title: "a"))?.id == 1)
    #expect(Command.allCasePaths.reset.embed(()) == .reset)
    #expect(Command.allCasePaths.in.embed(3) == .in(place: 3))
  }

  @Test func keyPathsNameCases() {
    let path: CaseKeyPath<Command, Int> = \.setCount
    #expect(Command.setCount(5)[case: path] == 5)
    #expect(Command.reset.is(\.reset))
    #expect(!Command.reset.is(\.setCount))
  }

  @Test func schemaHasOneAlternativeForEachForm() {
    let document = JSONSchemaBuilder.document(of: Command.self)
    #expect(document.contains(#"{"const":"reset"}"#))
    #expect(document.contains(#""required":["id","title"]"#))
  }
}
