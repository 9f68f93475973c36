// CommitEncoder: turns what changed and is observed into an enfold_commit.
import CEnfold
import Enfold

/// What the host wants to be told about one pointer.
@usableFromInline struct Interest {
  @usableFromInline let id: UInt64
  @usableFromInline let path: JSONPath
  /// The bits of a change record that concern it.
  @usableFromInline let mask: UInt64
  private let flags: UInt32

  @usableFromInline
  init<State: ObservableState>(id: UInt64, path: JSONPath, flags: UInt32, in type: State.Type) {
    self.id = id
    self.path = path
    self.flags = flags
    mask = path.first.flatMap { State._$propertyIndex(of: $0) }.map(ChangeRecord.mask) ?? .max
  }

  @usableFromInline var wantsInitial: Bool { flags & ENFOLD_INTEREST_INITIAL != 0 }
  @usableFromInline var wantsValue: Bool { flags & ENFOLD_INTEREST_VALUE != 0 }
  @usableFromInline var wantsPatch: Bool { flags & ENFOLD_INTEREST_PATCH != 0 }
  @usableFromInline var wantsAction: Bool { flags & ENFOLD_INTEREST_ACTION != 0 }
  @usableFromInline var isRaw: Bool { flags & ENFOLD_INTEREST_RAW != 0 }
}

/// Collects the changes of one commit for the interests of a store, and delivers them.
///
/// Values are encoded while the commit is made, into one buffer that is used again and again. Without interests nothing
/// is encoded, and the change records are left as they are until the first interest comes.
@usableFromInline struct CommitEncoder<State: ObservableState, Action: JSONEncodable>: ~Copyable {
  @usableFromInline var stamps: StampSource
  /// The stamp of the last commit: a state with another one was replaced as a whole.
  @usableFromInline var stamp: UInt64
  @usableFromInline var interests: [Interest] = []
  @usableFromInline var texts = JSONWriter()
  @usableFromInline let changes = GrowableBuffer<Change>()
  @usableFromInline var action: Range<Int>?
  @usableFromInline var revision: UInt64 = 0
  private let records = GrowableBuffer<enfold_change>()

  /// A change whose texts are in the buffer, each followed by a NUL.
  @usableFromInline struct Change: BitwiseCopyable {
    let interest: UInt64
    let flags: UInt32
    let pointer: TextRange
    let value: TextRange

    @usableFromInline init(interest: UInt64, flags: UInt32, pointer: TextRange, value: TextRange) {
      self.interest = interest
      self.flags = flags
      self.pointer = pointer
      self.value = value
    }
  }

  /// - Parameter state: the state of a new store.
  @usableFromInline
  init(adopting state: inout State) {
    stamps = StampSource(store: storeNumbers.next())
    state._$adopt(&stamps)
    stamp = state._$changes.stamp
  }

  /// Collects what the commit changed. True if somebody is to be told.
  @inlinable
  mutating func collect(_ state: inout State, _ revision: UInt64, _ action: Action) -> Bool {
    if interests.isEmpty { return false }
    let isReplaced = state._$changes.stamp != stamp
    let written = isReplaced ? .max : state._$changes.bits
    start(revision)
    var wantsAction = false
    for interest in interests where written & interest.mask != 0 || interest.isRaw {
      let isChanged = written & interest.mask != 0
      let isPatched = interest.wantsPatch && isChanged
      if interest.wantsValue || !isPatched { add(interest, state, flags: isChanged ? ENFOLD_CHANGED : 0) }
      if isPatched { addOperations(interest, state, written, isReplaced: isReplaced) }
      wantsAction = wantsAction || interest.wantsAction
    }
    if written != 0 { settle(&state, isReplaced: isReplaced) }
    if wantsAction {
      let start = texts.count
      action.writeJSON(to: &texts)
      self.action = start..<texts.count
      texts.raw(0)
    }
    return changes.count > 0
  }

  /// Takes up an interest. True if it is to be told the value now.
  @usableFromInline
  mutating func begin(_ interest: Interest, _ state: inout State, _ revision: UInt64) -> Bool {
    if interests.isEmpty { settle(&state, isReplaced: state._$changes.stamp != stamp) }
    interests.append(interest)
    guard interest.wantsInitial else { return false }
    start(revision)
    add(interest, state, flags: ENFOLD_INITIAL)
    return true
  }

  @usableFromInline
  mutating func end(_ interest: UInt64) { interests.removeAll { $0.id == interest } }

  @inlinable
  mutating func start(_ revision: UInt64) {
    texts.removeAll()
    changes.removeAll()
    action = nil
    self.revision = revision
  }

  /// The records are clean again, and name this commit.
  @inlinable
  mutating func settle(_ state: inout State, isReplaced: Bool) {
    if isReplaced { state._$adopt(&stamps) } else { state._$commit(&stamps) }
    stamp = state._$changes.stamp
  }

  /// Adds the value at an interest's pointer.
  @inlinable
  mutating func add(_ interest: Interest, _ state: State, flags: UInt32) {
    let start = texts.count
    let isThere = state.writeJSON(at: interest.path, to: &texts)
    let end = texts.count
    texts.raw(0)
    changes.append(
      Change(
        interest: interest.id, flags: isThere ? flags : flags | ENFOLD_REMOVED, pointer: TextRange(end, end),
        value: isThere ? TextRange(start, end) : .none))
  }

  /// Adds the operations below an interest's pointer: the written properties of the state, or the whole value there.
  @usableFromInline
  mutating func addOperations(_ interest: Interest, _ state: State, _ written: UInt64, isReplaced: Bool) {
    let names = State._$propertyNames
    guard interest.path.isEmpty, !isReplaced, !names.isEmpty else {
      return addOperation(interest, state, at: interest.path, pointer: "")
    }
    for (index, name) in names.enumerated() where written & ChangeRecord.mask(index) != 0 {
      let path = JSONPath(tokens: [name])
      addOperation(interest, state, at: path, pointer: path.pointer)
    }
  }

  private mutating func addOperation(_ interest: Interest, _ state: State, at path: JSONPath, pointer: String) {
    let start = texts.count
    for byte in pointer.utf8 { texts.raw(byte) }
    let middle = texts.count
    texts.raw(0)
    let isThere = state.writeJSON(at: path, to: &texts)
    let end = texts.count
    texts.raw(0)
    changes.append(
      Change(
        interest: interest.id, flags: ENFOLD_CHANGED | ENFOLD_CHANGE_OPERATION, pointer: TextRange(start, middle),
        value: isThere ? TextRange(middle + 1, end) : .none))
  }

  /// Tells the host.
  @usableFromInline
  mutating func deliver(to host: PluginHost) {
    let base = UnsafeRawPointer(texts.baseAddress).assumingMemoryBound(to: CChar.self)
    records.removeAll()
    for index in 0..<changes.count {
      let change = changes[index]
      records.append(
        enfold_change(
          interest: change.interest, op: change.value.isNone ? ENFOLD_OP_REMOVE : ENFOLD_OP_REPLACE,
          flags: change.flags, pointer: base + change.pointer.start, pointer_length: change.pointer.count,
          value: change.value.isNone ? nil : base + change.value.start, value_length: change.value.count))
    }
    var commit = enfold_commit(
      struct_size: UInt32(MemoryLayout<enfold_commit>.size), flags: 0, revision: revision,
      action: action.map { base + $0.lowerBound }, action_length: action?.count ?? 0,
      changes: UnsafePointer(records.start), change_count: records.count)
    host.commit(&commit)
  }
}

/// A stretch of the text buffer, or none.
@usableFromInline struct TextRange: BitwiseCopyable {
  let start: Int
  let count: Int

  @usableFromInline init(_ start: Int, _ end: Int) {
    self.start = start
    count = end - start
  }

  @usableFromInline static var none: TextRange { TextRange(-1, -1) }
  var isNone: Bool { start < 0 }
}
