// Now: the time by which work is cut into slices.
import Glibc

/// Nanoseconds of a clock that only goes forward.
func monotonicNow() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
