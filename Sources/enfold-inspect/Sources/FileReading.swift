// FileReading: reads the lines of a session file into its log.
import EnfoldSessions

struct FileReading {
  private let source: Source
  private var lines = Lines(limit: EntryLog.longestLine)
  private var place = 0
  private var number = 0
  private static let piece = 1 << 18

  init(_ source: Source) { self.source = source }

  /// Reads until a time. True: nothing more is read.
  mutating func read(until deadline: Int64) -> Bool {
    repeat {
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
        count = source.log.spool?.read(into: UnsafeMutableRawBufferPointer(buffer), at: place) ?? 0
      }
      place += bytes.count
      if bytes.isEmpty {
        if !source.log.hasHeader { fail("there is no whole line in it; the first one of a session has \"format\"") }
        return true
      }
      if let problem = take(bytes) {
        fail("line \(number): \(problem.message)")
        return true
      }
    } while monotonicNow() < deadline
    return false
  }

  private mutating func take(_ bytes: [UInt8]) -> SessionLine.Problem? {
    bytes.withUnsafeBytes { piece in
      do throws(SessionLine.Problem) {
        try lines.take(piece) { line throws(SessionLine.Problem) in
          number += 1
          if source.log.hasHeader { try source.log.append(line) } else { try source.log.begin(line) }
        }
        return nil
      } catch { return error }
    }
  }

  private func fail(_ problem: String) { (source.condition, source.message) = (.broken, problem) }
}
