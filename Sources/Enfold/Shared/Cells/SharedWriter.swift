// SharedWriter: which step or effect of a traced store changes a shared value.
import CEnfold
import CEnfoldSupport
import Synchronization

/// Who changes shared values: a step of a traced store, or one of its effects. The thread's record tells it to everybody who is
/// notified of the change, also in other images of the process.
package final class SharedWriter: @unchecked Sendable {
  // Unchecked: that of a step is changed by its store's drainer only, while no other code runs that could read it; that of an
  // effect does not change after init.
  private let place: UnsafeMutablePointer<enfold_writer>
  private var tag: UnsafeMutablePointer<CChar>?

  /// That of the effect that runs; nil outside of effects, and if its store is not traced.
  @TaskLocal static var ofEffect: SharedWriter?
  /// How many traces of this image are on. While there are none, nobody looks for the effect that runs.
  static let traces = Atomic<Int>(0)

  init(store: UInt64, isStep: Bool = false, revision: UInt64 = 0, tag: String? = nil) {
    place = .allocate(capacity: 1)
    place.initialize(
      to: enfold_writer(
        struct_size: UInt32(MemoryLayout<enfold_writer>.size), is_step: isStep ? 1 : 0, store: store, revision: 0,
        tag: nil,
        tag_length: 0))
    set(revision, tag)
  }

  deinit {
    tag?.deallocate()
    place.deallocate()
  }

  private func set(_ revision: UInt64, _ tag: String?) {
    place.pointee.revision = revision
    if tag == nil, self.tag == nil { return }
    self.tag?.deallocate()
    self.tag = nil
    (place.pointee.tag, place.pointee.tag_length) = (nil, 0)
    guard var tag else { return }
    let copy = tag.withUTF8 { bytes in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[bytes.count] = 0
      place.pointee.tag_length = bytes.count
      return copy
    }
    self.tag = copy
    place.pointee.tag = UnsafePointer(copy)
  }

  /// From now on this thread writes for the next step of the store.
  func enter(_ revision: UInt64, _ tag: String?) -> UnsafePointer<enfold_writer>? {
    set(revision, tag)
    return enter()
  }

  /// From now on this thread writes for it. Returns for whom it wrote before, which is to be given to ``leave(_:)``.
  func enter() -> UnsafePointer<enfold_writer>? {
    guard let writer = enfold_thread_writer(enfold_this_thread()) else { return nil }
    defer { writer.pointee = UnsafePointer(place) }
    return writer.pointee
  }

  static func leave(_ former: UnsafePointer<enfold_writer>?) {
    if let writer = enfold_thread_writer(enfold_this_thread()) { writer.pointee = former }
  }

  /// Changes a shared value, and says meanwhile which effect does it, if none of a step does.
  @inline(__always) static func noteEffect<R>(_ change: () -> R) -> R {
    traces.load(ordering: .relaxed) > 0 ? noteRunningEffect(change) : change()
  }

  @inline(never) private static func noteRunningEffect<R>(_ change: () -> R) -> R {
    guard let writer = enfold_thread_writer(enfold_this_thread()), writer.pointee?.pointee.is_step != 1,
      let effect = ofEffect
    else { return change() }
    let former = effect.enter()
    defer { leave(former) }
    return change()
  }

  /// What the thread's record says about who writes now.
  static var ofThread: (writer: TraceWriter, tag: String?)? {
    // A record that another image has made may be an older one.
    guard let writer = enfold_thread_writer(enfold_this_thread())?.pointee,
      writer.pointee.struct_size >= MemoryLayout<enfold_writer>.size
    else { return nil }
    let tag = writer.pointee.tag.map {
      String(decoding: UnsafeRawBufferPointer(start: $0, count: writer.pointee.tag_length), as: UTF8.self)
    }
    return (TraceWriter(store: writer.pointee.store, revision: writer.pointee.revision), tag)
  }
}
