// What the accessors of @ObservableState record, and what a commit makes of it.
import Enfold
import Testing

@ObservableState private struct Child: Equatable { var name = "" }
@ObservableState private struct Opaque { var name = "" }

@ObservableState private struct Parent: Equatable {
  var count = 0
  var numbers: [Int] = []
  var child = Child()
  var maybe: Child?
  let constant = 1
  var last = ""
}

@ObservableState private struct Incomparable {
  struct Value: JSONCodable, Sendable {
    var number = 0
    func writeJSON(to writer: inout JSONWriter) { number.writeJSON(to: &writer) }
    init() {}
    init(json reader: inout JSONReader) throws(JSONError) { number = try Int(json: &reader) }
    static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { Int.jsonSchema(in: &builder) }
  }
  var value = Value()
  var opaque = Opaque()
  var maybe: Opaque?
}

@Suite("@ObservableState: the change record")
struct ChangeRecordTests {
  private func bits(_ change: (inout Parent) -> Void) -> UInt64 {
    var parent = Parent()
    change(&parent)
    return parent._$changes.bits
  }

  @Test func assigningAnotherValueSetsTheBitOfTheProperty() {
    #expect(bits { $0.count = 1 } == 0b1)
    #expect(bits { $0.numbers = [1] } == 0b10)
    #expect(bits { $0.last = "x" } == 0b100000)
  }

  @Test func assigningAnEqualValueSetsNothing() {
    #expect(bits { $0.count = 0 } == 0)
    #expect(bits { $0.child = Child() } == 0)
    #expect(bits { $0.maybe = nil } == 0)
  }

  @Test func changingInPlaceSetsTheBit() {
    #expect(bits { $0.count += 1 } == 0b1)
    #expect(bits { $0.numbers.append(1) } == 0b10)
    #expect(bits { $0.child.name = "x" } == 0b100)
    // Lists that nobody observes are not compared; see UnwatchedTests.
    #expect(bits { $0.numbers.removeAll() } == 0b10)
    #expect(
      bits {
        $0._$changes.unwatched = 0
        $0.numbers.removeAll()
      } == 0)
  }

  @Test func changingAPropertyTwiceKeepsTheBitEvenIfItIsBackAtTheStart() {
    #expect(
      bits {
        $0.count += 1
        $0.count -= 1
      } == 0b1)
  }

  @Test func anInitialValueIsNoChange() {
    #expect(Parent(count: 5)._$changes.bits == 0)
  }

  @Test func theBitsSurviveAnErrorThrownDuringAChange() {
    struct Failure: Error {}
    func fail(_ numbers: inout [Int]) throws {
      numbers.append(1)
      throw Failure()
    }
    var parent = Parent()
    try? fail(&parent.numbers)
    #expect(parent._$changes.bits == 0b10)
  }

  @Test func aValueThatDoesNotCompareIsRecordedIfItsJSONDiffers() {
    var stamps = StampSource()
    var state = Incomparable()
    state._$adopt(&stamps)
    state.value = .init()
    state.opaque = .init()
    state.maybe = nil
    #expect(state._$changes.bits == 0)
    state.value.number = 1
    state.opaque = Opaque(name: "x")
    state.maybe = .init()
    #expect(state._$changes.bits == 0b111)
  }

  @Test func aCommitClearsTheBitsAndStampsWhatWasTouched() {
    var stamps = StampSource()
    var parent = Parent(maybe: Child())
    parent._$adopt(&stamps)
    let before = (parent._$changes.stamp, parent.child._$changes.stamp, parent.maybe?._$changes.stamp)
    #expect(Set([before.0, before.1, before.2 ?? 0]).count == 3)

    parent.child.name = "x"
    #expect(parent.child._$changes.bits == 1)
    parent._$commit(&stamps)
    #expect(parent._$changes.bits == 0)
    #expect(parent.child._$changes.bits == 0)
    #expect(parent._$changes.stamp > before.0)
    #expect(parent.child._$changes.stamp > before.1)
    #expect(parent.maybe?._$changes.stamp == before.2)
  }

  @Test func aNestedStateOfOtherDescentGetsNoStampUntilTheCommit() {
    var stamps = StampSource()
    var parent = Parent()
    parent._$adopt(&stamps)
    parent.child = Child(name: "new")
    #expect(parent.child._$changes.stamp == 0)
    var other = Parent(child: Child(name: "other"))
    other._$adopt(&stamps)
    parent.child = other.child
    #expect(parent.child._$changes.stamp == 0)
    parent.maybe = other.child
    #expect(parent.maybe?._$changes.stamp == 0)
    parent._$commit(&stamps)
    #expect(parent.child._$changes.stamp != 0)
    #expect(parent.maybe?._$changes.stamp != 0)
  }

  @Test func copiesKeepTheirDescent() {
    var stamps = StampSource()
    var parent = Parent()
    parent._$adopt(&stamps)
    var copy = parent
    copy.count = 3
    #expect(copy._$changes.stamp == parent._$changes.stamp)
    #expect(parent._$changes.bits == 0)
  }
}
