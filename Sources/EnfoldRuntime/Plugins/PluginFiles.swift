// PluginFiles: which files this process has loaded as plugins, and their generations.
import CEnfold
import CEnfoldSupport
import Enfold
import Glibc

/// A file that was loaded. If the file changes, the next one that is loaded from its path is another *generation*. All
/// generations stay mapped.
struct LoadedFile {
  /// As `dlopen` returned it.
  let image: UnsafeMutableRawPointer
  /// From 1, counted for each path.
  let generation: Int
  /// A hash of its content, as 32 hexadecimal digits.
  let hash: String
}

/// The loaded files of the whole process, by their real paths. The dynamic loader knows an image by its path: asked again, it
/// returns the image that it has, even if the file is another one now.
///
/// The first generation is mapped from the file itself, so that debuggers find it. The others are mapped from private
/// copies, which are removed as soon as they are mapped.
enum PluginFiles {
  /// The newest generation of a file.
  private struct Newest {
    var loaded: LoadedFile
    /// The file when it was looked at last. It had this content then.
    var stamp: enfold_file_stamp
    /// Nil if the file was written while it was loaded.
    let hash: enfold_hash?
    /// The file that is mapped. Nil if it is a private copy.
    let mapped: enfold_file_stamp?
    /// Whether a runtime has taken it as a plugin.
    var isServed = false

    func has(_ content: enfold_file_content) -> Bool {
      hash.map { $0.low == content.hash.low && $0.high == content.hash.high } ?? false
    }

    /// Whether the mapped file itself has another content now. As long as it is mapped, no other file can have its inode.
    func wasOverwritten(by content: enfold_file_content) -> Bool {
      mapped.map { $0.device == content.stamp.device && $0.inode == content.stamp.inode } ?? false
    }
  }

  private final class Entries: @unchecked Sendable {
    // Unchecked: `newest` is used with the lock held only.
    let lock = Lock()
    private var newest: [ExactText: Newest] = [:]

    /// The entry of a path. Called with the lock held.
    subscript(path: String) -> Newest? {
      get { newest[ExactText(path)] }
      set { newest[ExactText(path)] = newValue }
    }

    /// Changes the entry of a path. With `self[path]?.x = …` the compiler would ask for memory on the way, and write
    /// to address 0 if there is none.
    func change(_ path: String, _ body: (inout Newest) -> Void) {
      lock.withLock {
        guard var known = self[path] else { return }
        body(&known)
        self[path] = known
      }
    }
  }

  private static let entries = Entries()

  /// Loads the file at a real path, unless its content is loaded already.
  ///
  /// - Parameters:
  ///   - name: what the host calls it, for messages.
  ///   - replacing: whether a file that has changed becomes a new generation. Otherwise it is refused.
  static func load(_ path: String, _ name: String, replacing: Bool) throws(RuntimeError) -> LoadedFile {
    var stamp = enfold_file_stamp()
    try check(enfold_file_look(path, &stamp), name)
    let known = entries.lock.withLock { entries[path] }
    if let known, known.hash != nil, enfold_file_stamps_are_equal(known.stamp, stamp) != 0 { return known.loaded }
    var content = enfold_file_content()
    try check(enfold_file_read(path, &content), name)
    defer { free(content.bytes) }
    guard let known else { return try loadFirst(path, name, content) }
    if known.has(content) {
      // Only the facts about the file have changed, not its contents.
      entries.change(path) { $0.stamp = content.stamp }
      return known.loaded
    }
    if known.isServed {
      if known.wasOverwritten(by: content) { throw .overwritten(name) }
      guard replacing else { throw .changed(name, known.loaded.generation) }
    }
    return try loadCopy(path, name, content)
  }

  /// Notes that a runtime has taken a file as a plugin. From now on only a load with `replacing` gets another content of that
  /// path.
  static func noteServed(_ path: String) { entries.change(path) { $0.isServed = true } }

  private static func loadFirst(
    _ path: String, _ name: String, _ content: enfold_file_content
  ) throws(RuntimeError) -> LoadedFile {
    let image = try openImage(path, name)
    var stamp = enfold_file_stamp()
    let isSame =
      enfold_file_look(path, &stamp) == 0 && enfold_file_stamps_are_equal(content.stamp, stamp) != 0
    let loaded = entries.lock.withLock { () -> LoadedFile in
      // Another thread may have loaded it meanwhile. It got the same image.
      if let known = entries[path] { return known.loaded }
      let loaded = LoadedFile(image: image, generation: 1, hash: content.hash.digits)
      entries[path] = Newest(
        loaded: loaded, stamp: content.stamp, hash: isSame ? content.hash : nil, mapped: content.stamp)
      return loaded
    }
    guard isSame else { throw RuntimeError(ENFOLD_IO, "\(name) was written while it was loaded: load it again") }
    return loaded
  }

  private static func loadCopy(
    _ path: String, _ name: String, _ content: enfold_file_content
  ) throws(RuntimeError) -> LoadedFile {
    var content = content
    var copy = enfold_file_copy()
    let problem = enfold_file_copy_make(path, &content, &copy)
    defer { enfold_file_copy_remove(&copy) }
    if problem != 0, let places = copy.places {
      throw RuntimeError(ENFOLD_IO, "\(name): no private copy of it can be made: \(String(cString: places))")
    }
    try check(problem, name, "no private copy of it can be made")
    let copied = copy.path.map { String(cString: $0) } ?? path
    let place = copied.hasPrefix("/proc/self/") ? "its private copy in memory" : "its private copy \(copied)"
    let image = try openImage(copied, "\(name) (\(place))")
    return entries.lock.withLock {
      // Another thread may have loaded the same content meanwhile. Then its image counts.
      if let known = entries[path], known.has(content) { return known.loaded }
      let loaded = LoadedFile(
        image: image, generation: (entries[path]?.loaded.generation ?? 0) + 1, hash: content.hash.digits)
      entries[path] = Newest(loaded: loaded, stamp: content.stamp, hash: content.hash, mapped: nil)
      return loaded
    }
  }

  private static func check(_ problem: Int32, _ name: String, _ what: String = "") throws(RuntimeError) {
    guard problem != 0 else { return }
    let reason =
      switch problem {
      case EBUSY: "it is being written: load it again"
      case ESPIPE: "it is a pipe, and no file"
      default: String(cString: strerror(problem))
      }
    throw RuntimeError(ENFOLD_IO, [name, what, reason].filter { !$0.isEmpty }.joined(separator: ": "))
  }

  /// - Parameters:
  ///   - path: the file that is mapped.
  ///   - name: what the host calls it, for messages.
  private static func openImage(_ path: String, _ name: String) throws(RuntimeError) -> UnsafeMutableRawPointer {
    var size: UInt64 = 0
    var needed: UInt64 = 0
    try check(enfold_image_size(path, &size, &needed), name)
    guard needed <= size else {
      throw .badPlugin("\(name) is incomplete: it has \(size) bytes where \(needed) are needed")
    }
    guard let image = enfold_image_open(path) else {
      throw loadError(name, resolved: path, String(cString: enfold_image_error()))
    }
    return image
  }

  /// Makes an error of the dynamic loader's text. The text begins with the path, as the loader was given it. Only the words
  /// at its end tell whether the system ran out of something, such as memory or descriptors.
  private static func loadError(_ name: String, resolved: String, _ text: String) -> RuntimeError {
    let prefix = resolved + ": "
    let reason =
      if text.hasPrefix(prefix) {
        String(text.dropFirst(prefix.count))
      } else if text.hasPrefix("/proc/self/fd/"), let colon = text.firstRange(of: ": ") {
        String(text[colon.upperBound...])
      } else { text }
    let shortages = [EMFILE, ENFILE, EIO, EAGAIN].map { String(cString: strerror($0)) }
    // If the system gives no reason, there was no memory to map a segment. And the C library keeps only a limited space
    // for thread-local variables with a fixed place.
    let isOutOfMemory =
      reason.hasSuffix(String(cString: strerror(ENOMEM))) || reason == "failed to map segment from shared object"
      || reason.hasSuffix("in static TLS block")
    let isShort = isOutOfMemory || shortages.contains { reason.hasSuffix($0) }
    let status = isShort ? ENFOLD_IO : ENFOLD_BAD_PLUGIN
    return RuntimeError(status, "\(name) cannot be loaded: \(reason)\(isOutOfMemory ? cure : "")")
  }

  /// What a process that has loaded too much can do.
  private static var cure: String {
    let limit =
      enfold_process_maps_are_full()
      ? "the process has as many maps as vm.max_map_count allows" : "the process cannot have more memory"
    return ". \(limit): all generations of plugins stay mapped, so restart the process"
  }
}

extension RuntimeError {
  /// The contents of a file have changed since it was loaded.
  static func changed(_ name: String, _ generation: Int) -> RuntimeError {
    .invalid(
      """
      \(name) has changed since its generation \(generation) was loaded. With {"replace":true} new stores get what it is \
      now, and open ones keep what they have
      """)
  }

  /// A file was written to while it was mapped.
  static func overwritten(_ name: String) -> RuntimeError {
    .invalid(
      """
      \(name) was overwritten while it was loaded, and the code that runs with it: end this process. To change a plugin, \
      write another file and rename it over the old one
      """)
  }
}
