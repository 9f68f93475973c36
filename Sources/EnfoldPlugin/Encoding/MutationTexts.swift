// MutationTexts: the JSON of a commit's mutations.
import Enfold

/// The texts of a commit's mutations: JSON if the mutation has a JSON form, else the name of its case as a string.
final class MutationTexts {
  private var texts = JSONWriter(capacity: 16)
  private var ranges: [TextRange] = []

  func append(_ mutation: any Sendable) {
    let start = texts.count
    if let mutation = mutation as? any JSONEncodable {
      mutation.writeJSON(to: &texts)
    } else {
      texts.write(caseName(mutation))
    }
    ranges.append(TextRange(start, texts.count))
    texts.raw(0)
  }

  func removeAll() {
    texts.removeAll()
    ranges.removeAll(keepingCapacity: true)
  }

  /// The text of a mutation, by its number in the commit. Valid until the next call of a method.
  subscript(index: Int) -> UnsafeBufferPointer<CChar>? {
    guard ranges.indices.contains(index) else { return nil }
    let start = UnsafeRawPointer(texts.baseAddress + ranges[index].start).assumingMemoryBound(to: CChar.self)
    return UnsafeBufferPointer(start: start, count: ranges[index].count)
  }
}
