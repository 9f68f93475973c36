// StackNumbers: the numbers that the stacks in the state of a store have given to their elements.

/// Which number comes next in each stack of a state, by the pointer of its place. So a state that is put back does not lower it.
/// Touched by the store's drainer only.
@usableFromInline final class StackNumbers {
  /// The tokens of the way to where a walk through the state is.
  @exclusivity(unchecked) @usableFromInline var place: [String] = []
  private(set) var known: [String: Int] = [:]
  /// The stacks whose next number has risen since somebody has taken this.
  private var risen: [String: Int] = [:]

  /// The walk meets a stack with this next number.
  func meet(_ token: String, next: inout Int) {
    let pointer = JSONPath(tokens: place + [token]).pointer
    let last = known[pointer] ?? 0
    if next > last {
      known[pointer] = next
      risen[pointer] = next
    } else {
      next = last
    }
  }

  /// From now on these are the least numbers, as if the stacks had given those before.
  func raise(_ numbers: [String: Int]) { known.merge(numbers, uniquingKeysWith: max) }

  @usableFromInline @discardableResult func takeRisen() -> [String: Int] {
    risen.isEmpty ? [:] : exchange(&risen, with: [:])
  }
}
