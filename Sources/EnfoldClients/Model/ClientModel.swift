// ClientModel: the types that a client declares, whatever its language.
import EnfoldJSON

/// The form of a value.
indirect enum Shape: Hashable {
  /// Anything: the schema says nothing that a type could say.
  case any
  case null
  case bool
  case text
  /// A floating-point number; the strings "NaN", "Infinity" and "-Infinity" are numbers, too.
  case number
  case integer(IntegerWidth)
  /// One of some integers.
  case literals([Int64])
  /// The value, or null.
  case optional(Shape)
  case list(Shape)
  /// An object with any keys.
  case dictionary(Shape)
  /// A declaration of the model, by its position.
  case named(Int)
  /// A declaration of the model that would contain itself without an indirection.
  case boxed(Int)
}

enum IntegerWidth: String, CaseIterable, Hashable {
  case int8, int16, int32, int64, uint8, uint16, uint32, uint64
}

/// A property of a record, or a value of a case.
struct Field {
  /// The key in JSON.
  var key: String
  var shape: Shape
  /// Whether it must be there when a text is read.
  var isRequired: Bool
  var doc: String?
  /// Whether it is optional only because it may be left out.
  var isOmittable = false
}

/// What a case of a choice carries.
enum Payload {
  /// Nothing.
  case none(EmptyForm)
  /// One value: `{"setCount":5}`.
  case value(Shape)
  /// Values with names: `{"rename":{"id":7,"title":"x"}}`.
  case fields([Field])
  /// Values by position: `{"move":[1,2]}`.
  case elements([Shape])
}

/// How a case without values is written.
enum EmptyForm {
  /// `"increment"`
  case name
  /// `{"increment":{}}`
  case object
  /// `{"increment":null}`
  case null
}

struct Case {
  var key: String
  var payload: Payload
  var doc: String?
}

struct Declaration {
  enum Kind {
    case record([Field])
    /// One of some strings.
    case enumeration([String])
    case choice([Case])
  }

  /// The name in words that begin with capitals: `TodosState`.
  var name: String
  var kind: Kind
  var doc: String?
  /// Whether states or requests have values of it. Otherwise only actions have.
  var isInStates = false
}

struct RequestModel {
  var name: String
  var isStream: Bool
  var payload: Shape
  var answer: Shape
}

struct FeatureModel {
  var name: String
  /// The name in words that begin with capitals.
  var typeName: String
  var state: Shape
  var action: Shape
  var requests: [RequestModel]

  /// What clients say of a feature whose `action` is anything.
  static let withoutActions = "Its actions have no schema: any JSON is one."
}

struct ClientModel {
  var plugin: String
  var version: String
  var features: [FeatureModel]
  /// Each behind those that it contains, as far as that is possible.
  var declarations: [Declaration]

  subscript(index: Int) -> Declaration { declarations[index] }

  /// The name by which hosts open a feature, whatever else is loaded.
  func fullName(_ feature: FeatureModel) -> String { "\(plugin)/\(feature.name)" }
}

extension Declaration {
  /// The shapes of everything directly inside.
  var shapes: [Shape] {
    switch kind {
    case .record(let fields): fields.map(\.shape)
    case .enumeration: []
    case .choice(let cases): cases.flatMap(\.payload.shapes)
    }
  }
}

extension Payload {
  var shapes: [Shape] {
    switch self {
    case .none: []
    case .value(let shape): [shape]
    case .fields(let fields): fields.map(\.shape)
    case .elements(let shapes): shapes
    }
  }
}

extension Shape {
  /// The declaration that a value of this shape contains in place, if any.
  var inPlace: Int? {
    switch self {
    case .named(let index): index
    case .optional(let shape): shape.inPlace
    default: nil
    }
  }

  /// The declaration that it is about, however deep.
  var declaration: Int? {
    switch self {
    case .named(let index), .boxed(let index): index
    case .optional(let shape), .list(let shape), .dictionary(let shape): shape.declaration
    default: nil
    }
  }

  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// This shape with other declarations.
  func mapped(_ change: (Int) -> Shape) -> Shape {
    switch self {
    case .named(let index): change(index)
    case .optional(let shape): .optional(shape.mapped(change))
    case .list(let shape): .list(shape.mapped(change))
    case .dictionary(let shape): .dictionary(shape.mapped(change))
    default: self
    }
  }
}

extension Declaration {
  /// This declaration with other shapes inside.
  func mapped(_ change: (Shape) -> Shape) -> Declaration {
    func changed(_ field: Field) -> Field {
      var field = field
      field.shape = change(field.shape)
      return field
    }
    var declaration = self
    switch kind {
    case .record(let fields): declaration.kind = .record(fields.map(changed))
    case .enumeration: break
    case .choice(let cases):
      declaration.kind = .choice(
        cases.map { each in
          var each = each
          switch each.payload {
          case .none: break
          case .value(let shape): each.payload = .value(change(shape))
          case .fields(let fields): each.payload = .fields(fields.map(changed))
          case .elements(let shapes): each.payload = .elements(shapes.map(change))
          }
          return each
        })
    }
    return declaration
  }
}
