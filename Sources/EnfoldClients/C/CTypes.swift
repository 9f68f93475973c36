// CTypes: the C types of shapes. Lists, maps and optionals get a type of their own each.

struct CTypes {
  /// A type that C needs and the model has no declaration for.
  struct Composite {
    enum Kind { case list, map, optional, box }
    let kind: Kind
    let inner: Shape
    let name: String
  }

  let prefix: String
  private let model: ClientModel
  private(set) var composites: [Composite] = []
  private var byShape: [Shape: Int] = [:]
  private var names: NameSpace
  /// The type of each declaration.
  private(set) var declared: [String] = []

  init(_ model: ClientModel, prefix: String) {
    self.model = model
    self.prefix = prefix
    names = NameSpace(reserved: CppNames.keywords)
    for declaration in model.declarations { declared.append(names.take(prefixed(Words.snake(declaration.name)))) }
    for name in declared { _ = names.take(name + "_tag") }
    for declaration in model.declarations { CTables.shapes(declaration).forEach { register($0) } }
    for feature in model.features {
      register(feature.state)
      register(feature.action)
      for place in StaticPlaces.of(feature.state, in: model) { register(place.shape) }
      for request in feature.requests {
        register(request.payload)
        register(request.answer)
      }
    }
  }

  /// A name with the prefix of the file, once: "prime_time_state" is primetime_state.
  func prefixed(_ name: String) -> String {
    let words = name.split(separator: "_")
    let own = prefix.split(separator: "_").joined()
    let count = words.indices.first { words[...$0].joined() == own }
    return ([prefix] + words.dropFirst(count.map { $0 + 1 } ?? 0).map(String.init)).joined(separator: "_")
  }

  mutating func takeFunction(_ name: String) -> String { names.take(name, or: name + "_") }

  private mutating func register(_ shape: Shape) {
    let kind: Composite.Kind
    let inner: Shape
    switch shape {
    case .list(let element): (kind, inner) = (.list, element)
    case .dictionary(let value): (kind, inner) = (.map, value)
    case .optional(.text): return
    case .optional(.boxed(let index)): return register(.boxed(index))
    case .optional(let value): (kind, inner) = (.optional, value)
    case .boxed(let index): (kind, inner) = (.box, .named(index))
    default: return
    }
    guard byShape[shape] == nil else { return }
    register(inner)
    let word = word(inner)
    let words =
      switch kind {
      case .list: word + "_list"
      case .map: word + "_map"
      case .optional: "optional_" + word
      case .box: word + "_box"
      }
    let name = names.take(prefixed(words))
    byShape[shape] = composites.count
    composites.append(Composite(kind: kind, inner: inner, name: name))
  }

  /// The composite of a shape, if it has one.
  func composite(_ shape: Shape) -> Composite? {
    if case .optional(.boxed(let index)) = shape { return composite(.boxed(index)) }
    return byShape[shape].map { composites[$0] }
  }

  /// A short name of a shape, inside of another name.
  private func word(_ shape: Shape) -> String {
    switch shape {
    case .any: return "json"
    case .null: return "null"
    case .bool: return "bool"
    case .text, .optional(.text): return shape.isOptional ? "optional_text" : "text"
    case .number: return "number"
    case .integer(let width): return width.rawValue
    case .literals: return "int64"
    case .named(let index): return without(declared[index])
    default: return composite(shape).map { without($0.name) } ?? "json"
    }
  }

  private func without(_ name: String) -> String {
    name.hasPrefix(prefix + "_") ? String(name.dropFirst(prefix.count + 1)) : name
  }

  /// The declaration of a member, a parameter or a variable.
  func declaration(_ shape: Shape, _ member: String) -> String {
    if case .boxed(let index) = shape { return "const \(declared[index]) *\(member)" }
    if case .optional(.boxed(let index)) = shape { return "const \(declared[index]) *\(member)" }
    return "\(type(shape)) \(member)"
  }

  func type(_ shape: Shape) -> String {
    switch shape {
    case .any, .text, .optional(.text): return "enfold_text"
    case .null, .bool: return "bool"
    case .number: return "double"
    case .integer(let width): return width.rawValue + "_t"
    case .literals: return "int64_t"
    case .named(let index): return declared[index]
    case .boxed(let index): return "const \(declared[index]) *"
    default: return composite(shape)?.name ?? "enfold_text"
    }
  }

  /// The table of a shape.
  func table(_ shape: Shape) -> String {
    switch shape {
    case .any: return "enfold_json_type"
    case .null: return "enfold_null_type"
    case .bool: return "enfold_bool_type"
    case .text: return "enfold_text_type"
    case .optional(.text): return "enfold_optional_text_type"
    case .number: return "enfold_number_type"
    case .integer(let width): return "enfold_\(width.rawValue)_type"
    case .literals: return "enfold_int64_type"
    case .named(let index): return declared[index] + "__table"
    default: return composite(shape).map { $0.name + "__table" } ?? "enfold_json_type"
    }
  }

  /// Whether values of a shape need no memory beside their own.
  func isFixed(_ shape: Shape) -> Bool {
    var within: Set<Int> = []
    func isFixed(_ shape: Shape) -> Bool {
      switch shape {
      case .null, .bool, .number, .integer, .literals: true
      case .any, .text, .list, .dictionary, .boxed: false
      case .optional(let inner): isFixed(inner)
      case .named(let index): within.insert(index).inserted ? model[index].shapes.allSatisfy(isFixed) : true
      }
    }
    return isFixed(shape)
  }
}
