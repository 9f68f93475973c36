// FeatureCheck: what `enfold check` expects of each feature.
import CEnfold
import EnfoldJSON

enum FeatureCheck {
  struct Step {
    let name: String
    let run: (Runtime, Feature) throws(Failure) -> Void
  }

  static var steps: [Step] {
    [
      Step(name: "has schemas that can be read") { (_, feature) throws(Failure) in
        _ = try schema(feature, "state")
        _ = try schema(feature, "action")
      },
      Step(name: "opens in the test environment") { (runtime, feature) throws(Failure) in
        _ = try runtime.open(fullName(feature)).state()
      },
      Step(name: "has a first state that fits its schema") { (runtime, feature) throws(Failure) in
        let state = try runtime.open(fullName(feature)).state()
        if let error = try schema(feature, "state").check(state) {
          throw Failure("\(error.message); the state is \(state)")
        }
      },
      Step(name: "opens with its first state and has it then") { (runtime, feature) throws(Failure) in
        let first = try runtime.open(fullName(feature)).state()
        let second = try runtime.open(fullName(feature), state: first).state()
        guard first != second, (try? JSONValue(parsing: first)) != (try? JSONValue(parsing: second)) else { return }
        throw Failure("given \(first) it has \(second)")
      },
      Step(name: "refuses an action that it does not have") { (runtime, feature) throws(Failure) in
        let store = try runtime.open(fullName(feature))
        do throws(Failure) {
          try store.send("{\"enfold check\":0}")
        } catch {
          return
        }
        throw Failure("it has taken {\"enfold check\":0}")
      },
    ]
  }

  private static func fullName(_ feature: Feature) -> String { "\(feature.plugin)/\(feature.name)" }

  private static func schema(_ feature: Feature, _ part: String) throws(Failure) -> SchemaCheck {
    do {
      return try SchemaCheck(parsing: (feature.json[part] ?? .null).json)
    } catch {
      throw Failure("the schema of the \(part): \(error.message)")
    }
  }
}
