// Store: an open store of a feature.
import CEnfold
import EnfoldJSON
import EnfoldSchemas

/// One event of an observer, or of an observer of actions.
struct Event {
  let flags: UInt32
  let revision: UInt64
  let pointer: String
  /// JSON; nil where nothing is.
  let value: String?
  /// RFC 6902, as JSON.
  let patch: String?
  /// JSON.
  let action: String?

  var isInitial: Bool { flags & UInt32(ENFOLD_INITIAL) != 0 }
  var isRemoved: Bool { flags & UInt32(ENFOLD_REMOVED) != 0 }
  var isClosed: Bool { flags & UInt32(ENFOLD_CLOSED) != 0 }
  var isMutation: Bool { flags & UInt32(ENFOLD_MUTATION) != 0 }

  fileprivate init(_ event: enfold_event) {
    flags = event.flags
    revision = event.revision
    pointer = string(event.pointer, event.pointer_length)
    value = event.value.map { string($0, event.value_length) }
    patch = event.patch.map { string($0, event.patch_length) }
    action = event.action.map { string($0, event.action_length) }
  }
}

/// An open store. It is closed with its runtime.
struct Store {
  let handle: enfold_store

  /// Sends an action. It is reduced, and observers are called, before this returns, unless the store is held.
  func send(_ action: UnsafeRawBufferPointer) throws(Failure) {
    let start = action.baseAddress?.assumingMemoryBound(to: CChar.self)
    try call { enfold_store_send(handle, start, action.count, nil, $0) }
  }

  func send(_ action: String) throws(Failure) {
    try call { enfold_store_send(handle, action, action.utf8.count, nil, $0) }
  }

  func state(at pointer: String = "") throws(Failure) -> String {
    try text { enfold_store_state(handle, pointer, nulTerminated, $0, $1) }
  }

  func set(_ value: JSONValue, at pointer: String) throws(Failure) {
    try call { enfold_store_set(handle, pointer, nulTerminated, value.json, nulTerminated, nil, 0, $0) }
  }

  func restore(_ state: String) throws(Failure) { try call { enfold_store_restore(handle, state, nulTerminated, $0) } }

  /// Holds the store, or releases it.
  func hold(_ isOn: Bool) throws(Failure) { try call { enfold_store_hold(handle, isOn ? 1 : 0, $0) } }

  /// Lets the store, which is held, take the first thing that is kept back. False: nothing is.
  func step() throws(Failure) -> Bool {
    var done: UInt32 = 0
    try call { enfold_store_step(handle, &done, $0) }
    return done != 0
  }

  /// Adds a breakpoint and returns its number, or removes breakpoints: `enfold_store_break`.
  @discardableResult func changeBreakpoints(_ options: JSONValue) throws(Failure) -> UInt64 {
    var number: UInt64 = 0
    do throws(Failure) {
      try call { enfold_store_break(handle, options.json, nulTerminated, &number, $0) }
    } catch {
      // It would count in the options, which nobody has typed.
      var failure = error
      failure.offset = nil
      throw failure
    }
    return number
  }

  func revision() throws(Failure) -> UInt64 {
    var revision: UInt64 = 0
    try call { enfold_store_revision(handle, &revision, $0) }
    return revision
  }

  /// Observes the value at a pointer until the store is closed.
  func observe(
    _ pointer: String, patches: Bool, action: Bool = false, initial: Bool = true, filter: String = "distinct",
    _ body: @escaping (Event) -> Void
  ) throws(Failure) {
    let options: JSONValue = [
      "patch": .bool(patches), "value": .bool(!patches), "action": .bool(action), "initial": .bool(initial),
      "filter": .string(filter),
    ]
    let user = Box<Event>(body)
    try call {
      enfold_store_observe(
        handle, pointer, nulTerminated, options.json, nulTerminated, Self.receive, user.retained, Box<Event>.release,
        nil, $0)
    }
  }

  /// Observes each action, and each mutation of a reactor, until the store is closed.
  func observeActions(_ body: @escaping (Event) -> Void) throws(Failure) {
    let user = Box<Event>(body)
    try call {
      enfold_store_observe_actions(
        handle, "{\"mutations\":true}", nulTerminated, Self.receive, user.retained, Box<Event>.release, nil, $0)
    }
  }

  private static let receive: enfold_observer_fn = { user, event in
    guard let event = event?.pointee, event.flags & UInt32(ENFOLD_CLOSED) == 0 else { return }
    Box<Event>.call(user, Event(event))
  }
}
