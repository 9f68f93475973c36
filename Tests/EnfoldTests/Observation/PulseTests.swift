// @Pulse: the counter, equality, and who is told of assignments.
import Testing

@testable import Enfold

private struct Plain: Equatable {
  @Pulse var value = 0
  @Emit var other = 0
}

@Suite("@Pulse") struct PulseTests {
  @Test("Every assignment counts, equal or not; reading does not")  // 101, 104
  func counts() {
    var plain = Plain()
    #expect(plain.$value.count == 0)
    var counts: [UInt] = []
    for value in [10, 20, 20, 20, 30, 30] {
      plain.value = value
      _ = plain.value
      counts.append(plain.$value.count)
    }
    #expect(counts == [1, 2, 3, 4, 5, 6])
    plain.other = 5
    plain.other = 10
    plain.other = 10
    #expect(plain.$other.count == 3)
  }

  @Test("The counter wraps around")  // 102
  func overflows() {
    var pulse = Pulse(wrappedValue: 0)
    pulse.count = .max
    pulse.wrappedValue = 1
    #expect(pulse.count == 0)
    pulse.wrappedValue = 1
    #expect(pulse.count == 1)
  }

  @Test("Pulses compare, hash and are written as their values")  // 104
  func compares() {
    var plain = Plain()
    plain.value = 0
    #expect(plain == Plain())
    #expect(plain.$value.hashValue == Pulse(wrappedValue: 0).hashValue)
    #expect(JSON.string(plain.$value) == "0")
  }

  @Test("A copy that is assigned the same tells so by its counter")  // 105
  func copies() {
    let old = Panel.State(notice: 10)
    var new = old
    new.notice = 10
    #expect(new.$notice.count != old.$notice.count)
    var other = old
    other.notice = 20
    new.notice = 20
    other.notice = 20
    #expect(new.$notice.count == other.$notice.count)
  }

  @Test("An observer of the pulse hears of assignments alone, equal or not")  // 103
  func observes() {
    let store = PanelStore.panel()
    let seen = Log<String>()
    let subscription = store.observe(\.$alert) { if let text = $0 { seen.append(text) } }
    for action: Panel.Action in [
      .alert("1"), .increment, .alert(nil), .alert("2"), .alert(nil), .increment, .alert(nil), .alert("3"),
      .alert("3"),
    ] { store.send(action) }
    #expect(seen.all == ["1", "2", "3", "3"])
    #expect(store.count == 2)
    subscription.cancel()
  }

  @Test("Several assignments in one action are one event, with the last value")
  func coalescesWithinAnAction() {
    let store = PanelStore.panel()
    let seen = Log<String?>()
    let subscription = store.observe(\.$alert, initial: false) { seen.append($0) }
    store.send(.twice("last"))
    #expect(seen.all == ["last"])
    subscription.cancel()
  }

  @Test("An observer of the value hears of other values alone")
  func distinctObserversCompare() {
    let store = PanelStore.panel()
    let seen = Log<Int>()
    let subscription = store.observe(\.notice) { seen.append($0) }
    for number in [1, 1, 2, 2] { store.send(.notice(number)) }
    #expect(seen.all == [0, 1, 2])
    subscription.cancel()
  }
}
