// What observers in Swift and in C hear is the same. Each rule has a test of the same name in Tests/C/one_stream.c.
import Enfold
import Testing

@Suite("One stream for Swift and C") struct OneStreamTests {
  let store = PanelStore.panel()

  @Test("A pulse that is assigned after the state was replaced is heard, by key path and by closure")
  func aPulseIsHeardAfterAReplacement() {
    store.send(.alert("again"))
    let (byKeyPath, byClosure, values) = (Log<String?>(), Log<String?>(), Log<String?>())
    let subscriptions = [
      store.observe(\.$alert, initial: false) { byKeyPath.append($0) },
      store.observe({ $0.$alert }, initial: false) { byClosure.append($0.wrappedValue) },
      store.observe(\.alert, initial: false) { values.append($0) },
    ]
    store.send(.startAgain(alert: "again"))
    store.send(.reset)
    #expect(byKeyPath.all == ["again"])
    #expect(byClosure.all == ["again"])
    #expect(values.all == [nil])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A replacement counts as an assignment to a property that ignores equality")
  func aReplacementCountsAsAnAssignment() {
    let (levels, titles) = (Log<Int>(), Log<String>())
    let subscriptions = [
      store.observe(\.level, initial: false) { levels.append($0) },
      store.observe(\.title, initial: false) { titles.append($0) },
    ]
    store.send(.reset)
    #expect(levels.all == [0])
    #expect(titles.all == [])
    withExtendedLifetime(subscriptions) {}
  }

  @Test(
    "A set of an equal value is no commit: raw observers do not hear of it, and nobody hears of the one before again")
  func aSkippedSetIsSilent() {
    store.send(.level(3))
    let (raw, levels) = (Log<String>(), Log<Int>())
    let subscriptions = [
      store.observe(\.title, filter: .raw, initial: false) { raw.append($0) },
      store.observe(\.level, initial: false) { levels.append($0) },
    ]
    store.set(\.title, to: "")
    store.set(\.title, to: "")
    #expect(raw.all == [])
    #expect(levels.all == [])
    #expect(store.revision == 1)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A set of an equal value is written if the property ignores equality")
  func anEqualSetCountsWhereEqualityIsIgnored() {
    let levels = Log<Int>()
    let subscription = store.observe(\.level, initial: false) { levels.append($0) }
    store.set(\.level, to: 0)
    store.set(\.level, to: 0)
    #expect(levels.all == [0, 0])
    #expect(store.revision == 2)
    subscription.cancel()
  }

  @Test("What is ignored is never observed")
  func whatIsIgnoredIsSilent() {
    let (cache, whole) = (Log<Int>(), Log<Panel.State>())
    let subscriptions = [
      store.observe(\.cache) { cache.append($0) }, store.observe(\.self, initial: false) { whole.append($0) },
    ]
    store.send(.cache(7))
    store.send(.increment)
    #expect(cache.all == [0])
    #expect(whole.count == 1)
    withExtendedLifetime(subscriptions) {}
  }

  @Test(
    "An assignment that counts in any case is told to all that observe what it is in; what is computed does not hear it"
  )
  func anAssignmentIsToldAbove() async {
    let (whole, other, computed) = (Log<Panel.State>(), Log<Int>(), Log<Int>())
    let subscriptions = [
      store.observe(\.self, initial: false) { whole.append($0) },
      store.observe(\.count, initial: false) { other.append($0) },
      store.observe({ $0.level }, initial: false) { computed.append($0) },
    ]
    var states = store.states.makeAsyncIterator()
    #expect(await states.next()?.level == 0)
    store.send(.level(0))
    store.send(.level(0))
    #expect(await states.next()?.level == 0)
    #expect(await states.next()?.level == 0)
    #expect(whole.count == 2)
    #expect(other.all == [])
    #expect(computed.all == [])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("Who observes is told in the order of subscriptions, values and actions alike")
  func theOrderIsThatOfSubscriptions() {
    let log = Log<String>()
    let child = store.scope(state: \.child, action: \.child)
    let subscriptions = [
      store.observe(\.child.value, initial: false) { log.append("value \($0)") },
      store.observeActions { _, _, _ in log.append("action") },
      child.observe({ $0.value }, initial: false) { log.append("computed \($0)") },
      store.observe(\.self, filter: .raw, initial: false) { _ in log.append("raw") },
      store.view(value: { $0.child.value * 2 }, action: { $0 }).observe({ $0 }, initial: false) {
        log.append("view \($0)")
      },
      store.observe(\.child, initial: false) { log.append("child \($0.value)") },
    ]
    store.send(.child(.increment))
    #expect(log.all == ["value 1", "action", "computed 1", "raw", "view 2", "child 1"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("Who coalesces hears once of a drain, with the last value; null is left out on request")
  func whoCoalescesHearsOnce() {
    let (late, alerts) = (Log<Int>(), Log<String?>())
    let chain = store.observe(\.count, initial: false) { [store] in if $0 < 3 { store.send(.increment) } }
    let subscriptions = [
      store.observe(\.count, coalesce: .drain, initial: false) { late.append($0) },
      store.observe(\.$alert, skipNull: true, initial: false) { alerts.append($0) },
    ]
    store.send(.increment)
    for alert in ["a", nil, "a"] { store.send(.alert(alert)) }
    #expect(late.all == [3])
    #expect(alerts.all == ["a", "a"])
    chain.cancel()
    withExtendedLifetime(subscriptions) {}
  }

  @Test("The filter pulse on a property that is none is a diagnostic")
  func aPulseIsRefusedWhereThereIsNone() async {
    var diagnostics = store.diagnostics.makeAsyncIterator()
    let seen = Log<String>()
    let subscription = store.observe(\.title, filter: .pulse, initial: false) { seen.append($0) }
    #expect(await diagnostics.next()?.message.contains("no @Pulse property of Panel.State") == true)
    store.send(.title("x"))
    #expect(seen.all == [])
    subscription.cancel()
  }

  @Test("A closure is evaluated only in commits that change something") func closuresAreEvaluatedForChanges() {
    let reads = Box(0)
    let subscription = store.observe(
      { state in
        reads.update { $0 += 1 }
        return state.count
      }, initial: false
    ) { _ in }
    let before = reads.value
    store.send(.nothing)
    store.send(.cache(1))
    #expect(reads.value == before)
    store.send(.title("x"))
    #expect(reads.value == before + 1)
    subscription.cancel()
  }
}
