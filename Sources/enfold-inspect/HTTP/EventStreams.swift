// EventStreams: tells those who listen what has changed.
import NIOCore

/// Used on the event loop only.
final class EventStreams {
  static let most = 8
  private let list: SourceList
  private let loop: NIOIsolatedEventLoop
  private var streams: [HTTPConnection] = []
  private var isScheduled = false
  private var outline: Int?

  init(_ list: SourceList) {
    (self.list, loop) = (list, list.slices.loop)
    list.onChange = { [weak self] in self?.changed() }
    beat()
  }

  /// False: there are too many.
  func add(_ stream: HTTPConnection) -> Bool {
    guard streams.count < Self.most else { return false }
    streams.append(stream)
    return true
  }

  func remove(_ stream: HTTPConnection) { streams.removeAll { $0 === stream } }

  func greet(_ stream: HTTPConnection) { stream.send(event: Self.event("sources", list.json)) }

  private static func event(_ name: String, _ data: String) -> String { "event: \(name)\ndata: \(data)\n\n" }

  /// Something has changed: it is told at most ten times a second.
  private func changed() {
    if isScheduled { return }
    isScheduled = true
    loop.scheduleTask(in: .milliseconds(100)) { self.tell() }
  }

  private func tell() {
    isScheduled = false
    let outline = list.outline
    if outline != self.outline { send(Self.event("sources", list.json)) }
    self.outline = outline
    if let counts = list.counts() { send(Self.event("counts", counts)) }
  }

  /// A comment says that this server is there.
  private func beat() {
    loop.scheduleTask(in: .seconds(5)) { [weak self] in
      self?.send(": here\n\n")
      self?.beat()
    }
  }

  private func send(_ text: String) {
    for stream in streams { stream.send(event: text) }
  }
}
