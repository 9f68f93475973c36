// HostScope: what a store handle leads to: a store, and the place in it where the handle begins.
import CEnfold
import Synchronization

/// A store, or a part of one, as its host sees it.
///
/// The handle that `enfold_store_open` gives leads to the *root*: pointers and actions are the store's own. Another
/// scope has a prefix, which its pointers continue, and may have a template, which its actions are put into. Both are
/// composed when the scope is made, so that a scope inside others costs what one scope costs.
///
/// A scope keeps the object of its store alive, but not the store open: closing the store closes its scopes.
final class HostScope: Handled {
  static var kind: HandleKind { .store }
  var handle: UInt64 = 0

  let store: HostStore
  let isRoot: Bool
  /// Where its pointers begin: a JSON Pointer of the store, empty for the store itself.
  let prefix: [UInt8]
  /// How many tokens that has.
  private let tokenCount: Int
  /// What its actions are put into; nil: they are the store's own.
  let template: ScopeTemplate?

  /// Set when closing begins; of a root: never, its store knows.
  let isClosing = Atomic<Bool>(false)
  /// The handles of the subscriptions made through it; nobody asks a root. Guarded by the store's lock.
  @exclusivity(unchecked) var subscriptions: Set<UInt64> = []

  /// The root.
  init(_ store: HostStore) {
    self.store = store
    isRoot = true
    prefix = []
    tokenCount = 0
    template = nil
  }

  private init(_ store: HostStore, prefix: [UInt8], template: ScopeTemplate?) {
    self.store = store
    isRoot = false
    self.prefix = prefix
    tokenCount = prefix.withUnsafeBytes(countTokens)
    self.template = template
  }

  /// Makes a scope inside this one and gives it a handle.
  func open(
    at pointer: UnsafeRawBufferPointer?, action: UnsafeRawBufferPointer?
  ) throws(RuntimeError) -> UInt64 {
    var template = template
    if let action {
      let composed = try ScopeTemplate(action, inside: template, limits: store.runtime.options.limits)
      template = composed.isEmpty ? nil : composed
    }
    var prefix = prefix
    if let pointer, pointer.count > 0 {
      try check(pointer)
      prefix += pointer
      try store.checkPossible(prefix, startingAt: self.prefix.count)
    }
    return try store.open(HostScope(store, prefix: prefix, template: template))
  }

  /// Closes it; its handle is closed already.
  func close() {
    if isRoot { store.close() } else { store.close(self) }
  }

  // MARK: Pointers

  /// Refuses what would change its meaning behind a prefix, what is too long, and what leads deeper than any value that
  /// is accepted from outside.
  private func check(_ pointer: UnsafeRawBufferPointer) throws(RuntimeError) {
    guard pointer[0] == UInt8(ascii: "/") else {
      throw RuntimeError(ENFOLD_BAD_POINTER, "a JSON Pointer is empty or begins with '/'", offset: 0)
    }
    let limits = store.runtime.options.limits
    guard UInt64(prefix.count) + UInt64(pointer.count) <= limits.bytes else {
      throw RuntimeError(ENFOLD_LIMIT, "the pointer from the store to this place is longer than \(limits.bytes) bytes")
    }
    let count = UInt64(tokenCount) + UInt64(countTokens(pointer))
    let depth = limits.json.depth
    guard count <= UInt64(depth) else {
      let place = prefix.isEmpty ? "the pointer" : "the pointer from the store to this place"
      throw RuntimeError(ENFOLD_LIMIT, "\(place) has \(count) tokens; at most \(depth) are allowed")
    }
  }

  /// A pointer of this scope as one of the store, NUL-terminated. To be deallocated.
  func joined(_ pointer: UnsafeRawBufferPointer?) throws(RuntimeError) -> UnsafeMutableBufferPointer<CChar> {
    let count = pointer?.count ?? 0
    if count > 0, let pointer { try check(pointer) }
    let result = UnsafeMutableBufferPointer<CChar>.allocate(capacity: prefix.count + count + 1)
    let bytes = UnsafeMutableRawBufferPointer(result)
    bytes.copyBytes(from: prefix)
    if let pointer { UnsafeMutableRawBufferPointer(rebasing: bytes[prefix.count...]).copyMemory(from: pointer) }
    bytes[prefix.count + count] = 0
    return result
  }

  /// Calls `body` with a pointer of this scope as one of the store. An error's offset becomes one in `pointer` again.
  @inline(__always)
  func withStorePointer<R>(
    _ pointer: UnsafeRawBufferPointer?, _ body: (UnsafeRawBufferPointer?) throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    if prefix.isEmpty {
      if let pointer, pointer.count > 0 { try check(pointer) }
      return try body(pointer)
    }
    let joined = try joined(pointer)
    defer { joined.deallocate() }
    do throws(RuntimeError) {
      return try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(joined)[..<(joined.count - 1)]))
    } catch let error {
      throw error.movedBack(by: prefix.count)
    }
  }
}

/// How many tokens a JSON Pointer has.
private func countTokens(_ pointer: UnsafeRawBufferPointer) -> Int {
  pointer.reduce(0) { $0 + ($1 == UInt8(ascii: "/") ? 1 : 0) }
}
