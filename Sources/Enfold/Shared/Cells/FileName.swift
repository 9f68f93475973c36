// FileName: how keys and folders become paths. No key can lead out of its folder.
import CEnfoldSupport

package enum FileName {
  /// The ending of a file whose text could not be used. It is added to the name.
  package static let broken = ".broken"

  private static let ending = ".json"
  /// Comes before `.json` in the name of a file with many keys.
  private static let common = ".defaults"

  /// How long an encoded key may be: a name in a folder has at most 255 bytes, and there must be room for the name of the
  /// copy that is set aside, while it is a temporary file.
  private static let limit =
    255 - common.utf8.count - ending.utf8.count - broken.utf8.count - Int(ENFOLD_TEMPORARY_ROOM)

  /// The name of a key's file. Letters, digits, `.`, `_` and `-` stay, all other bytes are percent-encoded. A dot at the
  /// beginning is encoded, too, so there is no hidden file, and so is the dot of `.defaults` at the end. The empty key's name is
  /// `%`, which no other key has.
  package static func file(of key: String) throws(SharedError) -> String {
    let isCommon = key.utf8.suffix(common.utf8.count).elementsEqual(common.utf8)
    return try encoded(key, hiding: isCommon ? key.utf8.count - common.utf8.count : 0) + ending
  }

  /// The name of a file that many keys have in common. No key has a file of this name.
  package static func commonFile(_ name: String) throws(SharedError) -> String {
    try encoded(name, hiding: 0) + common + ending
  }

  /// - Parameter hidden: a position at which a dot is encoded. A dot at the beginning is always encoded.
  private static func encoded(_ key: String, hiding hidden: Int) throws(SharedError) -> String {
    var name = key.isEmpty ? "%" : ""
    for (index, byte) in key.utf8.enumerated() {
      if isPlain(byte), index > 0 && index != hidden || byte != UInt8(ascii: ".") {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        name += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    guard name.utf8.count <= limit else {
      throw SharedError(
        "the key \"\(key.prefix(40))…\" is too long for a file name: it has \(name.utf8.count) bytes, encoded, and may have "
          + "at most \(limit)")
    }
    return name
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The folder of a storage, with a slash at its end.
  ///
  /// - Parameter path: the folder inside of `directory`.
  package static func folder(_ directory: String, _ path: String?) throws(SharedError) -> String {
    guard directory.utf8.first == UInt8(ascii: "/"), !directory.utf8.contains(0) else {
      throw SharedError(
        "the directory \"\(shown(directory))\" is no place for files: it must be an absolute path, such as \"/var/lib/app\""
      )
    }
    var folder = directory.utf8.last == UInt8(ascii: "/") ? directory : directory + "/"
    guard let path else { return folder }
    for name in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map({ Array($0) }) {
      if let problem = problem(with: name) {
        throw SharedError(
          "the path \"\(shown(path))\" is refused: \(problem). It must be names with \"/\" between them, such as "
            + "\"app/settings\"")
      }
    }
    folder += path + "/"
    return folder
  }

  private static func problem(with name: [UInt8]) -> String? {
    if name.isEmpty { return "one of its names is empty, or it begins or ends with \"/\"" }
    if name.contains(0) { return "it has a NUL in it" }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
      return "\"\(String(decoding: name, as: UTF8.self))\" is no name of a folder"
    }
    return nil
  }

  /// A text in which a NUL can be seen.
  private static func shown(_ text: String) -> String {
    text.utf8.contains(0)
      ? text.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\\0") : text
  }
}
