// ClockExtension: how plugins sleep on the clock of a runtime.
import CEnfold
import EnfoldPlugin

/// The extension "enfold.clock".
let clockExtension = Extension(
  named: ENFOLD_CLOCK_EXTENSION, version: 1,
  enfold_clock(
    struct_size: UInt32(MemoryLayout<enfold_clock>.size),
    now: { runtime in
      var now: Int64 = -1
      withClock(runtime) { clock, _ in now = clock.now }
      return now
    },
    sleep: { runtime, deadline, wake, user, number in
      guard let wake else { return }
      let sleeper = RuntimeClock.Sleeper(wake: wake, user: user)
      let status = withClock(runtime) { clock, _ in
        clock.sleep(until: deadline, sleeper) { number?.pointee = $0 }
      }
      if status != ENFOLD_OK { sleeper(status) }
    },
    cancel: { runtime, number in withClock(runtime) { clock, _ in clock.cancel(number) } },
    begin: { runtime in withClock(runtime) { clock, _ in clock.begin() } },
    run: { runtime, work, user in
      insideCallback { work?(user) }
      withClock(runtime) { clock, runtime in if clock.end() { runtime.monitor.notify() } }
    }))

/// Calls `body` with the clock of a runtime. If there is none, the status says why.
@discardableResult private func withClock(_ runtime: UInt64, _ body: (RuntimeClock, Runtime) -> Void) -> Int {
  guard let pin = handles.pin(runtime, Runtime.self) else { return ENFOLD_STALE }
  defer { handles.unpin(pin) }
  return pin.entry._withUnsafeGuaranteedRef { runtime in
    guard let clock = runtime.clock else { return ENFOLD_UNSUPPORTED }
    body(clock, runtime)
    return ENFOLD_OK
  }
}
