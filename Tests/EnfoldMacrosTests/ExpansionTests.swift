// What the macros write, in full, for small examples.
import Testing

@Suite("Expansions")
struct ExpansionTests {
  @Test func observableState() {
    expectExpansion(
      """
      @ObservableState public struct State: Codable {
        public var count = 0
        var child: Child
        let id: Int
        var double: Int { count * 2 }
        static var shared = 1
      }
      """,
      is: #"""
        public struct State: Codable {
          public var count {
          @storageRestrictions(initializes: _count)
          init(initialValue) { _count = initialValue }
          get { _count }
          set { Enfold.ChangeTracking.set(&_count, to: newValue, property: 0, in: &_$changes) }
          _modify {
            let before = Enfold.ChangeTracking.before(_count, property: 0, in: _$changes)
            defer { Enfold.ChangeTracking.after(&_count, before, property: 0, in: &_$changes) }
            yield &_count
          }
          }

          private var _count = 0
          var child: Child {
          @storageRestrictions(initializes: _child)
          init(initialValue) { _child = initialValue }
          get { _child }
          set { Enfold.ChangeTracking.set(&_child, to: newValue, property: 1, in: &_$changes) }
          _modify {
            let before = Enfold.ChangeTracking.before(_child, property: 1, in: _$changes)
            defer { Enfold.ChangeTracking.after(&_child, before, property: 1, in: &_$changes) }
            yield &_child
          }
          }

          private var _child: Child
          let id: Int
          var double: Int { count * 2 }
          static var shared = 1

          public var _$changes = Enfold.ChangeRecord()

          public static func jsonSchema(in builder: inout Enfold.JSONSchemaBuilder) -> Enfold.JSONSchema {
            builder.reference(Self.self) { builder in
              var fields = Enfold.ObjectSchema()
              fields.add("count", (Int).self, required: false, in: &builder)
              fields.add("child", (Child).self, required: true, in: &builder)
              fields.add("id", (Int).self, required: true, in: &builder)
              return fields.schema
            }
          }

          public static func jsonAllows(_ path: Enfold.JSONPath) -> Bool {
            guard let name = path.first else { return true }
            let rest = path.dropFirst()
            switch _$propertyIndex(of: name) {
            case 0: return Enfold.JSONFields.allows((Int).self, rest)
            case 1: return Enfold.JSONFields.allows((Child).self, rest)
            case 2: return Enfold.JSONFields.allows((Int).self, rest)
            default: return false
            }
          }

          enum CodingKeys: String, CodingKey {
            case _count = "count", _child = "child", id
          }
        }

        extension State: Enfold.ObservableState, CustomReflectable {
          public static func _$propertyIndex(of name: Enfold.JSONPath.Token) -> Int? {
            if name == "count" { return 0 }
            if name == "child" { return 1 }
            if name == "id" { return 2 }
            return nil
          }

          public static var _$propertyCount: Int { 3 }

          public static func _$place(_ property: Int) -> Enfold.PropertyPlace? {
            switch property {
            case 0: return Enfold.PropertyPlace("count", \Self.count, \Self?.?.count, at: \Self._count)
            case 1: return Enfold.PropertyPlace("child", \Self.child, \Self?.?.child, at: \Self._child)
            case 2: return Enfold.PropertyPlace("id", \Self.id, \Self?.?.id, at: \Self.id)
            default: return nil
            }
          }

          public func _$countsAssignment(_ bits: UInt64) -> Bool {
            if bits & Self._$everyAssignment != 0 { return true }
            if bits & 0x2 != 0, Enfold.ChangeTracking.countsAssignment(in: _child, isReplaced: bits == .max) { return true }
            return false
          }

          public func _$visit(_ property: Int, _ walk: inout Enfold.ChangeWalk, _ node: Enfold.ObservationNode?) {
            switch property {
            case 0: Enfold.ChangeTracking.visit(_count, "/count", &walk, node, .changed, property: 0, in: _$changes)
            case 1: Enfold.ChangeTracking.visit(_child, "/child", &walk, node, .changed, property: 1, in: _$changes)
            case 2: Enfold.ChangeTracking.visit(id, "/id", &walk, node, .changed, property: 2, in: _$changes)
            default: break
            }
          }

          public mutating func _$commit(_ stamps: inout Enfold.StampSource) {
            if _$changes.bits & 0x2 != 0 { Enfold.ChangeTracking.commit(&_child, &stamps) }
            _$changes.bits = 0
            _$changes.stamp = stamps.take()
          }

          public mutating func _$adopt(_ stamps: inout Enfold.StampSource) {
            Enfold.ChangeTracking.adopt(&_child, &stamps)
            _$changes.bits = 0
            _$changes.stamp = stamps.take()
            _$changes.unwatched = 0
          }

          public mutating func _$watch(_ node: Enfold.ObservationNode?, _ isWatched: Bool) {
            let isWatched = isWatched || Enfold.ChangeTracking.isWatched(node, 0x0, Self.self)
            _$changes.unwatched = Enfold.ChangeTracking.unwatched(node, isWatched, Self.self)
            Enfold.ChangeTracking.watch(&_child, 1, of: Self.self, node, isWatched)
          }

          public static func _$traits(at path: Enfold.JSONPath) -> Enfold.PropertyTraits {
            guard let name = path.first else { return [] }
            let rest = path.dropFirst()
            switch _$propertyIndex(of: name) {
            case 1: return Enfold.PropertyTraits.inside(\Self.child, at: rest)
            default: return []
            }
          }

          public static func _$setter(
            at path: Enfold.JSONPath, from reader: inout Enfold.JSONReader
          ) throws(Enfold.JSONError) -> Enfold.PropertySetter<Self>? {
            guard let name = path.first else { return nil }
            let rest = path.dropFirst()
            switch _$propertyIndex(of: name) {
            case 1:
              return try Enfold.PropertySetter<Self>.make(
                \Self.child, { state, body in body(&state.child) }, at: rest,
                isBindable: false, everyAssignment: false,
                from: &reader)
            default: return nil
            }
          }

          public static func _$inPlace(_ property: Int) -> Any? {
            switch property {
            case 0: return Enfold.InPlace(\Self.count) { $1(&$0.count) }
            case 1: return Enfold.InPlace(\Self.child) { $1(&$0.child) }
            default: return nil
            }
          }

          public static func _$hasShared(_ search: inout Enfold.SharedSearch) -> Bool {
            Enfold.ChangeTracking.hasShared({ (state: Self) in state._child }, &search)
          }

          public mutating func _$visitShared(_ visit: inout Enfold.SharedVisit) {
            Enfold.ChangeTracking.visitShared(&_child, of: Self.self, "child", 1, in: &_$changes, &visit)
          }

          public func _$hasNewShared(in store: UInt64) -> Bool {
            Enfold.ChangeTracking.hasNewShared(_child, 1, in: _$changes, store)
          }

          public init(json reader: inout Enfold.JSONReader) throws(Enfold.JSONError) {
            var _child = Enfold.JSONFields.absent { (state: Self) in state._child }
            var _id = Enfold.JSONFields.absent { (state: Self) in state.id }
            try reader.beginObject()
            var due = 0
            while true {
              var found = -1
              switch due {
              case 0: if reader.skipKey("\"count\":", isFirst: true) { found = 0 }
              case 1: if reader.skipKey("\"child\":") { found = 1 }
              case 2: if reader.skipKey("\"id\":") { found = 2 }
              default: break
              }
              if found < 0 {
                guard let key = try reader.nextKey() else { break }
                if key.matches("count") {
                  found = 0
                } else if key.matches("child") {
                  found = 1
                } else if key.matches("id") {
                  found = 2
                } else {
                  try reader.skipUnknownKey(key, of: "State", known: "count, child, id")
                  continue
                }
              }
              switch found {
              case 0: try Enfold.JSONFields.read(&self._count, "count", from: &reader)
              case 1: try Enfold.JSONFields.fill(&_child, "child", from: &reader)
              case 2: try Enfold.JSONFields.fill(&_id, "id", from: &reader)
              default: break
              }
              due = found + 1
            }
            self._child = try Enfold.JSONFields.required(_child, "child", of: "State", in: &reader)
            self.id = try Enfold.JSONFields.required(_id, "id", of: "State", in: &reader)
          }

          public func writeJSON(to writer: inout Enfold.JSONWriter) {
            writer.literal("{\"count\":")
            Enfold.JSONFields.write(self._count, to: &writer)
            writer.literal(",\"child\":")
            #sourceLocation(file: "test.swift", line: 3)
            Enfold.JSONFields.write(self._child, to: &writer)
            #sourceLocation()
            writer.literal(",\"id\":")
            Enfold.JSONFields.write(self.id, to: &writer)
            writer.literal("}")
          }

          public func writeJSON(at path: Enfold.JSONPath, to writer: inout Enfold.JSONWriter) -> Bool {
            guard let name = path.first else {
              writeJSON(to: &writer)
              return true
            }
            let rest = path.dropFirst()
            switch Self._$propertyIndex(of: name) {
            case 0: return Enfold.JSONFields.write(self._count, at: rest, to: &writer)
            case 1: return Enfold.JSONFields.write(self._child, at: rest, to: &writer)
            case 2: return Enfold.JSONFields.write(self.id, at: rest, to: &writer)
            default: return false
            }
          }

          public func hasSameJSON(as other: Self) -> Bool {
            guard Enfold.JSONFields.areSame(self._count, other._count) else { return false }
            guard Enfold.JSONFields.areSame(self._child, other._child) else { return false }
            guard Enfold.JSONFields.areSame(self.id, other.id) else { return false }
            return true
          }

          public var customMirror: Mirror {
            Mirror(self, children: ["count": self._count as Any, "child": self._child as Any, "id": self.id as Any], displayStyle: .struct)
          }
        }
        """#)
  }

  @Test func action() {
    expectExpansion(
      """
      @Action enum Action {
        case reset, set(Int)
        case rename(id: Int, title: String = "")
      }
      """,
      is: #"""
        enum Action {
          case reset, set(Int)
          case rename(id: Int, title: String = "")

          var caseName: String {
            switch self {
            case .reset: "reset"
            case .set: "set"
            case .rename: "rename"
            }
          }

          static var caseNames: [String] { ["reset", "set", "rename"] }

          struct AllCasePaths: Sendable {
            var reset: Enfold.CasePath<Action, Void> {
              .init("reset", embed: { _ in .reset }) {
                guard case .reset = $0 else { return nil }
                return ()
              }
            }
            var set: Enfold.CasePath<Action, (Int)> {
              .init("set", embed: { .set($0) }) {
                guard case let .set(_0) = $0 else { return nil }
                return _0
              }
            }
            var rename: Enfold.CasePath<Action, (id: Int, title: String)> {
              .init("rename", embed: { .rename(id: $0.0, title: $0.1) }) {
                guard case let .rename(_0, _1) = $0 else { return nil }
                return (_0, _1)
              }
            }
          }
          static var allCasePaths: AllCasePaths { AllCasePaths() }

          var set: (Int)? {
            get {
              guard case let .set(_0) = self else { return nil }
              return _0
            }
            set {
              guard case .set = self, let newValue else { return }
              self = .set(newValue)
            }
          }

          var rename: (id: Int, title: String)? {
            get {
              guard case let .rename(_0, _1) = self else { return nil }
              return (_0, _1)
            }
            set {
              guard case .rename = self, let newValue else { return }
              self = .rename(id: newValue.0, title: newValue.1)
            }
          }

          static func _$caseIndex(of name: Enfold.CaseText) -> Int? {
            switch name.count {
            case 3:
              if name.matches("set") { return 1 }
            case 5:
              if name.matches("reset") { return 0 }
            case 6:
              if name.matches("rename") { return 2 }
            default: break
            }
            return nil
          }

          static func _$plainCase(_ text: Enfold.CaseText) -> Self? {
            switch text.count {
            case 7:
              if text.matches("\"reset\"") { return Self.reset }
            case 12:
              if text.matches("{\"reset\":{}}") { return Self.reset }
            default: break
            }
            return nil
          }

          static func _$read(
            case index: Int, hasPayload: Bool, from reader: inout Enfold.JSONReader
          ) throws(Enfold.JSONError) -> Self {
            switch index {
            case 0:
              try Enfold.CaseReading.none("reset", hasPayload, &reader)
              return .reset
            case 1:
              return .set(try Enfold.CaseReading.single("set", hasPayload, &reader))
            case 2:
              var _0: (Int)? = nil
              var _1: String = ""
              if try Enfold.CaseReading.object("rename", hasPayload, optional: false, &reader) {
                var due = 0
                while true {
                  var found = -1
                  switch due {
                  case 0: if reader.skipKey("\"id\":", isFirst: true) { found = 0 }
                  case 1: if reader.skipKey("\"title\":") { found = 1 }
                  default: break
                  }
                  if found < 0 {
                    guard let key = try reader.nextKey() else { break }
                    if key.matches("id") {
                      found = 0
                    } else if key.matches("title") {
                      found = 1
                    } else {
                      try reader.skipUnknownKey(key, of: "rename", known: "id, title")
                      continue
                    }
                  }
                  switch found {
                  case 0: try Enfold.JSONFields.fill(&_0, "id", from: &reader)
                  case 1: try Enfold.JSONFields.read(&_1, "title", from: &reader)
                  default: break
                  }
                  due = found + 1
                }
              }
              return .rename(id: try Enfold.JSONFields.required(_0, "id", of: "rename", in: &reader), title: _1)
            default: throw reader.mismatch("unknown action")
            }
          }

          func writeJSON(to writer: inout Enfold.JSONWriter) {
            switch self {
            case .reset: writer.literal("{\"reset\":{}}")
            case let .set(_0):
              writer.literal("{\"set\":")
              Enfold.JSONFields.write(_0, to: &writer)
              writer.literal("}")
            case let .rename(_0, _1):
              writer.literal("{\"rename\":{\"id\":")
              Enfold.JSONFields.write(_0, to: &writer)
              writer.literal(",\"title\":")
              Enfold.JSONFields.write(_1, to: &writer)
              writer.literal("}}")
            }
          }

          func writeJSON(at path: Enfold.JSONPath, to writer: inout Enfold.JSONWriter) -> Bool {
            guard let name = path.first else {
              writeJSON(to: &writer)
              return true
            }
            let rest = path.dropFirst()
            switch self {
            case .reset:
              guard name == "reset" else { return false }
              guard rest.isEmpty else { return false }
              writer.literal("{}")
              return true
            case let .set(_0):
              guard name == "set" else { return false }
              return Enfold.JSONFields.write(_0, at: rest, to: &writer)
            case let .rename(_0, _1):
              guard name == "rename" else { return false }
              guard let field = rest.first else {
                writer.literal("{\"id\":")
                _ = Enfold.JSONFields.write(_0, at: rest, to: &writer)
                writer.literal(",\"title\":")
                _ = Enfold.JSONFields.write(_1, at: rest, to: &writer)
                writer.literal("}")
                return true
              }
              let inner = rest.dropFirst()
              if field == "id" { return Enfold.JSONFields.write(_0, at: inner, to: &writer) }
              if field == "title" { return Enfold.JSONFields.write(_1, at: inner, to: &writer) }
              return false
            }
          }

          func hasSameJSON(as other: Self) -> Bool {
            switch self {
            case .reset:
              guard case .reset = other else { return false }
              return true
            case let .set(_0):
              guard case let .set(other0) = other else { return false }
              return Enfold.JSONFields.areSame(_0, other0)
            case let .rename(_0, _1):
              guard case let .rename(other0, other1) = other else { return false }
              return Enfold.JSONFields.areSame(_0, other0) && Enfold.JSONFields.areSame(_1, other1)
            }
          }

          static func jsonSchema(in builder: inout Enfold.JSONSchemaBuilder) -> Enfold.JSONSchema {
            builder.reference(Self.self) { builder in
              var cases = Enfold.CasesSchema()
              var fields: Enfold.ObjectSchema
              cases.add("reset")
              cases.add("set", (Int).self, in: &builder)
              fields = Enfold.ObjectSchema()
              fields.add("id", (Int).self, required: true, in: &builder)
              fields.add("title", (String).self, required: false, in: &builder)
              cases.add("rename", object: fields)
              return cases.schema
            }
          }

          static func jsonAllows(_ path: Enfold.JSONPath) -> Bool {
            guard let name = path.first else { return true }
            let rest = path.dropFirst()
            switch _$caseIndex(of: name) {
            case 0: return rest.isEmpty
            case 1: return Enfold.JSONFields.allows((Int).self, rest)
            case 2:
              guard let field = rest.first else { return true }
              if field == "id" { return Enfold.JSONFields.allows((Int).self, rest.dropFirst()) }
              if field == "title" { return Enfold.JSONFields.allows((String).self, rest.dropFirst()) }
              return false
            default: return false
            }
          }
        }

        extension Action: Sendable, Enfold.CasePathable, Enfold.TaggedCases {}
        """#)
  }

  @Test func actionWithSeveralUnlabelledValues() {
    expectExpansion(
      """
      @Action enum Action {
        case move(Int, Int)
      }
      """,
      is: #"""
        enum Action {
          case move(Int, Int)

          var caseName: String {
            switch self {
            case .move: "move"
            }
          }

          static var caseNames: [String] { ["move"] }

          struct AllCasePaths: Sendable {
            var move: Enfold.CasePath<Action, (Int, Int)> {
              .init("move", embed: { .move($0.0, $0.1) }) {
                guard case let .move(_0, _1) = $0 else { return nil }
                return (_0, _1)
              }
            }
          }
          static var allCasePaths: AllCasePaths { AllCasePaths() }

          var move: (Int, Int)? {
            get {
              guard case let .move(_0, _1) = self else { return nil }
              return (_0, _1)
            }
            set {
              guard case .move = self, let newValue else { return }
              self = .move(newValue.0, newValue.1)
            }
          }

          static func _$caseIndex(of name: Enfold.CaseText) -> Int? {
            switch name.count {
            case 4:
              if name.matches("move") { return 0 }
            default: break
            }
            return nil
          }

          static func _$read(
            case index: Int, hasPayload: Bool, from reader: inout Enfold.JSONReader
          ) throws(Enfold.JSONError) -> Self {
            switch index {
            case 0:
              var _0: (Int)? = nil
              var _1: (Int)? = nil
              var isOpen = try Enfold.CaseReading.array(hasPayload, &reader)
              if isOpen {
                if try Enfold.CaseReading.next(&reader, &isOpen) { try Enfold.JSONFields.fill(&_0, "_0", from: &reader) }
                if try Enfold.CaseReading.next(&reader, &isOpen) { try Enfold.JSONFields.fill(&_1, "_1", from: &reader) }
                try Enfold.CaseReading.close(
                  &reader, isOpen, "move", takes: 2, all: true)
              } else if try Enfold.CaseReading.object("move", hasPayload, optional: false, &reader) {
                while let key = try reader.nextKey() {
                  if key.matches("_0") {
                    try Enfold.JSONFields.fill(&_0, "_0", from: &reader)
                  } else if key.matches("_1") {
                    try Enfold.JSONFields.fill(&_1, "_1", from: &reader)
                  } else {
                    try reader.skipUnknownKey(key, of: "move", known: "_0, _1")
                  }
                }
              }
              return .move(try Enfold.JSONFields.required(_0, "_0", of: "move", in: &reader), try Enfold.JSONFields.required(_1, "_1", of: "move", in: &reader))
            default: throw reader.mismatch("unknown action")
            }
          }

          func writeJSON(to writer: inout Enfold.JSONWriter) {
            switch self {
            case let .move(_0, _1):
              writer.literal("{\"move\":[")
              Enfold.JSONFields.write(_0, to: &writer)
              writer.literal(",")
              Enfold.JSONFields.write(_1, to: &writer)
              writer.literal("]}")
            }
          }

          func writeJSON(at path: Enfold.JSONPath, to writer: inout Enfold.JSONWriter) -> Bool {
            guard let name = path.first else {
              writeJSON(to: &writer)
              return true
            }
            let rest = path.dropFirst()
            switch self {
            case let .move(_0, _1):
              guard name == "move" else { return false }
              guard let field = rest.first else {
                writer.literal("[")
                _ = Enfold.JSONFields.write(_0, at: rest, to: &writer)
                writer.literal(",")
                _ = Enfold.JSONFields.write(_1, at: rest, to: &writer)
                writer.literal("]")
                return true
              }
              let inner = rest.dropFirst()
              if field.index == 0 { return Enfold.JSONFields.write(_0, at: inner, to: &writer) }
              if field.index == 1 { return Enfold.JSONFields.write(_1, at: inner, to: &writer) }
              return false
            }
          }

          func hasSameJSON(as other: Self) -> Bool {
            switch self {
            case let .move(_0, _1):
              guard case let .move(other0, other1) = other else { return false }
              return Enfold.JSONFields.areSame(_0, other0) && Enfold.JSONFields.areSame(_1, other1)
            }
          }

          static func jsonSchema(in builder: inout Enfold.JSONSchemaBuilder) -> Enfold.JSONSchema {
            builder.reference(Self.self) { builder in
              var cases = Enfold.CasesSchema()
              var fields: Enfold.ObjectSchema
              fields = Enfold.ObjectSchema()
              fields.add("_0", (Int).self, required: true, in: &builder)
              fields.add("_1", (Int).self, required: true, in: &builder)
              cases.add("move", array: fields)
              return cases.schema
            }
          }

          static func jsonAllows(_ path: Enfold.JSONPath) -> Bool {
            guard let name = path.first else { return true }
            let rest = path.dropFirst()
            switch _$caseIndex(of: name) {
            case 0:
              guard let field = rest.first else { return true }
              if field.index == 0 { return Enfold.JSONFields.allows((Int).self, rest.dropFirst()) }
              if field.index == 1 { return Enfold.JSONFields.allows((Int).self, rest.dropFirst()) }
              return false
            default: return false
            }
          }
        }

        extension Action: Sendable, Enfold.CasePathable, Enfold.TaggedCases {}
        """#)
  }

  @Test func enumWithRawValues() {
    expectExpansion(
      """
      @Action public enum Filter: String {
        case all, done
      }
      """,
      is: """
        public enum Filter: String {
          case all, done

          public var caseName: String {
            switch self {
            case .all: "all"
            case .done: "done"
            }
          }

          public static var caseNames: [String] { ["all", "done"] }

          public struct AllCasePaths: Sendable {
            public var all: Enfold.CasePath<Filter, Void> {
              .init("all", embed: { _ in .all }) {
                guard case .all = $0 else { return nil }
                return ()
              }
            }
            public var done: Enfold.CasePath<Filter, Void> {
              .init("done", embed: { _ in .done }) {
                guard case .done = $0 else { return nil }
                return ()
              }
            }
          }
          public static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Filter: Sendable, CaseIterable, Enfold.CasePathable, Enfold.JSONCodable {}
        """)
  }

  @Test func plugin() {
    expectExpansion(
      """
      #enfoldPlugin(id: "org.example.todos", version: "1.0.0", features: [Todos.self, Other.List.self])
      """,
      is: """
        @c(enfold_plugin_entry) public func a_module_has_only_one_enfoldPlugin() -> UnsafeRawPointer? {
          enum Plugin {
            static let table = {
              var features: [EnfoldPlugin.PluginFeature] = []
              #sourceLocation(file: "test.swift", line: 1)
              features.append(.init(Todos.self, reducer: { Todos() }, initialState: { Todos.initialState }, requests: Todos.requests))
              #sourceLocation()
              #sourceLocation(file: "test.swift", line: 1)
              features.append(.init(Other.List.self, reducer: { Other.List() }, initialState: { Other.List.initialState }, requests: Other.List.requests))
              #sourceLocation()
              return EnfoldPlugin.PluginTable(id: "org.example.todos", version: "1.0.0", features: features)
            }()
          }
          return Plugin.table.pointer
        }
        """)
  }
}
