// Random walks through Notes: a naive model has the same state, the same ids and the same running effects after each action.
import EnfoldTesting
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@testable import NotesFeature

/// What Notes does, written down naively.
private struct Model {
  enum Screen: Equatable { case folder(Int), note(Page) }
  struct Page: Equatable {
    var id: Int
    var title: String
    var text: String
    var seconds = 0
    var isReading = false
    var editor: Draft?
    /// The title in the question whether to delete it.
    var asks: String?
  }
  struct Draft: Equatable {
    var title: String
    var text: String
    var drafts = 0
    /// Whether its effect runs: not if it came with a state that was kept.
    var isRunning = true
  }
  enum Front: Equatable { case settings, alert }

  var folders: [(id: Int, parent: Int?, name: String)] = [(0, nil, "Notes")]
  var notes: [(id: Int, folder: Int, title: String, text: String)] = []
  var nextID = 1
  var screens: [(id: Int, screen: Screen)] = []
  var nextScreen = 0
  var front: Front?
  var settings = (sortsByTitle: false, fontSize: 12)

  mutating func push(_ screen: Screen) {
    screens.append((nextScreen, screen))
    nextScreen += 1
  }

  mutating func pop(from id: Int) {
    if let position = screens.firstIndex(where: { $0.id == id }) { screens.removeSubrange(position...) }
  }

  mutating func change(_ id: Int, _ body: (inout Page) -> Void) {
    guard let position = screens.firstIndex(where: { $0.id == id }), case .note(var page) = screens[position].screen
    else { return }
    body(&page)
    screens[position].screen = .note(page)
  }

  func page(_ id: Int) -> Page? {
    if case .note(let page)? = screens.first(where: { $0.id == id })?.screen { page } else { nil }
  }

  /// Goes back to what was kept. What runs goes on if it is there, too; nothing begins, and numbers go on.
  mutating func restore(_ kept: Model) {
    let before = self
    self = kept
    nextScreen = max(before.nextScreen, kept.nextScreen)
    for screen in screens {
      let former = before.page(screen.id)
      change(screen.id) { page in
        page.isReading = former?.isReading ?? false
        page.editor?.isRunning = former?.editor?.isRunning ?? false
      }
    }
  }

  mutating func passSecond() {
    for screen in screens {
      change(screen.id) { page in
        if page.isReading { page.seconds += 1 }
        if page.editor?.isRunning == true { page.editor?.drafts += 1 }
      }
    }
  }

  var running: Int {
    screens.reduce(0) { count, screen in
      guard case .note(let page) = screen.screen else { return count }
      return count + (page.isReading ? 1 : 0) + (page.editor?.isRunning == true ? 1 : 0)
    }
  }

  var json: String {
    func quoted(_ text: String) -> String { JSON.string(text) }
    let folders = folders.map {
      "{\"id\":\($0.id),\"parent\":\($0.parent.map { "\($0)" } ?? "null"),\"name\":\(quoted($0.name))}"
    }
    let notes = notes.map {
      "{\"id\":\($0.id),\"folder\":\($0.folder),\"title\":\(quoted($0.title)),\"text\":\(quoted($0.text))}"
    }
    func dialog(_ title: String, _ message: String?) -> String {
      "{\"title\":\(quoted(title)),\"message\":\(message.map(quoted) ?? "null"),\"buttons\":["
        + "{\"role\":\"destructive\",\"label\":\"Delete\",\"action\":{\"confirmed\":{}}},"
        + "{\"role\":\"cancel\",\"label\":\"Keep\",\"action\":null}]}"
    }
    let screens = screens.map { id, screen in
      switch screen {
      case .folder(let folder): return "{\"id\":\(id),\"state\":{\"folder\":{\"folder\":\(folder)}}}"
      case .note(let page):
        let editor = page.editor.map {
          "{\"title\":\(quoted($0.title)),\"text\":\(quoted($0.text)),\"drafts\":\($0.drafts)}"
        }
        let alert = page.asks.map { dialog("Delete \"\($0)\"?", nil) } ?? "null"
        return "{\"id\":\(id),\"state\":{\"note\":{\"id\":\(page.id),\"title\":\(quoted(page.title)),"
          + "\"text\":\(quoted(page.text)),\"seconds\":\(page.seconds),\"editor\":\(editor ?? "null"),\"alert\":\(alert)}}}"
      }
    }
    let settings = "{\"sortsByTitle\":\(settings.sortsByTitle),\"fontSize\":\(settings.fontSize)}"
    let front =
      switch front {
      case .settings: "{\"settings\":\(settings)}"
      case .alert: "{\"alert\":\(dialog("Delete all notes?", "It cannot be undone."))}"
      case nil: "null"
      }
    return "{\"folders\":[\(folders.joined(separator: ","))],\"notes\":[\(notes.joined(separator: ","))],"
      + "\"nextID\":\(nextID),\"path\":[\(screens.joined(separator: ","))],\"destination\":\(front),"
      + "\"settings\":\(settings)}"
  }
}

/// A store of Notes and its model, to which the same is done.
private struct Walk {
  let clock: TestClock
  let store: StoreOf<Notes>
  var model = Model()
  var random: SeededNumbers
  var kept: [(state: Notes.State, model: Model)] = []
  /// What was done, for the message of a failure.
  var steps: [String] = []

  init(seed: UInt64) {
    let clock = TestClock()
    self.clock = clock
    store = Store(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.clock = clock
    }
    random = SeededNumbers(seed)
    kept = [(store.state, model)]
  }

  private func send(_ json: String) throws { store.send(try JSON.decode(Notes.Action.self, from: json)) }

  /// Sends an action to a screen that may be there.
  private func send(_ json: String, to screen: Int, _ kind: String) throws {
    try send(#"{"path":{"element":{"id":\#(screen),"action":{"\#(kind)":\#(json)}}}}"#)
  }

  mutating func step() async throws {
    let word = ["a", "b\"c", "long enough for the heap", ""][random.below(4)]
    let note = model.notes.isEmpty ? 99 : model.notes[random.below(model.notes.count)].id
    let folder = model.folders[random.below(model.folders.count)].id
    let pages = model.screens.filter { if case .note = $0.screen { true } else { false } }.map(\.id)
    let folderPages = model.screens.map(\.id).filter { !pages.contains($0) }
    let page = pages.isEmpty ? nil : pages[random.below(pages.count)]
    let choice = random.below(20)
    steps.append("\(choice)")
    switch choice {
    case 0:
      try send(#"{"addFolder":{"in":\#(folder),"name":\#(JSON.string(word))}}"#)
      model.folders.append((model.nextID, folder, word))
      model.nextID += 1
    case 1, 2:
      try send(#"{"addNote":{"in":\#(folder)}}"#)
      model.notes.append((model.nextID, folder, "Untitled", ""))
      model.push(.note(Model.Page(id: model.nextID, title: "Untitled", text: "")))
      model.nextID += 1
    case 3:
      try send(#"{"openFolder":\#(folder)}"#)
      model.push(.folder(folder))
    case 4:
      guard let from = folderPages.first else { return }
      try send(#"{"openNote":\#(note)}"#, to: from, "folder")
      guard let found = model.notes.first(where: { $0.id == note }) else { return }
      model.push(.note(Model.Page(id: note, title: found.title, text: found.text)))
    case 5:
      guard let last = model.screens.last else { return }
      try send(#"{"path":{"popFrom":{"id":\#(last.id)}}}"#)
      model.pop(from: last.id)
    case 6:
      guard !model.screens.isEmpty else { return }
      let id = model.screens[random.below(model.screens.count)].id
      try send(#"{"path":{"popFrom":{"id":\#(id)}}}"#)
      model.pop(from: id)
    case 7, 8:
      guard let page else { return }
      try send(#""readTapped""#, to: page, "note")
      model.change(page) { $0.isReading = true }
    case 9, 10:
      guard let page else { return }
      try send(#""editTapped""#, to: page, "note")
      model.change(page) { $0.editor = $0.editor ?? Model.Draft(title: $0.title, text: $0.text) }
    case 11:
      guard let page, model.page(page)?.editor != nil else { return }
      try send(#"{"editor":{"presented":{"binding":{"/text":\#(JSON.string(word))}}}}"#, to: page, "note")
      model.change(page) { $0.editor?.text = word }
    case 12:
      guard let page, let editor = model.page(page)?.editor else { return }
      try send(#"{"editor":{"presented":"saveTapped"}}"#, to: page, "note")
      model.change(page) { ($0.title, $0.text, $0.editor) = (editor.title, editor.text, nil) }
      let id = model.page(page)?.id
      if let place = model.notes.firstIndex(where: { $0.id == id }) {
        (model.notes[place].title, model.notes[place].text) = (editor.title, editor.text)
      }
    case 13:
      guard let page, model.page(page)?.editor != nil else { return }
      try send(
        random.below(2) == 0 ? #"{"editor":{"dismiss":{}}}"# : #"{"editor":{"presented":"cancelTapped"}}"#, to: page,
        "note")
      model.change(page) { $0.editor = nil }
    case 14:
      guard let page else { return }
      try send(#""deleteTapped""#, to: page, "note")
      model.change(page) { $0.asks = $0.title }
    case 15:
      guard let page, let shown = model.page(page), shown.asks != nil else { return }
      if random.below(2) == 0 {
        try send(#"{"alert":{"dismiss":{}}}"#, to: page, "note")
        model.change(page) { $0.asks = nil }
      } else {
        try send(#"{"alert":{"presented":"confirmed"}}"#, to: page, "note")
        model.notes.removeAll { $0.id == shown.id }
        model.pop(from: page)
      }
    case 16:
      switch model.front {
      case nil:
        let isAlert = random.below(2) == 0
        try send(isAlert ? #""clearTapped""# : #""settingsTapped""#)
        model.front = isAlert ? .alert : .settings
      case .settings:
        if random.below(2) == 0 {
          try send(#"{"destination":{"dismiss":{}}}"#)
          model.front = nil
        } else {
          let size = random.below(30)
          try send(#"{"destination":{"presented":{"settings":{"binding":{"/fontSize":\#(size)}}}}}"#)
          model.settings.fontSize = size
        }
      case .alert:
        let confirms = random.below(2) == 0
        try send(#"{"destination":\#(confirms ? #"{"presented":{"alert":"confirmed"}}"# : #"{"dismiss":{}}"#)}"#)
        model.front = nil
        guard confirms else { break }
        model.notes = []
        model.screens.removeAll { if case .note = $0.screen { true } else { false } }
      }
    case 17: kept.append((store.state, model))
    case 18:
      let (state, former) = kept[random.below(kept.count)]
      store.restore(state)
      model.restore(former)
    default:
      // A link: a state from JSON shows the right screens.
      guard let note = model.notes.last else { return }
      let link =
        #"[{"state":{"folder":{"folder":0}}},{"state":{"note":{"id":\#(note.id),"title":"t","text":"","seconds":0,"editor":null,"alert":null}}}]"#
      var state = store.state
      state.path = try JSON.decode(StackState<Notes.Path.State>.self, from: link)
      store.restore(state)
      var linked = model
      linked.screens = [(0, .folder(0)), (1, .note(Model.Page(id: note.id, title: "t", text: "")))]
      model.restore(linked)
      model.nextScreen = max(model.nextScreen, 2)
    }
    steps[steps.count - 1] += "!"
  }

  /// Compares everything, and lets a second pass.
  mutating func check(_ comment: Comment) async {
    await compare(comment)
    guard random.below(3) == 0 else { return }
    await clock.advance(by: .seconds(1))
    model.passSecond()
    await compare(comment)
  }

  /// Effects run on other threads: they are given time to come as far as they can.
  private func compare(_ comment: Comment) async {
    var spins = 0
    while clock.sleeperCount != model.running || JSON.string(store.state) != model.json, spins < 50_000 {
      for _ in 0..<64 { await Task.yield() }
      spins += 1
    }
    #expect(JSON.string(store.state) == model.json, comment)
    #expect(clock.sleeperCount == model.running, comment)
  }
}

/// Random numbers that a seed repeats.
private struct SeededNumbers {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }
  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

@Suite("Walks through Notes") struct NotesWalkTests {
  /// 100, or as many as the environment says: ENFOLD_WALKS=1000.
  static var count: Int {
    guard let text = getenv("ENFOLD_WALKS"), let count = Int(String(cString: text)) else { return 100 }
    return count
  }

  @Test("States, ids and running effects are those of a naive model after each action") func walks() async throws {
    for seed in 0..<Self.count {
      var walk = Walk(seed: UInt64(seed))
      for step in 0..<60 {
        try await walk.step()
        await walk.check("walk \(seed), step \(step): \(walk.steps.joined(separator: " "))")
      }
      walk.store.close()
    }
  }
}
