// Uploads: files that come from the page in pieces.
import EnfoldJSON

/// Used on the event loop only.
final class Uploads {
  private struct Upload {
    let spool: Spool
    var size = 0
    var next = 0
    var time: Int64
  }

  private var waiting: [String: Upload] = [:]
  private static let most = 4
  private static let largest = 4 << 30
  private static let patience: Int64 = 600_000_000_000

  /// Takes a piece. Returns the file, if it was the last one.
  func take(_ id: String, part: Int, _ text: String, isLast: Bool) throws(Refusal) -> Spool? {
    let now = monotonicNow()
    waiting = waiting.filter { now - $0.value.time < Self.patience }
    guard id.utf8.count <= 200 else { throw Refusal("\"upload\" is too long") }
    if part == 0 {
      guard waiting[id] == nil else { throw Refusal(409, "the upload has begun already") }
      guard waiting.count < Self.most else { throw Refusal(503, "too many files are imported at once") }
      waiting[id] = Upload(spool: try Spool.temporary(), time: now)
    }
    guard var upload = waiting.removeValue(forKey: id), upload.next == part else {
      throw Refusal(409, "the parts of the file do not come in their order")
    }
    guard upload.size + text.utf8.count <= Self.largest else { throw Refusal(413, "the file is too large") }
    var text = text
    let problem = text.withUTF8 { upload.spool.write(UnsafeRawBufferPointer($0), at: upload.size) }
    guard problem == 0 else { throw Refusal(507, "there is no room for the file") }
    if isLast { return upload.spool }
    upload.size += text.utf8.count
    (upload.next, upload.time) = (part + 1, now)
    waiting[id] = upload
    return nil
  }
}
