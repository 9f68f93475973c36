// ForeignChanges: the reports of changes that a reducer in C makes while it reduces an action.
import CEnfold
import Enfold
import Glibc

/// Collects the changes that `reduce` reports. Its first member is the struct that C sees.
struct ForeignChanges: ~Copyable {
  private let table = enfold_changes(
    struct_size: UInt32(MemoryLayout<enfold_changes>.size),
    changed: { table, pointer in
      guard let table else { return }
      UnsafeMutableRawPointer(mutating: table).assumingMemoryBound(to: ForeignChanges.self).pointee.add(pointer)
    })
  var places = ReportedPlaces()

  private mutating func add(_ pointer: UnsafePointer<CChar>?) {
    places.add(UnsafeRawBufferPointer(start: pointer, count: pointer.map(strlen) ?? 0))
  }
}
