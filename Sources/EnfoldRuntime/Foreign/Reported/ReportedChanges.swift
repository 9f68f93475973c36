// ReportedChanges: the reported places and known values by which a state without change records is walked through.
import Enfold
import EnfoldJSON

/// The places that were reported of a state without change records, and the values that its observers know.
///
/// At each step a walk keeps only the places inside the node that it visits. These are *selected*: they lie on a stack,
/// so that a walk allocates nothing.
final class ReportedChanges {
  /// The places that were reported since the last commit that was looked at.
  @exclusivity(unchecked) private(set) var places = ReportedPlaces()
  /// The values that observers of patches know.
  let known = KnownTexts()
  private let selection = GrowableBuffer<Selected>()

  /// A place on the way to which the walk is.
  private struct Selected: BitwiseCopyable {
    let pointer: TextRange
    /// Where its tokens begin that the walk has not reached yet.
    let rest: Int
  }

  init() {}

  /// Whether nothing was reported since the last commit that was looked at.
  var isEmpty: Bool { places.isEmpty }

  /// Takes places that were reported; the list is empty then.
  func take(_ reported: inout ReportedPlaces) { places.take(from: &reported) }

  /// Forgets the places. If nobody has walked along them, the known texts are out of date.
  func settle() {
    if places.isEmpty { return }
    known.forgetAll()
    places.removeAll()
  }

  /// Forgets the places and the known values: the state is another one.
  func forgetAll() {
    known.forgetAll()
    places.removeAll()
  }

  // MARK: Walks

  func selectAll() -> Range<Int> {
    selection.removeAll()
    for number in 0..<places.count { selection.append(Selected(pointer: places[number], rest: places[number].start)) }
    return 0..<selection.count
  }

  /// Selects those places that a token leads to.
  ///
  /// - Parameter outer: places that all go on.
  /// - Returns: them, and whether one of them ends there.
  func select(_ token: JSONPath.Token, among outer: Range<Int>) -> (Range<Int>, endsHere: Bool) {
    let start = selection.count
    var endsHere = false
    for position in outer {
      let place = selection[position]
      let end = place.pointer.start + place.pointer.count
      guard let length = token.length(inPointer: places.text(TextRange(place.rest, end))) else { continue }
      let rest = place.rest + length
      selection.append(Selected(pointer: place.pointer, rest: rest))
      if rest == end { endsHere = true }
    }
    return (start..<selection.count, endsHere)
  }

  /// Takes the last selection off the stack.
  func deselect(_ places: Range<Int>) { selection.truncate(to: places.lowerBound) }

  /// The paths of places that are selected.
  func paths(_ selected: Range<Int>) -> [JSONPath] {
    selected.map { position in
      // It was checked when it was reported.
      (try? JSONPath(pointer: places.text(selection[position].pointer))) ?? .root
    }
  }

  func finish() { places.removeAll() }
}
