// Forms: a feature whose state and actions have every form that schemas know. For the tests of typed clients.
import Enfold
import EnfoldPlugin

enum Color: String, CaseIterable, JSONCodable, Sendable {
  case red, deepBlue = "deep blue", `default`, ete = "été", slash = "a/b~\"c\""
}

enum Level: Int, CaseIterable, JSONCodable, Sendable { case low = 1, high = 10 }

@ObservableState struct Point: Equatable {
  var x = 0.0
  var y = 0.0
}

@ObservableState struct Row: Equatable, Identifiable {
  var id: Int
  var name: String = "row"
  var rows: [Row] = []
}

/// A value of one of several cases, which a state has.
@Action enum Mood: Equatable {
  case calm
  case angry(Int)
  case torn(between: Color, and: Color?)
  case moved(Double, Double)
  case mixed(Int, at: Double, Bool = true)
  indirect case hidden(Mood)
}

@Action enum RowAction: Equatable {
  case rename(String)
  case clear
}

struct Forms: Reducer {
  @ObservableState struct State: Equatable {
    var flag = true
    var int8 = Int8.min
    var int16 = Int16.min
    var int32 = Int32.min
    var int64 = Int64.min
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64.max
    var double = 0.1
    var float: Float = 0.5
    var notANumber = Double.nan
    var infinite = -Double.infinity
    var text = "\u{0}\"\\/\u{8}\u{c}\n\r\t\u{1f}é\u{2028}😀"
    var color = Color.deepBlue
    var level = Level.high
    var mood = Mood.calm
    var moods: [Mood] = [
      .angry(1), .torn(between: .red, and: nil), .moved(1, 2), .mixed(1, at: 2, false), .hidden(.calm),
    ]
    var point = Point()
    var noPoint: Point?
    var somePoint: Point? = Point(x: 1, y: 2)
    var noNumber: Int?
    var someText: String? = "text"
    var numbers = [1, 2, 3]
    var maybes: [Int?] = [1, nil]
    var nested = [[1], [], [2, 3]]
    var counts = ["a": 1, "b c": 2]
    var points = ["p/q": Point(x: 3, y: 4)]
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7, rows: [Row(id: 8)])]
    var anything: JSONValue = ["a": [1, nil, "x"]]
    var outcome: Result<Int, ActionError> = .success(1)
    var when = Timestamp(nanosecondsSince1970: 0)
    // Names that languages keep for themselves.
    var `class` = 1
    var from = "from"
    var `default` = true
    var int = 2
    var größe = 3
  }

  @Action enum Action {
    case reset
    case replace(State)
    case setColor(Color)
    case setMood(Mood)
    case setUInt64(UInt64)
    case move(Int, Int)
    case place(Int, at: Double, Bool = true)
    case rename(from: String, class: String, size: Int = 5, note: String? = nil)
    case setPoint(Point?)
    case setCounts([String: Int])
    case `import`(Result<[Row], ActionError>)
    case rows(IdentifiedAction<Int, RowAction>)
    indirect case again(Action)
    indirect case twice(first: Action, second: Action)
    case measure(Point)
    case measured(Double)
    case count(Int)
    case counted(Int)
  }

  static let length = HostFunction<Point, Double>("length")
  static let numbers = HostStream<Int, Int>("import")
  static let requests: [any HostRequest] = [length, numbers]

  @Dependency(\.host) var host

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .reset: state = State()
    case .replace(let other): state = other
    case .setColor(let color): state.color = color
    case .setMood(let mood): state.mood = mood
    case .setUInt64(let number): state.uint64 = number
    case .move(let x, let y): state.numbers = [x, y]
    case .place(let number, let at, let flag):
      state.int = number
      state.double = at
      state.flag = flag
    case .rename(let from, let name, let size, let note):
      state.from = from
      state.text = name
      state.größe = size
      state.someText = note
    case .setPoint(let point): state.noPoint = point
    case .setCounts(let counts): state.counts = counts
    case .import(.success(let rows)): state.rows = IdentifiedArray(uniqueElements: rows)
    case .import(.failure(let error)): state.outcome = .failure(error)
    case .rows(.element(let id, .rename(let name))): state.rows[id: id]?.name = name
    case .rows(.element(let id, .clear)): state.rows[id: id]?.rows = []
    case .again(let action): return reduce(into: &state, action: action)
    case .twice(let first, let second):
      return .merge(reduce(into: &state, action: first), reduce(into: &state, action: second))
    case .measure(let point):
      return .run { [host] send in await send(.measured(try await host.call(Self.length, point))) }
    case .measured(let length): state.double = length
    case .count(let count):
      return .run { [host] send in
        for try await number in host.stream(Self.numbers, count) { await send(.counted(number)) }
      }
    case .counted(let number): state.numbers.append(number)
    }
    return .none
  }
}

#enfoldPlugin(id: "org.enfold.tests.forms", version: "1.0.0", features: [Forms.self])
