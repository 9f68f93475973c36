// HostScope: the object behind a store handle: a store, and a place in it.
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import Synchronization

/// A store, or a part of one, as its host sees it.
///
/// The handle that `enfold_store_open` gives leads to the *root*: pointers and actions are the store's own. Any other
/// scope may have a prefix, which is put in front of its pointers, and a template, into which its actions are put. If
/// it is made inside another scope, the prefixes of both become one, and so do the templates. So a scope inside other
/// scopes costs no more than a single one.
///
/// A scope keeps the object of its store alive, but it does not keep the store open: closing the store closes its
/// scopes.
final class HostScope: Handled {
  static var kind: HandleKind { .store }
  var handle: UInt64 = 0

  let store: HostStore
  /// Nil for the root.
  let part: Part?

  /// What a scope has that is not the root.
  final class Part {
    /// Where its pointers begin: a JSON Pointer of the store, empty for the store itself.
    let prefix: [UInt8]
    /// How many tokens the prefix has.
    let tokenCount: Int
    /// The template into which its actions are put; nil if they are the store's own actions.
    let template: ScopeTemplate?
    /// How many bytes of the prefix lead to the feature whose actions the scope sends.
    let featurePlace: Int
    /// Set when closing begins.
    let isClosing = Atomic<Bool>(false)
    /// The handles of the subscriptions that were made through it. Guarded by the store's lock.
    var subscriptions: Set<UInt64> = []
    /// The handles of the callbacks that were made through it. Guarded by the store's lock.
    var callbacks: Set<UInt64> = []

    init(prefix: [UInt8], template: ScopeTemplate?, featurePlace: Int) {
      self.prefix = prefix
      tokenCount = prefix.withUnsafeBytes(countTokens)
      self.template = template
      self.featurePlace = featurePlace
    }
  }

  /// - Parameter part: nil makes the root of the store.
  init(_ store: HostStore, _ part: Part? = nil) {
    self.store = store
    self.part = part
  }

  /// Where its pointers begin; see ``Part``.
  var prefix: [UInt8] { part?.prefix ?? [] }
  /// Whether closing has begun. For the root the store's own `isClosing` says that.
  var isClosing: Bool { part?.isClosing.load(ordering: .acquiring) ?? false }

  /// Makes a scope inside this one and gives it a handle.
  func open(
    at pointer: UnsafeRawBufferPointer?, action: UnsafeRawBufferPointer?
  ) throws(RuntimeError) -> UInt64 {
    var template = part?.template
    if let action {
      let limits = store.runtime.options.limits
      let outer = template
      let composed = try store.redactor.guarding(action, as: .value(actionPlaces)) { () throws(RuntimeError) in
        try ScopeTemplate(action, inside: outer, limits: limits)
      }
      template = composed.isEmpty ? nil : composed
    }
    var prefix = prefix
    if let pointer, pointer.count > 0 {
      try check(pointer)
      prefix += pointer
      try store.checkPossible(prefix, startingAt: self.prefix.count)
    }
    let featurePlace = action == nil ? part?.featurePlace ?? 0 : prefix.count
    return try store.open(HostScope(store, Part(prefix: prefix, template: template, featurePlace: featurePlace)))
  }

  /// Closes the scope, or the store if this is the root. The handle is closed already.
  func close() {
    if let part { store.close(self, part) } else { store.close() }
  }

  // MARK: Pointers

  /// Refuses a pointer that does not begin with '/', because a prefix would change its meaning. Also refuses a pointer that is
  /// too long, or that has more tokens than an accepted value has levels.
  private func check(_ pointer: UnsafeRawBufferPointer) throws(RuntimeError) {
    guard pointer[0] == UInt8(ascii: "/") else {
      throw RuntimeError(ENFOLD_BAD_POINTER, "a JSON Pointer is empty or begins with '/'", offset: 0)
    }
    let limits = store.runtime.options.limits
    guard UInt64(prefix.count) + UInt64(pointer.count) <= limits.bytes else {
      throw RuntimeError(ENFOLD_LIMIT, "the pointer from the store to this place is longer than \(limits.bytes) bytes")
    }
    let count = UInt64(part?.tokenCount ?? 0) + UInt64(countTokens(pointer))
    let depth = limits.json.depth
    let place = prefix.isEmpty ? "the pointer" : "the pointer from the store to this place"
    guard count <= UInt64(depth) else {
      throw RuntimeError(ENFOLD_LIMIT, "\(place) has \(count) tokens; at most \(depth) are allowed")
    }
    guard count <= JSONLimits.freeDepth || count <= UInt64(enfold_stack_depth()) else {
      throw RuntimeError(
        ENFOLD_LIMIT,
        "\(place) has \(count) tokens; the stack of this thread holds \(enfold_stack_depth()): use a thread with more")
    }
  }

  /// Turns a pointer of this scope into one of the store, NUL-terminated. The caller must deallocate it.
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

  /// Turns a pointer of this scope into one of the store and calls `body` with it. The offset of an error is turned
  /// back into one in `pointer`.
  @inline(__always) func withStorePointer<R>(
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
