// StackNumbers: the numbers that the stacks in the state of a store have given to their elements.

/// Which number comes next in each stack of a state, by the pointer of its place. So a state that is put back does not lower it.
/// Touched by the store's drainer only.
@usableFromInline final class StackNumbers {
  private var known: [String: Int] = [:]
  /// The stacks whose next number has risen since somebody has taken this.
  private var risen: [String: Int] = [:]

  /// The state has a stack with this next number at a place.
  func meet(_ pointer: String, next: inout Int) {
    let last = known[pointer] ?? 0
    if next > last {
      known[pointer] = next
      risen[pointer] = next
    } else {
      next = last
    }
  }

  @usableFromInline @discardableResult func takeRisen() -> [String: Int] {
    risen.isEmpty ? [:] : exchange(&risen, with: [:])
  }
}
