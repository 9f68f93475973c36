// StateEmitter: the code that commits the changes of an @ObservableState struct, and leads a walk through them.
import SwiftSyntax

extension StateEmitter {
  var changeParts: [String] {
    let parts = [
      written, everyAssignment, countsAssignment, visit, commit, adopt, watch, traits, setter, inPlace, hasShared,
      visitShared, hasNewShared,
    ]
    return parts.compactMap { $0 }
  }

  /// Properties whose values may have a record of their own.
  private var nestable: [StateProperty] { properties.filter { $0.isVariable && (!$0.isLeaf || $0.notesAssignments) } }
  private var pulses: [StateProperty] { properties.filter(\.notesAssignments) }

  /// The bits of all written properties. Each pulse notes its assignments itself, not in the record. A derived property
  /// counts as written if any stored one was.
  private var written: String? {
    if pulses.isEmpty, derivedMask == 0 { return nil }
    let lines = pulses.map { "  if Enfold.ChangeTracking.isAssigned(\($0.storage)) { bits |= \($0.mask) }\n" }
    let derived = derivedMask == 0 ? "" : "  if bits != 0 { bits |= \(derivedMask.hexadecimal) }\n"
    return """
      \(access)var _$written: UInt64 {
        var bits = _$changes.bits
      \(lines.joined())\(derived)  return bits
      }
      """
  }

  private var derivedMask: UInt64 { properties.filter(\.isDerived).reduce(0) { $0 | $1.bit } }

  private var everyAssignment: String? {
    let masks = properties.filter(\.attributes.everyAssignment).map(\.mask)
    return masks.isEmpty
      ? nil : "\(access)static var _$everyAssignment: UInt64 { \(masks.joined(separator: " | ")) }"
  }

  /// Whether one of the written properties counts every assignment, or contains a written property that does.
  private var countsAssignment: String? {
    let nested = properties.filter { $0.isVariable && !$0.isLeaf && !$0.notesAssignments }
    if nested.isEmpty { return nil }
    let lines = nested.map { property in
      "  if bits & \(property.mask) != 0,"
        + " Enfold.ChangeTracking.countsAssignment(in: \(property.storage), isReplaced: bits == .max) { return true }"
    }
    return """
      \(access)func _$countsAssignment(_ bits: UInt64) -> Bool {
        if bits & Self._$everyAssignment != 0 { return true }
      \(lines.joined(separator: "\n"))
        return false
      }
      """
  }

  private var visit: String {
    let cases = properties.map { property in
      let token = quoted("/" + property.name.pointerEscaped)
      if property.isDerived {
        return "  case \(property.index): "
          + "Enfold.ChangeTracking.visitDerived(self.\(property.storage), \(token), &walk, node)"
      }
      let flags = property.attributes.everyAssignment ? "[.changed, .forced]" : ".changed"
      return "  case \(property.index): "
        + "Enfold.ChangeTracking.visit(\(property.storage), \(token), &walk, node, \(flags), "
        + "property: \(property.index), in: _$changes)"
    }
    return """
      \(access)func _$visit(_ property: Int, _ walk: inout Enfold.ChangeWalk, _ node: Enfold.ObservationNode?) {
        switch property {
      \(cases.joined(separator: "\n"))
        default: break
        }
      }
      """
  }

  private var commit: String {
    let lines = nestable.map { property in
      let call = "Enfold.ChangeTracking.commit(&\(property.storage), &stamps)"
      return property.notesAssignments ? "  \(call)\n" : "  if _$changes.bits & \(property.mask) != 0 { \(call) }\n"
    }
    return """
      \(access)mutating func _$commit(_ stamps: inout Enfold.StampSource) {
      \(lines.joined())  _$changes.bits = 0
        _$changes.stamp = stamps.take()
      }
      """
  }

  private var adopt: String {
    let lines = nestable.map { "  Enfold.ChangeTracking.adopt(&\($0.storage), &stamps)\n" }
    return """
      \(access)mutating func _$adopt(_ stamps: inout Enfold.StampSource) {
      \(lines.joined())  _$changes.bits = 0
        _$changes.stamp = stamps.take()
        _$changes.unwatched = 0
      }
      """
  }

  /// Says to the records of this state and of the states inside which properties are observed.
  private var watch: String {
    let lines = nestable.filter { !$0.notesAssignments }.map { property in
      "  Enfold.ChangeTracking.watch(&\(property.storage), \(property.index), of: Self.self, node, isWatched)\n"
    }
    return """
      \(access)mutating func _$watch(_ node: Enfold.ObservationNode?, _ isWatched: Bool) {
        let isWatched = isWatched || Enfold.ChangeTracking.isWatched(node, \(derivedMask.hexadecimal), Self.self)
        _$changes.unwatched = Enfold.ChangeTracking.unwatched(node, isWatched, Self.self)
      \(lines.joined())}
      """
  }

  private var traits: String? {
    let cases = properties.compactMap { property -> String? in
      if property.derivation == .read { return "  case \(property.index): return .readOnly" }
      var own: [String] = []
      if property.attributes.isPulse { own.append(".pulse") }
      if property.attributes.isBindable { own.append(".bindable") }
      if property.attributes.everyAssignment { own.append(".everyAssignment") }
      // The properties inside a derived value are new each time, so nothing in it is an event.
      let only = property.isDerived ? ".intersection(.bindable)" : ""
      let inside =
        property.isLeaf ? "[]" : "Enfold.PropertyTraits.inside(\\Self.\(property.identifier.text), at: rest)\(only)"
      if own.isEmpty, property.isLeaf || property.attributes.isPulse { return nil }
      return own.isEmpty
        ? "  case \(property.index): return \(inside)"
        : "  case \(property.index): return rest.isEmpty ? [\(own.joined(separator: ", "))] : \(inside)"
    }
    if cases.isEmpty { return nil }
    // The compiler warns about constants that are not used.
    let rest = cases.contains { $0.contains("rest") } ? "  let rest = path.dropFirst()\n" : ""
    return """
      \(access)static func _$traits(at path: Enfold.JSONPath) -> Enfold.PropertyTraits {
        guard let name = path.first else { return [] }
      \(rest)  switch _$propertyIndex(of: name) {
      \(cases.joined(separator: "\n"))
        default: return []
        }
      }
      """
  }

  /// Properties that may be shared values or have such inside.
  private var sharing: [StateProperty] {
    properties.filter { $0.isVariable && !$0.attributes.isPulse && ($0.attributes.isShared || !$0.isScalarInside) }
  }

  private var hasShared: String? {
    if sharing.isEmpty { return nil }
    if sharing.contains(where: \.attributes.isShared) {
      return "\(access)static func _$hasShared(_ search: inout Enfold.SharedSearch) -> Bool { true }"
    }
    let parts = sharing.map { "Enfold.ChangeTracking.hasShared({ (state: Self) in state.\($0.storage) }, &search)" }
    return """
      \(access)static func _$hasShared(_ search: inout Enfold.SharedSearch) -> Bool {
        \(parts.joined(separator: " || "))
      }
      """
  }

  private var visitShared: String? {
    if sharing.isEmpty { return nil }
    let lines = sharing.map { property in
      "  Enfold.ChangeTracking.visitShared(&\(property.storage), of: Self.self, \(quoted(property.name)), "
        + (property.attributes.isShared
          ? "file: \(context.fileID(of: property.identifier)), &visit)" : "\(property.index), in: &_$changes, &visit)")
    }
    return """
      \(access)mutating func _$visitShared(_ visit: inout Enfold.SharedVisit) {
      \(lines.joined(separator: "\n"))
      }
      """
  }

  private var hasNewShared: String? {
    if sharing.isEmpty { return nil }
    let parts = sharing.map {
      "Enfold.ChangeTracking.hasNewShared(\($0.storage), \($0.index), in: _$changes, store)"
    }
    return """
      \(access)func _$hasNewShared(in store: UInt64) -> Bool {
        \(parts.joined(separator: " || "))
      }
      """
  }

  private var inPlace: String? {
    let cases = properties.filter(\.isSettable).map { property in
      let name = property.identifier.text
      return "  case \(property.index): return Enfold.InPlace(\\Self.\(name)) { $1(&$0.\(name)) }"
    }
    if cases.isEmpty { return nil }
    return """
      \(access)static func _$inPlace(_ property: Int) -> Any? {
        switch property {
      \(cases.joined(separator: "\n"))
        default: return nil
        }
      }
      """
  }

  private var setter: String? {
    let settable = properties.filter { property in
      property.isSettable && !property.attributes.isPulse && (property.attributes.isBindable || !property.isLeaf)
    }
    if settable.isEmpty { return nil }
    let cases = settable.map { property in
      """
        case \(property.index):
          return try Enfold.PropertySetter<Self>.make(
            \\Self.\(property.identifier.text), { state, body in body(&state.\(property.identifier.text)) }, at: rest,
            isBindable: \(property.attributes.isBindable), everyAssignment: \(property.attributes.everyAssignment),
            from: &reader)
      """
    }
    return """
      \(access)static func _$setter(
        at path: Enfold.JSONPath, from reader: inout Enfold.JSONReader
      ) throws(Enfold.JSONError) -> Enfold.PropertySetter<Self>? {
        guard let name = path.first else { return nil }
        let rest = path.dropFirst()
        switch _$propertyIndex(of: name) {
      \(cases.joined(separator: "\n"))
        default: return nil
        }
      }
      """
  }
}

extension StateProperty {
  /// Its bit in a change record.
  fileprivate var bit: UInt64 { 1 << UInt64(min(index, 63)) }
  fileprivate var mask: String { bit.hexadecimal }
}

extension UInt64 {
  fileprivate var hexadecimal: String { "0x" + String(self, radix: 16) }
}

extension String {
  /// The text as a token of a JSON Pointer.
  fileprivate var pointerEscaped: String {
    map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
  }
}
