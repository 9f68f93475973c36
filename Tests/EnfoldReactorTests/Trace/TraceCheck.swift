// TraceCheck: compares what the stores of a random program have told with what the model knows.
import Enfold

struct TraceCheck {
  private let program: TraceProgram
  private let told: [[ToldEntry]]
  /// What is wrong.
  private(set) var problems: [String] = []
  /// The commits of the actions.
  private var revisions: [Int: UInt64] = [:]
  private var actions: [[UInt64: Int]]
  /// The task of everything that an action from outside has caused.
  private var tasks: [Int: UInt64] = [:]
  private var mutations: [Int: Int] = [:]
  /// The actions whose effects have asked, by the numbers of the requests, and how often each was answered.
  private var asked: [UInt64: Int] = [:]
  private var answers: [UInt64: Int] = [:]
  /// How many effects have begun and ended, by their names.
  private var begun: [String: Int] = [:]
  private var ended: [String: Int] = [:]

  init(_ program: TraceProgram, _ told: [[ToldEntry]]) {
    (self.program, self.told) = (program, told)
    actions = Array(repeating: [:], count: told.count)
    for store in told.indices { checkEntries(of: store) }
    checkTasks()
    for store in told.indices { checkShared(in: store) }
    for fact in program.facts.values { checkPlan(fact) }
    for (request, plan) in asked {
      let count = answers[request] ?? 0
      require(count == 1, "request \(request) of \(plan) has \(count) answers")
    }
  }

  private mutating func require(_ isRight: Bool, _ what: @autoclosure () -> String) {
    if !isRight { problems.append(what()) }
  }

  // MARK: One entry after the other

  private mutating func checkEntries(of store: Int) {
    var last: UInt64 = 0
    for entry in told[store] {
      if entry.kind.isCommit {
        require(entry.revision == last + 1, "store \(store): revision \(entry.revision) is told after \(last)")
        last = entry.revision
      }
      require(entry.cause <= last, "store \(store): \(entry.entry) is told before its cause")
      switch entry.kind {
      case .action: checkAction(entry, store)
      case .mutation: checkCaused(entry, store) { $0.mutations[$1, default: 0] += 1 }
      case .effectBegan, .effectEnded: checkEffect(entry, store)
      case .request, .answer: checkRequest(entry, store)
      case .shared: require(entry.task == 0 && entry.cause == 0 && entry.plan == nil, "\(entry.entry) has a cause")
      default: require(false, "nothing has caused \(entry.entry)")
      }
    }
  }

  private mutating func checkAction(_ entry: ToldEntry, _ store: Int) {
    guard let plan = entry.plan, let fact = program.facts[plan.id] else {
      return require(false, "\(entry.entry): no action")
    }
    require(fact.store == store, "action \(plan.id) is told by store \(store)")
    require(revisions[plan.id] == nil, "action \(plan.id) is told twice")
    (revisions[plan.id], actions[store][entry.revision]) = (entry.revision, plan.id)
    let cause = fact.cause.map { revisions[$0.id] ?? .max } ?? 0
    require(entry.cause == cause, "action \(plan.id): cause \(entry.cause) instead of \(cause)")
    require(entry.effect == nil && entry.row == nil, "action \(plan.id): \(entry.entry)")
    checkOrigin(entry, fact)
  }

  /// The tag and the task.
  private mutating func checkOrigin(_ entry: ToldEntry, _ fact: TraceProgram.Fact) {
    require(
      entry.tag == fact.tag,
      "\(entry.kind) of \(fact.plan.id): tag \(entry.tag ?? "none") instead of \(fact.tag ?? "none")")
    let task = tasks[fact.root] ?? entry.task
    require(entry.task == task && task > 0, "\(entry.kind) of \(fact.plan.id): task \(entry.task) instead of \(task)")
    tasks[fact.root] = task
  }

  /// An entry of something that the commit of its action has caused.
  private mutating func checkCaused(_ entry: ToldEntry, _ store: Int, count: (inout Self, _ plan: Int) -> Void) {
    guard let plan = entry.plan, let fact = program.facts[plan.id] else {
      return require(false, "\(entry.entry): no action")
    }
    let revision = revisions[plan.id] ?? .max
    require(
      fact.store == store && entry.cause == revision,
      "\(entry.kind) of \(plan.id) in store \(store): cause \(entry.cause) instead of \(revision)")
    checkOrigin(entry, fact)
    count(&self, plan.id)
  }

  private mutating func checkEffect(_ entry: ToldEntry, _ store: Int) {
    let name = entry.effect?.name ?? ""
    let words = name.split(separator: " ")
    guard let word = words.first, let role = TracePlan.Role(rawValue: String(word)), let plan = entry.plan else {
      return require(false, "an effect that nobody has written: \(entry.entry)")
    }
    require(words.last == "\(plan.id)", "effect \(name) is told with action \(plan.id)")
    checkCaused(entry, store) { check, _ in
      if entry.kind == .effectBegan { check.begun[name, default: 0] += 1 } else { check.ended[name, default: 0] += 1 }
    }
    require(check(ended: name) <= check(begun: name), "effect \(name) ends before it begins")
    let row = role == .own || role == .late ? plan.target.row : nil
    require(entry.row == row, "effect \(name): row \(entry.row ?? "none") instead of \(row ?? "none")")
    guard entry.kind == .effectEnded else { return }
    let outcome = plan.effects.first { $0.role == role }?.outcome
    let mayBeCancelled = role == .own && program.removal(of: plan, in: store) != nil
    require(
      entry.outcome == outcome || mayBeCancelled && entry.outcome == .cancelled,
      "effect \(name) has ended: \(entry.outcome)")
  }

  /// An effect asks with the id of its action. The host adds 1, or refuses.
  private mutating func checkRequest(_ entry: ToldEntry, _ store: Int) {
    guard let request = entry.request else { return require(false, "\(entry.entry): no request") }
    if entry.kind == .request {
      require(asked[request.id] == nil && request.outcome == nil, "\(request) is told twice")
      asked[request.id] = request.json.flatMap { Int($0) }
    }
    guard let plan = asked[request.id], let fact = program.facts[plan] else {
      return require(false, "\(request): nobody has asked")
    }
    let revision = revisions[plan] ?? .max
    require(
      fact.store == store && entry.cause == revision,
      "\(entry.kind) of \(plan) in store \(store): cause \(entry.cause) instead of \(revision)")
    checkOrigin(entry, fact)
    guard entry.kind == .answer else { return }
    answers[request.id, default: 0] += 1
    let isRefused = request.name == TraceDesk.refuse
    let isRight =
      isRefused
      ? request.outcome == .failed && request.json == nil && request.message == "no"
      : request.outcome == .finished && request.json == "\(plan + 1)"
    let mayBeCancelled = program.removal(of: fact.plan, in: store) != nil
    require(isRight || mayBeCancelled && request.outcome == .cancelled, "\(request) is the answer to \(plan)")
  }

  private func check(begun name: String) -> Int { begun[name] ?? 0 }
  private func check(ended name: String) -> Int { ended[name] ?? 0 }

  // MARK: When everything was told

  /// What has another root has another task.
  private mutating func checkTasks() {
    for store in told.indices {
      let numbers = tasks.filter { program.facts[$0.key]?.store == store }.values
      require(Set(numbers).count == numbers.count, "store \(store): two tasks have the same number")
    }
  }

  /// Each commit that follows the shared value names the action that wrote it, and that has the same tag.
  private mutating func checkShared(in store: Int) {
    let numbers = told.map { $0.first?.store ?? 0 }
    var writers: Set<Int> = []
    for entry in told[store] {
      require(entry.store == numbers[store], "store \(store) has the numbers \(entry.store) and \(numbers[store])")
      guard entry.kind == .shared else { continue }
      guard let writer = entry.writer, let place = numbers.firstIndex(of: writer.store),
        let id = actions[place][writer.revision], let fact = program.facts[id], fact.plan.write != nil
      else {
        require(
          false,
          "store \(store), revision \(entry.revision): nothing was written by \(String(describing: entry.writer))")
        continue
      }
      require(writers.insert(id).inserted, "store \(store) follows action \(id) twice")
      require(entry.tag == fact.tag, "store \(store) follows action \(id) with the tag \(entry.tag ?? "none")")
    }
  }

  /// Everything that an action causes was told, and no more.
  private mutating func checkPlan(_ fact: TraceProgram.Fact) {
    let plan = fact.plan
    let cause = fact.cause.map { revisions[$0.id] != nil } ?? true
    let revision = revisions[plan.id]
    require(!cause || revision != nil || !program.isCertain(fact), "action \(plan.id) is not told")
    require(cause || revision == nil, "action \(plan.id) is told without its cause")
    let removal = program.removal(of: plan, in: fact.store).flatMap { revisions[$0] }
    if let removal, let revision, fact.cause?.role == .own {
      require(revision < removal, "action \(plan.id) is reduced after its row was removed")
    }
    let (commits, expected) = (mutations[plan.id] ?? 0, revision == nil ? 0 : plan.mutationCommits)
    require(commits == expected, "\(commits) mutations of \(plan.id) instead of \(expected)")
    for (role, count, _) in plan.effects {
      let name = TraceWorld.name(role, plan)
      let (begun, ended) = (check(begun: name), check(ended: name))
      require(begun == ended, "effect \(name): \(begun) have begun, \(ended) have ended")
      let isGone = role == .own && removal.map { $0 < revision ?? 0 } ?? false
      let expected = revision == nil || isGone ? 0 : count
      let mayBeFewer = role == .own && removal != nil && !plan.way.beginsAtOnce
      require(
        begun == expected || mayBeFewer && begun < expected,
        "effect \(name): \(begun) have begun instead of \(expected)")
    }
  }
}
