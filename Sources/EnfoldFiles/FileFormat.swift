// FileFormat: the contents of a file of shared values: one text, or one for each key.
import Enfold

/// How the texts of keys are kept in one file.
///
/// The calls for one file come one at a time, except `read`.
protocol FileFormat: Sendable {
  var file: TextFile { get }

  /// Whether the removal of a key does not wait for its turn, because it takes the file away.
  var removesAtOnce: Bool { get }

  /// Why a text cannot be kept in this form.
  func problem(with text: [UInt8], of key: ExactText) -> SharedError?

  /// The text of each key that has one. If the file is empty, each key has an empty text.
  ///
  /// - Parameter keepsBroken: whether a file of another form is set aside, if it is found here.
  func read(_ keys: Set<ExactText>, keepsBroken: Bool) throws(SharedError) -> [ExactText: [UInt8]]

  /// - Parameter changes: the new texts; nil: the key is to be removed.
  func write(_ changes: [ExactText: [UInt8]?], tidies: Bool) -> WriteOutcome
}

/// A file that holds the text of one key, and nothing else.
struct WholeFile: FileFormat {
  let file: TextFile
  let removesAtOnce = true

  func problem(with text: [UInt8], of key: ExactText) -> SharedError? { nil }

  func read(_ keys: Set<ExactText>, keepsBroken: Bool) throws(SharedError) -> [ExactText: [UInt8]] {
    guard let text = try file.read() else { return [:] }
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, text) })
  }

  func write(_ changes: [ExactText: [UInt8]?], tidies: Bool) -> WriteOutcome {
    guard let change = changes.first else { return WriteOutcome(error: nil, isReplaced: true) }
    guard let text = change.value else { return file.remove() }
    // The file is too long to be read, so nobody knows what the write would destroy.
    if file.isTooLong, let error = file.setAside() { return .failed(error) }
    return file.replace(with: text, tidies: tidies)
  }
}
