// HandOver: counts how deeply a thread is inside operators, and puts off draining until it has left them all.
import CEnfoldSupport
import Enfold

/// A thread that feeds a stream runs the code of the subscribers inside the operators that hand the value over. While it is
/// inside an operator, that operator passes nothing else on: a value that is put in meanwhile waits until the thread has left it.
enum HandOver {
  /// The stores that a thread will drain.
  private final class PutOff {
    var desks: [MutationDesk] = []
  }

  static func enter() { enfold_this_threads_hand_overs().pointee.depth += 1 }

  static func leave() {
    let thread = enfold_this_threads_hand_overs()
    thread.pointee.depth -= 1
    guard thread.pointee.depth == 0, let putOff = thread.pointee.put_off else { return }
    thread.pointee.put_off = nil
    for desk in Unmanaged<PutOff>.fromOpaque(putOff).takeRetainedValue().desks { desk.drain() }
  }

  /// Drains a store when this thread has left all hand-overs: at once if it is in none.
  static func drainAfterwards(_ desk: MutationDesk) {
    let thread = enfold_this_threads_hand_overs()
    if thread.pointee.depth == 0 { return desk.drain() }
    if thread.pointee.put_off == nil { thread.pointee.put_off = Unmanaged.passRetained(PutOff()).toOpaque() }
    guard let known = thread.pointee.put_off else { return }
    let putOff = Unmanaged<PutOff>.fromOpaque(known).takeUnretainedValue()
    if putOff.desks.last !== desk { putOff.desks.append(desk) }
  }

  /// Feeds a stream. If another thread hands over one of its values right now, this thread waits until it has done so, but not
  /// for ever.
  static func push(_ body: () -> Void) {
    let thread = enfold_this_threads_hand_overs()
    thread.pointee.pushes += 1
    body()
    thread.pointee.pushes -= 1
  }

  /// Whether a thread that finds another one handing over waits for it.
  static var waits: Bool { enfold_this_threads_hand_overs().pointee.pushes > 0 }

  /// Waits until `isBusy` is false. The other thread runs user code, which might wait for this one: so there is an end, after
  /// about a second.
  static func wait(while isBusy: () -> Bool) {
    for attempt in 0..<11_000 {
      if !isBusy() { return }
      enfold_let_others_run(Int32(attempt))
    }
  }
}
