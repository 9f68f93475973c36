// MutationDesk: the reactors of one state. Before it reduces an action, the store asks them here for mutations.
import Synchronization

/// The reactors of one state: that of the whole store, or that of a child.
///
/// `mutate` reads the last commit, so it cannot run while the state is being changed. The store asks its reactors here,
/// before it reduces an action.
public final class MutationDesk: @unchecked Sendable {
  // Unchecked: only the drainer of the store touches what changes, once the store has been made. Others read `path`,
  // which never changes, and `host` and `sender`, which are written before `isConnected` says so.

  /// The child whose reactors these are; nil if they are those of the whole store.
  let path: ChildPath?
  /// The desk of the whole store; nil if this is that desk.
  @usableFromInline let whole: MutationDesk?
  private let ownSpace: UInt64?
  @exclusivity(unchecked) @usableFromInline var seats: [Seated] = []
  private var children: [any ReactorChildren] = []
  /// How many of the seats have begun.
  private var begun = 0
  /// Whether the child has gone, or the store has closed.
  private(set) var hasEnded = false
  /// Whether there is anything to look after when a commit is done: there are children with reactors, or reactors that
  /// have not begun.
  @exclusivity(unchecked) @usableFromInline var hasChildren = false
  /// The types of the state and the actions here. Nil until the store has been made. A reactor of other types can come
  /// here through an operator that Enfold does not know. It is not asked before its action, but after the action's
  /// commit.
  private var types: DeskTypes?

  /// The commit of each reactor's last action without a mutation, by the reactor's link.
  private var silences: [ObjectIdentifier: UInt64] = [:]

  // Of the desk of the whole store only:

  /// Whether a reactor has come to a child that was there already. Then all children are looked at once more.
  var hasNewSeats = false
  private var isSettling = false

  /// Whether the action that is being reduced has more mutations than the first one. They wait for its commit.
  @exclusivity(unchecked) @usableFromInline package var hasMore = false
  /// Whether a reactor was asked about the action.
  @exclusivity(unchecked) @usableFromInline var hasAsked = false
  /// The mutations that are a part of the action's commit; nil if nobody wants to know them.
  @exclusivity(unchecked) @usableFromInline var noted: [any Sendable]?
  /// The reactor that has transformed the action that is being reduced.
  @exclusivity(unchecked) private var transformer: ObjectIdentifier?
  /// Functions to call when all mutations at hand have been told.
  @exclusivity(unchecked) @usableFromInline var afterTelling: [() -> Void] = []
  /// Functions to call when the effects of the action that is being prepared or reduced have ended.
  @exclusivity(unchecked) @usableFromInline private(set) var afterEnding: [() -> Void] = []
  private weak var host: (any MutationHost)?

  /// How actions reach the store: an `ActionSender` of the type of this desk's actions.
  private var sender: AnyObject?
  private let isConnected = Atomic<Bool>(false)
  /// Whether the reactors wait until they are let go, also when the store has been made.
  private var isHeld = false

  /// A reactor at this desk. Whoever keeps the store's function keeps the reactor alive. Before the reactor goes, it
  /// says so.
  @usableFromInline struct Seated {
    /// Not counted, because counting takes a twentieth of an action. It is safe: before a seat is freed, it calls
    /// ``MutationDesk/forget(_:)``, which removes this.
    @usableFromInline unowned(unsafe) let seat: any MutationSeat
    /// The identity of the seat. It can be read while the seat is being freed.
    let id: ObjectIdentifier
    @usableFromInline let question: Question
    let dependencies: DependencyValues?

    /// Calls the reactor with the dependencies that were bound when its function was made.
    func call(_ body: (any MutationSeat) -> Void) {
      guard let dependencies else { return body(seat) }
      DependencyValues.bind(dependencies) { body(seat) }
    }
  }

  /// How a reactor is asked for its mutations of the action at an address. An object, because a function that lies in an
  /// array is retained while it is called. It need not be retained while it is asked: a desk loses seats only after a
  /// commit and at the end, on the draining thread, and what a reactor sends or closes meanwhile waits until then.
  @usableFromInline final class Question {
    @usableFromInline let ask: (UnsafeRawPointer) -> Void
    init(_ ask: @escaping (UnsafeRawPointer) -> Void) { self.ask = ask }
  }

  /// The desk of a whole store.
  ///
  /// - Parameter space: see ``space``.
  public init(space: UInt64? = nil) {
    path = nil
    whole = nil
    ownSpace = space
  }

  /// The desk of a child.
  init<Action>(of child: ChildToken, in parent: MutationDesk, _ types: DeskTypes, _ sender: ActionSender<Action>?) {
    path = ChildPath(parent.path, child)
    whole = parent.whole ?? parent
    ownSpace = nil
    self.types = types
    self.sender = sender
    isConnected.store(true, ordering: .releasing)
  }

  @inlinable var root: MutationDesk { whole ?? self }

  /// The stores that hear each other's events: those of one runtime of a host. Nil outside of a plugin.
  package var space: UInt64? { root.ownSpace }

  // MARK: Reactors come and go

  /// Takes a reactor. It begins when the store has been made, or when the child is there.
  ///
  /// - Parameter prepare: called before an action is reduced, with its address, on the draining thread and outside of
  ///   the state gate.
  @usableFromInline package func add(_ seat: any MutationSeat, prepare: @escaping (UnsafeRawPointer) -> Void) {
    guard accepts(seat.types) else { return }
    hasChildren = true
    let dependencies = DependencyValues.current?.forLater
    var bound = prepare
    if let dependencies { bound = { action in DependencyValues.bind(dependencies) { prepare(action) } } }
    seats.append(Seated(seat: seat, id: ObjectIdentifier(seat), question: Question(bound), dependencies: dependencies))
    noteReactors()
  }

  /// Whether reactors of these types can be asked here.
  func accepts(_ types: DeskTypes) -> Bool { self.types == nil || self.types == types }

  private func noteReactors() {
    guard isConnected.load(ordering: .relaxed), !root.isSettling else { return }
    root.hasNewSeats = true
    root.host?.noteReactors()
  }

  /// Called when a reactor's place goes: nobody has the store any more, or its function was made for a while only.
  package func forget(_ seat: AnyObject) {
    let id = ObjectIdentifier(seat)
    guard let index = seats.firstIndex(where: { $0.id == id }) else { return }
    seats.remove(at: index)
    if index < begun { begun -= 1 }
  }

  /// Takes an operator that has children with reactors.
  func add(_ children: any ReactorChildren) {
    guard accepts(children.types) else { return }
    self.children.append(children)
    hasChildren = true
    noteReactors()
  }

  /// Called when the store's function was made with a desk. Returns nil if the store needs none: no reactor is here, and nobody
  /// has kept the desk to come later.
  public static func needed(_ desk: consuming MutationDesk) -> MutationDesk? {
    desk.isEmpty && isKnownUniquelyReferenced(&desk) ? nil : desk
  }

  var isEmpty: Bool { seats.isEmpty && children.isEmpty }

  /// Called when the engine of the store has been made.
  @usableFromInline func connect<Action>(_ host: any MutationHost, _ types: DeskTypes, _ sender: ActionSender<Action>) {
    self.types = types
    seats.removeAll { $0.seat.types != types }
    children.removeAll { $0.types != types }
    self.host = host
    self.sender = sender
    isConnected.store(true, ordering: .releasing)
    if !isEmpty, !isHeld { host.noteReactors() }
  }

  /// Lets the reactors wait until ``letGo()``. Called before the store is made.
  package func hold() { isHeld = true }

  /// Called on any thread, when the store has been made.
  package func letGo() { host?.noteReactors() }

  // MARK: For the store, on the draining thread and outside of the state gate

  /// ``settle(in:)`` for the desk of the whole store.
  func settleAll(in state: UnsafeRawPointer) {
    isSettling = true
    settle(in: state)
    isSettling = false
    hasNewSeats = false
  }

  /// Begins the reactors that have not begun, and sees which children have come and gone.
  func settle(in state: UnsafeRawPointer) {
    while begun < seats.count {
      begun += 1
      seats[begun - 1].call { $0.begin() }
    }
    hasChildren = !children.isEmpty
    for child in children { child.settle(in: state) }
  }

  /// Asks the reactors for their mutations of the action at an address.
  @inlinable func prepare(_ action: UnsafeRawPointer) {
    if !seats.isEmpty { root.hasAsked = true }
    // By index: a copy of a seat would retain what it refers to.
    for index in seats.indices {
      Unmanaged.passUnretained(seats[index].question)._withUnsafeGuaranteedRef { $0.ask(action) }
    }
    if hasChildren { prepareChildren(action) }
  }

  @usableFromInline func prepareChildren(_ action: UnsafeRawPointer) { for child in children { child.prepare(action) } }

  /// ``prepare(_:)`` for the desk of the whole store, before the action is reduced.
  ///
  /// - Parameter isNoting: whether somebody wants to know the mutations.
  @inlinable func prepare<Action>(_ action: Action, in state: UnsafeRawPointer, isNoting: Bool) {
    (hasMore, hasAsked) = (false, false)
    if isNoting { noted = [] }
    if hasChildren { beginReactors(in: state) }
    withUnsafePointer(to: action) { prepare(UnsafeRawPointer($0)) }
  }

  /// Begins the reactors of the whole store's state that have not begun.
  @usableFromInline func beginReactors(in state: UnsafeRawPointer) { if begun < seats.count { settleAll(in: state) } }

  /// Calls the functions that wait until all mutations at hand have been told.
  @inlinable func tellAfterwards() { if !afterTelling.isEmpty { tellAllAfterwards() } }

  @usableFromInline func tellAllAfterwards() { for body in exchange(&afterTelling, with: []) { body() } }

  /// Takes out the mutations that are a part of the action's commit.
  func takeNoted() -> [any Sendable] { noted.take() ?? [] }

  /// Takes out the functions that wait for the end of the action's effects.
  func takeAfterEnding() -> [() -> Void] { exchange(&afterEnding, with: []) }

  /// Ends the reactors: the child has gone, or the store has closed.
  func end() {
    hasEnded = true
    for seat in seats { seat.call { $0.end() } }
    for child in children { child.end() }
    seats = []
    children = []
    begun = 0
    hasChildren = false
    silences = [:]
    afterTelling = []
    afterEnding = []
  }

  /// Calls `body`, which reduces an action that a reactor has transformed.
  func transformed(by seat: ObjectIdentifier?, _ body: () -> Void) {
    transformer = seat
    body()
    transformer = nil
  }

  // MARK: For the reactors

  @usableFromInline func noteHere(_ mutation: any Sendable) { noted?.append(mutation) }

  /// Notes that the action that is being prepared or reduced has more mutations than the first one.
  @inlinable package func noteMore() { if let whole { whole.hasMore = true } else { hasMore = true } }

  /// Called for each mutation that is reduced as a part of its action's commit.
  @inlinable package func note(_ mutation: @autoclosure () -> any Sendable) {
    if let whole { whole.noteHere(mutation()) } else if noted != nil { noteHere(mutation()) }
  }

  /// Whether the reactor has transformed the action that is being prepared.
  package func hasTransformed(_ seat: any MutationSeat) -> Bool { root.transformer == ObjectIdentifier(seat) }

  /// Calls the body when all mutations at hand of the action that is being prepared have been told.
  package func afterTelling(_ body: @escaping () -> Void) { root.afterTelling.append(body) }

  /// Calls the body when the effects of the action in preparation have ended, in whatever way, and all their actions were
  /// reduced. Not called if the store closes before.
  package func afterEnding(_ body: @escaping () -> Void) { root.afterEnding.append(body) }

  /// The host, on any thread; nil before the store has been made and when it has gone.
  var connected: (any MutationHost)? {
    let root = root
    return root.isConnected.load(ordering: .acquiring) ? root.host : nil
  }

  /// The state as a reactor sees it.
  package enum SeenState<State> {
    case state(State)
    /// The store or the child has gone.
    case nothing
    /// This thread is reducing the state just now, or is inside `withLock` of a shared value.
    case reducing
  }

  /// A copy of the state of this desk.
  package func look<State>(at _: State.Type) -> SeenState<State> {
    guard let host = connected, types?.state == ObjectIdentifier(State.self) else { return .nothing }
    var state: State?
    let isRead = host.readState { root in
      ChildPath.find(path, in: root) { state = $0.assumingMemoryBound(to: State.self).pointee }
    }
    return isRead ? state.map { .state($0) } ?? .nothing : .reducing
  }

  /// Notes that the next commit is of an action without a mutation of the reactor with this link.
  package func noteSilence(of link: AnyObject) { silences[ObjectIdentifier(link)] = revision &+ 1 }

  /// Whether the present commit is one of those that ``noteSilence(of:)`` has noted for this link.
  package func isSilent(_ link: AnyObject) -> Bool { silences[ObjectIdentifier(link)] == revision }

  /// Whether the store has gone.
  package var isPast: Bool { isConnected.load(ordering: .acquiring) && root.host == nil }

  /// Whether this thread drains the store.
  package var isDrainingHere: Bool { connected?.isDrainingHere ?? false }

  /// Reduces a mutation that belongs to no action, in its turn: when somebody drains.
  package func submit(_ step: MutationStep) { connected?.submit(step, from: self) }

  /// Drains the store, if threads that send drain it themselves.
  package func drain() { connected?.drain() }

  /// Values wait for their time in a stream of a reactor: see ``MutationHost``. Returns a function to call when none waits any more;
  /// nil if there is no store.
  package func beginWait(_ origin: EffectOrigin, early: (@Sendable () -> Void)?) -> (@Sendable () -> Void)? {
    connected?.beginWait(origin, early: early)
  }

  /// Sends an action of this desk's type to the store. False if there is no store. An action that was transformed waits
  /// until somebody drains.
  ///
  /// - Parameters:
  ///   - seat: the reactor that has transformed the action; nil if the action is still to be transformed.
  ///   - ended: called when everything that the action causes has ended.
  package func send<Action: Sendable>(
    _ action: Action, transformedBy seat: ObjectIdentifier? = nil, ended: (@Sendable () -> Void)? = nil
  ) -> Bool {
    guard isConnected.load(ordering: .acquiring) else { return false }
    guard let sender = sender as? ActionSender<Action> else {
      // The desk of the whole store always has a sender, so this is the desk of a child.
      connected?.diagnose(
        Diagnostic(
          level: .error, .childReactor,
          message:
            "dropped: the reactor of a child sent it by itself, and nobody can make an action of the store of it, because "
            + "on the way to the child there is an action that is a property. Write a case: action: \\.child",
          action: Diagnostic.name(of: action), row: path?.row))
      return false
    }
    return sender.send(action, seat, ended)
  }

  /// How a child's actions reach the store.
  ///
  /// - Parameter make: makes an action of this desk's of one of the child's.
  func sender<Action: Sendable, ChildAction: Sendable>(
    of child: ChildToken, _ make: @escaping @Sendable (ChildToken, ChildAction) -> Action
  ) -> ActionSender<ChildAction>? {
    guard let sender = sender as? ActionSender<Action> else { return nil }
    return ActionSender { sender.send(make(child, $0), $1, $2) }
  }

  /// Does some work in its turn, on the draining thread, when the reactors of the whole store's state have begun.
  /// `isOpen` is false if the store has closed meanwhile. Returns false, and does nothing, if there is no store.
  package func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Bool {
    guard let host = connected else { return false }
    return host.doInTurn { isOpen in
      if isOpen { host.beginReactors() }
      work(isOpen)
    }
  }

  /// Calls the body with this desk's state now, in its turn, and after each commit, until the store closes. Returns a
  /// function after which no call begins.
  package func observe<State>(
    _: State.Type, _ body: @escaping (borrowing State) -> Void, closed: @escaping () -> Void
  ) -> (@Sendable () -> Void)? {
    guard let host = connected, types?.state == ObjectIdentifier(State.self) else { return nil }
    let path = path
    let observer = host.observeCommits(
      { root in
        ChildPath.find(path, in: root) { body($0.assumingMemoryBound(to: State.self).pointee) }
      }, closed: closed)
    return { [weak host] in host?.endObserving(observer) }
  }

  /// The number of the last commit.
  package var revision: UInt64 { connected?.revision ?? 0 }
}
