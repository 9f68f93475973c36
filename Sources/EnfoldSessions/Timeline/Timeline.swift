// Timeline: when everything in a session happened, and how long it took.
import EnfoldJSON

/// The stores of a session with their commits, effects and requests. No state is looked at.
struct Timeline {
  struct Store {
    let number: UInt64
    let name: String
    let feature: String
    let plugin: JSONValue?
    let opened: Int64
    /// When it was closed; nil: the file does not say it.
    var closed: Int64?
  }

  /// A commit: from the change of the state until its observers were told.
  struct Commit {
    let entry: SessionEntry
    /// Its place in `stores`.
    let store: Int
    let start: Int64
    let end: Int64
    /// The place of the commit that has caused it; nil: it came from outside, or that commit is not in the file.
    var cause: Int?
  }

  /// Something that lasts: an effect, or a request.
  struct Activity {
    /// With which it began, or, if that is not in the file, with which it ended.
    let entry: SessionEntry
    let store: Int
    let start: Int64
    var end: Int64
    /// How it has ended; nil: the file does not say it.
    var outcome: String?
    /// Why it failed.
    var message: String?
    var cause: Int?
    /// The elements of a stream.
    var elements: [SessionEntry] = []
    let isRequest: Bool
    var isOpen = true
  }

  let file: SessionFile
  var stores: [Store] = []
  var commits: [Commit] = []
  var activities: [Activity] = []
  /// Other entries that are of one moment: held, released, marks, entries that were dropped.
  var moments: [(entry: SessionEntry, store: Int?, time: Int64)] = []
  /// The first and the last time in the file.
  var begin: Int64 = .max
  var end: Int64 = 0

  init(_ file: SessionFile) throws(SessionError) {
    self.file = file
    var builder = TimelineBuilder()
    try builder.read(file, into: &self)
    if begin == .max { begin = 0 }
  }

  /// What an entry is about, without values: the name of its action, or its kind.
  static func name(of entry: SessionEntry) -> String {
    switch entry[.action]?.value {
    case .string(let name)?: name
    case .object(let object)? where object.count > 0: object.members[0].key
    default: entry.kind.rawValue
    }
  }
}
