// LiftedState: what Redux DevTools keep of a store, read for an import.
import EnfoldJSON

struct LiftedState {
  private let value: JSONValue
  private let place: JSONPath

  init(_ value: JSONValue, _ place: JSONPath) { (self.value, self.place) = (value, place) }

  func read(into session: inout ImportedSession) throws(SessionError) {
    guard case .object(let actions)? = value["actionsById"] else {
      throw session.impossible("this has no object \"actionsById\", so it is no lifted state", at: place)
    }
    guard let staged = value["stagedActionIds"]?.array else {
      throw session.impossible("this has no array \"stagedActionIds\", so it is no lifted state", at: place)
    }
    let states = value["computedStates"]?.array ?? []
    let skipped = Set(value["skippedActionIds"]?.array?.compactMap(\.natural) ?? [])
    var seen: Set<UInt64> = []
    session.first = value["committedState"]
    for (index, id) in staged.enumerated() {
      let idPlace = place.appending("stagedActionIds").appending(String(index))
      guard let number = id.natural else { throw session.impossible("\(shown(id)) is no id", at: idPlace) }
      guard seen.insert(number).inserted else { throw session.impossible("the id \(number) comes twice", at: idPlace) }
      guard let lifted = actions[String(number)] else {
        throw session.impossible("actionsById has no \(number)", at: idPlace)
      }
      let state = index < states.count ? states[index] : nil
      if index == 0, lifted["action"]?["type"] == "@@INIT" {
        begin(lifted, state, &session)
      } else if skipped.contains(number) {
        session.note("a skipped action was left out")
      } else {
        try add(lifted, number, state, index, &session)
      }
    }
    noteRest(actions, staged, &session)
  }

  /// The beginning of the store.
  private func begin(_ lifted: JSONValue, _ computed: JSONValue?, _ session: inout ImportedSession) {
    (session.time, session.about) = (Self.time(lifted), lifted["enfold"])
    if let state = computed?["state"] { session.first = state }
    if let state = session.first {
      session.noteValues(of: state, at: place.appending("computedStates").appending("0").appending("state"))
    }
  }

  private func add(
    _ lifted: JSONValue, _ id: UInt64, _ computed: JSONValue?, _ index: Int, _ session: inout ImportedSession
  ) throws(SessionError) {
    let here = place.appending("actionsById").appending(String(id))
    guard lifted["type"] == "PERFORM_ACTION", let action = lifted["action"] else {
      throw session.impossible("an entry is an object with the type PERFORM_ACTION and an action", at: here)
    }
    let time = Self.time(lifted)
    if time == nil { session.note("an action has no time; it got that of the one before") }
    if let stack = lifted["stack"], stack != .null { session.note("a call stack was left out") }
    let computedPlace = place.appending("computedStates").appending(String(index))
    if let error = computed?["error"], error != .null {
      session.note("an action failed: \(error.text.isEmpty ? shown(error) : error.text)")
    }
    let state = computed?["state"]
    if let state { session.noteValues(of: state, at: computedPlace.appending("state")) }
    try session.add(action, state: state, time: time, about: lifted["enfold"], at: here.appending("action"))
  }

  /// What else is not taken over.
  private func noteRest(_ actions: JSONObject, _ staged: [JSONValue], _ session: inout ImportedSession) {
    for _ in 0..<max(actions.count - staged.count, 0) {
      session.note("an action that is not in stagedActionIds was left out")
    }
    if let current = value["currentStateIndex"]?.natural, current + 1 != UInt64(staged.count), !staged.isEmpty {
      session.note("the tool showed the state \(current) of \(staged.count - 1); a session ends with its last one")
    }
  }

  /// When it was, in nanoseconds since 1970. An export of Enfold has written that more exactly.
  private static func time(_ lifted: JSONValue) -> Int64? {
    let milliseconds: Int64? =
      switch lifted["timestamp"] {
      case .integer(let number)? where number >= 0 && number < 9_000_000_000_000: number
      case .double(let number)? where number >= 0 && number < 9e12: Int64(number)
      default: nil
      }
    guard let milliseconds else { return nil }
    if let exact = lifted["enfold"]?["time"].flatMap({ nanoseconds($0.text) }), exact / 1_000_000 == milliseconds {
      return exact
    }
    return milliseconds * 1_000_000
  }
}
