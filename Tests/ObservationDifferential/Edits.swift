// Random edits of the state of Everything.
// swift-format-ignore-file: NeverForceUnwrap
import Enfold

private let names = ["", "a", "b~/", "milk", "long enough to be on the heap"]

func edit(_ state: inout Everything.State, _ random: inout SeededGenerator) {
  switch random.below(32) {
  case 0: state.count = random.below(3)
  case 1: state.title = names[random.below(5)]
  case 2: state.flag = [nil, true, false][random.below(3)]
  case 3: state.ratio = Double(random.below(3)) / 2
  case 4: state.mood = [.calm, .busy(random.below(2)), .named(name: names[random.below(3)], level: 1)][random.below(3)]
  case 5, 6: edit(&state.child, &random)
  case 7: if state.maybe != nil { edit(&state.maybe!, &random) } else { state.maybe = randomChild(&random) }
  case 8: state.maybe = random.chance(2) ? nil : randomChild(&random)
  case 9: edit(&state.tags, &random)
  case 10: state.scores[names[random.below(5)]] = random.chance(3) ? nil : random.below(3)
  case 11...15: edit(&state.items, &random)
  case 16, 17: editPlains(&state.plains, &random)
  case 18:
    if state.optionalItems == nil || random.chance(4) {
      state.optionalItems = random.chance(3) ? nil : randomItems(&random)
    } else {
      edit(&state.optionalItems!, &random)
    }
  case 19: state.alert = names[random.below(3)]
  case 20: state.level = random.below(3)
  case 21: state.child = random.chance(2) ? randomChild(&random) : state.maybe ?? state.child
  case 22: (state.child, state.maybe) = (state.maybe ?? state.child, state.child)
  case 23: if random.chance(4) { replace(&state, &random) } else { state.items = state.optionalItems ?? state.items }
  case 24: state.saved = Everything.Saved(state)
  case 25, 26, 27: edit(&state.prices, &random)
  case 28: edit(&state.counts, &random)
  case 29:
    if state.optionalPrices == nil || random.chance(4) {
      state.optionalPrices = random.chance(3) ? nil : state.prices
    } else {
      edit(&state.optionalPrices!, &random)
    }
  case 30: state.prices = state.optionalPrices ?? state.prices
  default:
    // Only a part of it, or everything.
    guard let saved = state.saved?.state else { return }
    switch random.below(5) {
    case 0: state = saved
    case 4: state.prices = saved.prices
    case 1: state.items = saved.items
    case 2: state.child = saved.child
    default: state.maybe = saved.maybe
    }
  }
}

private func replace(_ state: inout Everything.State, _ random: inout SeededGenerator) {
  let saved = state.saved
  state = Everything.State(
    count: random.below(3), title: names[random.below(5)], child: randomChild(&random), tags: ["x"],
    scores: ["a": 1], items: randomItems(&random), prices: ["a": randomChild(&random)])
  state.saved = saved
}

private func edit(_ child: inout Child, _ random: inout SeededGenerator) {
  switch random.below(8) {
  case 0: child.name = names[random.below(5)]
  case 1, 2: edit(&child.inner, &random)
  case 3: child.inner = Inner(number: random.below(2))
  case 4: child.maybe = random.chance(2) ? nil : child.inner
  case 5: if child.maybe != nil { edit(&child.maybe!, &random) }
  case 6: child.numbers.append(random.below(9))
  default: if !child.numbers.isEmpty { child.numbers.removeLast() }
  }
}

private func edit(_ inner: inout Inner, _ random: inout SeededGenerator) {
  if random.chance(2) { inner.number = random.below(3) } else { inner.text = names[random.below(5)] }
}

private func edit(_ tags: inout [String], _ random: inout SeededGenerator) {
  switch random.below(4) {
  case 0: tags.append(names[random.below(5)])
  case 1: tags.removeAll { $0 == "a" }
  case 2: if !tags.isEmpty { tags[random.below(tags.count)] = "z" }
  default: tags.reverse()
  }
}

private func edit(_ items: inout IdentifiedArrayOf<Item>, _ random: inout SeededGenerator) {
  let id = random.below(12)
  switch random.below(18) {
  case 0, 1: items[id: id]?.isDone.toggle()
  case 2: items[id: id]?.title = names[random.below(5)]
  case 3: items[id: id]?.inner.number += 1
  case 4: items.append(randomItem(id, &random))
  case 5: items.insert(randomItem(id, &random), at: random.below(items.count + 1))
  case 6: items.remove(id: id)
  case 7: if items.count > 1 { items.move(from: random.below(items.count), to: random.below(items.count)) }
  case 8: if items.count > 1 { items.swapAt(random.below(items.count), random.below(items.count)) }
  case 9: items.sort { $0.id < $1.id }
  case 10: items = items.filter { $0.id % 5 != id % 5 }
  case 11: items.removeAll { $0.isDone }
  case 12: items[id: id] = random.chance(3) ? nil : randomItem(id, &random)
  case 13: if !items.isEmpty { items[random.below(items.count)].id = id }
  case 14: if !items.isEmpty { items[random.below(items.count)] = randomItem(id, &random) }
  case 15: items[id: id]?.subs.append(Sub(id: names[random.below(5)], value: random.below(3)))
  case 16: if items[id: id] != nil { edit(&items[id: id]!.subs, &random) }
  default:
    var copy = items
    copy.append(randomItem(id, &random))
    copy.reverse()
    if random.chance(2) { items = copy }
  }
}

private func edit(_ subs: inout IdentifiedArrayOf<Sub>, _ random: inout SeededGenerator) {
  switch random.below(4) {
  case 0: if !subs.isEmpty { subs[random.below(subs.count)].value += 1 }
  case 1: subs.remove(id: names[random.below(5)])
  case 2: subs.reverse()
  default: subs.insert(Sub(id: names[random.below(5)]), at: 0)
  }
}

private func edit(_ prices: inout ObservedDictionary<String, Child>, _ random: inout SeededGenerator) {
  let key = names[random.below(5)]
  switch random.below(10) {
  case 0, 1: prices[key]?.name = names[random.below(5)]
  case 2: prices[key]?.inner.number += 1
  case 3: edit(&prices[key, default: Child()], &random)
  case 4: prices[key] = randomChild(&random)
  case 5: prices[key] = nil
  case 6: if let other = prices[names[random.below(5)]] { prices[key] = other }
  case 7: prices.removeAll { $0.value.name == key }
  case 8:
    prices[key] = nil
    prices[key] = randomChild(&random)
  default:
    var copy = prices
    copy["copy", default: Child()].name += "c"
    if random.chance(2) {
      prices = copy
    } else {
      prices = [key: randomChild(&random), "milk": prices["milk"] ?? Child()]
    }
  }
}

private func edit(_ counts: inout ObservedDictionary<Int, Int>, _ random: inout SeededGenerator) {
  let key = random.below(40)
  switch random.below(6) {
  case 0: counts[key] = random.below(3)
  case 1: counts[key]? += 1
  case 2: counts[key, default: 0] += random.below(2)
  case 3: for key in 0..<random.below(30) { counts[key] = random.chance(3) ? nil : key }
  case 4: counts = ObservedDictionary(Dictionary(counts))
  default: counts.removeAll { ($0.key + $0.value) % 3 == key % 3 }
  }
}

private func editPlains(_ plains: inout IdentifiedArrayOf<Plain>, _ random: inout SeededGenerator) {
  let id = random.below(6)
  switch random.below(6) {
  case 0: plains[id: id]?.label = names[random.below(5)]
  case 1: plains.append(Plain(id: id, label: names[random.below(3)]))
  case 2: plains.remove(id: id)
  case 3: plains.shuffle(using: &random)
  case 4: plains.updateOrAppend(Plain(id: id, label: "u"))
  default: if plains.count > 1 { plains.swapAt(0, plains.count - 1) }
  }
}

private func randomChild(_ random: inout SeededGenerator) -> Child {
  Child(
    name: names[random.below(5)], inner: Inner(number: random.below(2)), maybe: random.chance(2) ? nil : Inner(),
    numbers: random.chance(2) ? [] : [1, 2])
}

private func randomItem(_ id: Int, _ random: inout SeededGenerator) -> Item {
  Item(id: id, title: names[random.below(5)], isDone: random.chance(2))
}

private func randomItems(_ random: inout SeededGenerator) -> IdentifiedArrayOf<Item> {
  var items: IdentifiedArrayOf<Item> = []
  for _ in 0..<random.below(8) { items.append(randomItem(random.below(12), &random)) }
  return items
}
