// InspectConnection: an inspector that is connected: what it has sent, and what it is sent.
import CEnfold
import CEnfoldHost
import Enfold
import EnfoldJSON
import Glibc

/// Used by the server's thread only.
final class InspectConnection {
  let descriptor: Int32
  let peer: pid_t
  private let inspector: Inspector
  private let control: InspectControl
  /// What came and is no whole line yet.
  private var incoming: [UInt8] = []
  /// How much of it has no end of a line.
  private var searched = 0
  /// What is to be written.
  private var outgoing: [UInt8] = []
  private var written = 0
  /// How many lines of the ring it has, or knows to be dropped.
  private var place: UInt64 = 0
  private var isFirst = true
  /// The ring that it reads: after `record` it is another one.
  private var ring: InspectRing?
  /// Nothing more is read; it is closed when all was written.
  private(set) var isEnding = false
  private static let enough = 1 << 18

  init(_ descriptor: Int32, _ peer: pid_t, of inspector: Inspector) {
    (self.descriptor, self.peer, self.inspector) = (descriptor, peer, inspector)
    control = InspectControl(inspector)
    ring = inspector.ring
    hello()
  }

  /// The stores that it holds.
  var held: Set<UInt64> { control.held }

  /// What it leaves to be taken back.
  func close() -> InspectControl {
    enfold_inspect_close(descriptor)
    return control
  }

  // MARK: What it is sent

  /// Says what this is, and how much of the past is gone.
  private func hello() {
    var writer = JSONWriter(capacity: 256)
    writer.literal("{\"kind\":\"hello\",\"protocol\":1,\"enfold\":")
    writer.write(String(cString: enfold_version()))
    writer.literal(",\"pid\":")
    writer.write(UInt64(getpid()))
    writer.literal(",\"program\":")
    writer.write(String(cString: enfold_inspect_program()))
    writer.literal(",\"runtime\":")
    writer.write(inspector.runtime.number)
    writer.literal(inspector.options.control ? ",\"control\":true" : ",\"control\":false")
    writer.literal(ring == nil ? ",\"recording\":false" : ",\"recording\":true")
    writer.literal(",\"dropped\":")
    place = ring?.droppedLines ?? 0
    writer.write(place)
    writer.literal("}\n")
    writer.withBytes { outgoing += $0 }
    isFirst = true
  }

  /// Whether it waits to be written to.
  var wantsToWrite: Bool {
    written < outgoing.count || !isEnding && ring?.hasMore(behind: place) ?? false
  }

  /// Writes what there is, as far as the socket takes it. False: it has gone.
  func write() -> Bool {
    while true {
      if written == outgoing.count {
        outgoing.removeAll(keepingCapacity: true)
        written = 0
        if !isEnding, let ring {
          ring.take(&place, isFirst: isFirst, into: &outgoing, enough: Self.enough)
          if !outgoing.isEmpty { isFirst = false }
        }
        if outgoing.isEmpty { return true }
      }
      let count = outgoing[written...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN
      }
      written += count
    }
  }

  var hasWrittenAll: Bool { !wantsToWrite && !hasCommand }

  /// Says something that is no line of a recording, and reads no more.
  private func refuse(_ line: String) {
    outgoing += (line + "\n").utf8
    isEnding = true
  }

  // MARK: What it has sent

  /// Reads lines and does what they say. False: it has gone.
  func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isEnding {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 {
        // It says no more, and may still listen.
        takeCommands()
        isEnding = true
        return true
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN
      }
      incoming += buffer[..<count]
      takeCommands()
      if incoming.count > inspector.runtime.longestLine {
        refuse("{\"kind\":\"refused\",\"message\":\"a line has more than \(inspector.runtime.longestLine) bytes\"}")
      }
      // What is answered is written before more is read.
      if isFull { return true }
    }
    return true
  }

  /// Whether a whole line waits to be answered.
  private(set) var hasCommand = false

  /// Answers the lines that have come, while there is room for answers.
  func takeCommands() {
    var start = 0
    hasCommand = false
    while let end = incoming[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      hasCommand = isFull
      if hasCommand { break }
      let line = incoming[start..<end].withUnsafeBytes { control.answer($0) }
      (start, searched) = (end + 1, end + 1)
      outgoing += line
      followNewRing()
    }
    incoming.removeFirst(start)
    searched = hasCommand ? searched - start : incoming.count
  }

  /// Another recording has begun, or this one has ended: it still gets the lines of the old one. Behind the end of the runtime nothing
  /// comes.
  private func followNewRing() {
    guard !inspector.isEnded, inspector.ring !== ring else { return }
    if let ring {
      // It is complete: what tells it has ended.
      ring.take(&place, isFirst: isFirst, into: &outgoing, enough: .max)
    }
    ring = inspector.ring
    hello()
  }

  /// Whether so much waits to be written that no more is read.
  var isFull: Bool { outgoing.count - written > Self.enough }
}
