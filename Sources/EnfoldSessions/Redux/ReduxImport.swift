// ReduxImport: reads what Redux DevTools have exported.
import EnfoldJSON

/// A file of Redux DevTools.
public enum ReduxImport {
  /// Reads a lifted state: actions with their states.
  public static func liftedState(_ path: String) throws(SessionError) -> ImportedSession {
    var session = ImportedSession(path, format: "redux-devtools")
    let (content, place, _) = try content(of: path, session)
    if case .array = content {
      throw session.impossible("this is a list of actions without states; --from redux-actions reads it", at: place)
    }
    try LiftedState(content, place).read(into: &session)
    return session
  }

  /// Reads a list of actions.
  public static func actions(_ path: String) throws(SessionError) -> ImportedSession {
    var session = ImportedSession(path, format: "redux-actions")
    let (content, place, state) = try content(of: path, session)
    guard case .array(let actions) = content else {
      let isLifted = content["actionsById"] != nil
      throw session.impossible(
        isLifted
          ? "this is a lifted state; --from redux-devtools reads it"
          : "this is \(shown(content)), not an array of actions",
        at: place)
    }
    session.first = state
    if let state { session.noteValues(of: state, at: JSONPath(tokens: ["preloadedState"])) }
    for (index, action) in actions.enumerated() {
      try session.add(action, at: place.appending(String(index)))
    }
    return session
  }

  /// The value, where it is, and the state before it: a file may have both as texts inside of JSON.
  private static func content(
    of path: String, _ session: ImportedSession
  ) throws(SessionError) -> (content: JSONValue, place: JSONPath, state: JSONValue?) {
    let whole = try parsed(try SessionFile.text(of: path), session, .root)
    guard let payload = whole["payload"] else { return (whole, .root, nil) }
    func inner(_ key: String, _ value: JSONValue) throws(SessionError) -> JSONValue {
      let place = JSONPath(tokens: [key])
      guard case .string(let text) = value else {
        throw session.impossible("this is \(shown(value)); a text of JSON is needed", at: place)
      }
      return try parsed(text, session, place)
    }
    let actions = try inner("payload", payload)
    guard let state = whole["preloadedState"] else { return (actions, JSONPath(tokens: ["payload"]), nil) }
    return (actions, JSONPath(tokens: ["payload"]), try inner("preloadedState", state))
  }

  private static func parsed(
    _ text: String, _ session: ImportedSession, _ place: JSONPath
  ) throws(SessionError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: text, limits: SessionFile.limits)
    } catch {
      throw session.impossible(
        "this is no JSON: \(error.message), at byte \(error.offset + 1)", at: place.isEmpty ? nil : place)
    }
  }
}

extension ImportedSession {
  /// Adds an action of Redux.
  ///
  /// - Parameter state: the one behind it; nil: the file does not have it.
  mutating func add(
    _ action: JSONValue, state: JSONValue? = nil, time: Int64? = nil, about: JSONValue? = nil, at place: JSONPath
  ) throws(SessionError) {
    do throws(ReduxProblem) {
      let origin = try ReduxAction.origin(of: action)
      if let loss = origin.loss { note(loss) }
      steps.append(
        Step(
          kind: origin.kind, action: origin.action, patch: origin.patch, state: state, place: place, time: time,
          about: about))
    } catch {
      throw impossible(error.message, at: error.place.reduce(place) { $0.appending($1) })
    }
    noteValues(of: action, at: place)
  }

  /// Notes values that are not what they were.
  mutating func noteValues(of value: JSONValue, at place: JSONPath) {
    if let found = value.firstRedacted(at: place) {
      note("a value is redacted, the first one at \"\(noted("redacted", found))\"")
    }
    if let found = value.first("$jsan", at: place) {
      note("a value that JSON does not have stays an object with $jsan, the first one at \"\(noted("$jsan", found))\"")
    }
  }

  /// The first place of which this was said.
  private mutating func noted(_ what: String, _ place: JSONPath) -> JSONPath {
    if let first = firstPlaces[what] { return first }
    firstPlaces[what] = place
    return place
  }
}

extension JSONValue {
  /// The pointer of the first object with this key; nil if there is none.
  fileprivate func first(_ key: String, at path: JSONPath) -> JSONPath? {
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = element.first(key, at: path.appending(String(index))) { return found }
      }
    case .object(let object):
      if object[key] != nil { return path }
      for member in object.members {
        if let found = member.value.first(key, at: path.appending(member.key)) { return found }
      }
    default: break
    }
    return nil
  }
}
