// IdentifiedArray against a plain array, with random operations.
import Enfold
import Testing

/// What IdentifiedArray promises, done in the plainest way to an array.
private struct Model {
  var items: [Item] = []

  func index(_ id: Int) -> Int? { items.firstIndex { $0.id == id } }

  mutating func updateOrAppend(_ item: Item) {
    if let position = index(item.id) { items[position] = item } else { items.append(item) }
  }

  /// An element was changed in place.
  mutating func change(at position: Int, to item: Item) {
    items[position] = item
    if let other = items.indices.first(where: { $0 != position && items[$0].id == item.id }) { items.remove(at: other) }
  }

  mutating func assign(_ item: Item, at position: Int) {
    if let other = index(item.id) { items.swapAt(position, other) }
    items[position] = item
  }

  mutating func move(_ offsets: Set<Int>, to destination: Int) {
    let moved = offsets.sorted().map { items[$0] }
    let head = items[..<destination].indices.filter { !offsets.contains($0) }.map { items[$0] }
    let tail = items[destination...].indices.filter { !offsets.contains($0) }.map { items[$0] }
    items = head + moved + tail
  }
}

@Suite("IdentifiedArray: random operations")
struct IdentifiedArrayRandomTests {
  @Test(arguments: [nil, nil, 1, 2, 3] as [UInt64?])
  func behavesAsAPlainArrayWithUniqueIDs(_ fixedSeed: UInt64?) {
    let seed = fixedSeed ?? UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    var list: IdentifiedArrayOf<Item> = []
    var model = Model()
    let idRange = 0..<Int.random(in: 4...60, using: &generator)
    // Every other list is in a store, and records.
    let isRecording = Bool.random(using: &generator)
    var stamps = StampSource()
    for step in 0..<3_000 {
      let operation = Int.random(in: 0..<18, using: &generator)
      if isRecording, step % 16 == 0 { ChangeTracking.commit(&list, &stamps) }
      apply(operation, item(in: idRange, &generator), to: &list, and: &model, &generator)
      let isRight = list.elements == model.items && list.isConsistent
      #expect(isRight, "seed \(seed), step \(step), operation \(operation)")
      if !isRight { return }
    }
  }

  private func item(in ids: Range<Int>, _ generator: inout SeededGenerator) -> Item {
    Item(Int.random(in: ids, using: &generator), "\(Int.random(in: 0..<1000, using: &generator))")
  }

  private func apply(
    _ operation: Int, _ item: Item, to list: inout IdentifiedArrayOf<Item>, and model: inout Model,
    _ generator: inout SeededGenerator
  ) {
    let end = Int.random(in: 0...model.items.count, using: &generator)
    switch operation {
    case 0...2:
      let isNew = model.index(item.id) == nil
      if isNew { model.items.append(item) }
      #expect(list.append(item) == (isNew, model.index(item.id) ?? -1))
    case 3:
      model.updateOrAppend(item)
      list.updateOrAppend(item)
    case 4:
      if model.index(item.id) == nil { model.items.insert(item, at: end) }
      list.insert(item, at: end)
    case 5:
      model.items.removeAll { $0.id == item.id }
      if Bool.random(using: &generator) { list[id: item.id] = nil } else { clear(&list[id: item.id]) }
    case 6:
      model.updateOrAppend(item)
      list[id: item.id] = item
    case 7:
      if let position = model.index(item.id) { model.items[position].name += "!" }
      list[id: item.id]?.name += "!"
    case 8:
      model.items.sort { $0.name < $1.name }
      list.sort { $0.name < $1.name }
    case 9:
      model.items.reverse()
      list.reverse()
    case 10:
      let offsets = Set(model.items.indices.filter { _ in Bool.random(using: &generator) })
      model.move(offsets, to: end)
      list.move(fromOffsets: offsets, toOffset: end)
    case 11 where Int.random(in: 0..<5, using: &generator) == 0:
      model.items.removeAll { $0.id.isMultiple(of: 3) }
      list.removeAll { $0.id.isMultiple(of: 3) }
    case 12 where Int.random(in: 0..<5, using: &generator) == 0:
      model.items.removeSubrange((end / 2)..<end)
      list.removeSubrange((end / 2)..<end)
    default:
      guard let position = model.items.indices.randomElement(using: &generator) else { return }
      applyAtPosition(operation, item, position, to: &list, and: &model, &generator)
    }
  }

  /// Removes through an `inout` access.
  private func clear(_ item: inout Item?) { item = nil }

  private func applyAtPosition(
    _ operation: Int, _ item: Item, _ position: Int, to list: inout IdentifiedArrayOf<Item>, and model: inout Model,
    _ generator: inout SeededGenerator
  ) {
    let other = Int.random(in: model.items.indices, using: &generator)
    switch operation {
    case 13:
      model.assign(item, at: position)
      list[position] = item
    case 14:
      model.change(at: position, to: Item(item.id, model.items[position].name))
      list[position].id = item.id
    case 15:
      let id = model.items[position].id
      model.change(at: position, to: Item(item.id, model.items[position].name))
      list[id: id]?.id = item.id
    case 16:
      model.items.swapAt(position, other)
      list.swapAt(position, other)
    default:
      model.items.insert(model.items.remove(at: position), at: other)
      list.move(from: position, to: other)
    }
  }
}
