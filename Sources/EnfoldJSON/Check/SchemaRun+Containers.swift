// SchemaRun: checks objects and arrays.

extension SchemaRun {
  /// - Parameter isCase: whether the rule was chosen by the object's first key.
  mutating func check(
    _ object: ObjectRule, _ rule: SchemaRule, isCase: Bool, _ reader: inout JSONReader
  ) throws(JSONError) {
    var due = 0
    var seen: UInt64 = 0
    // The keys that were seen behind the first 64.
    var others: Set<Int> = []
    var names: Set<[UInt8]> = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if let names = object.propertyNames { try checkName(key, names, reader) }
      if object.count != nil { names.insert(Array(key.string.utf8)) }
      var next = object.additional
      var isDeclared = false
      if let index = object.keys.index(of: key, due: due) {
        due = index + 1
        if index < 64 { seen |= 1 << UInt64(index) } else { others.insert(index) }
        isDeclared = index < object.declaredCount
        if isDeclared { next = object.members[index] }
      }
      if !isDeclared, object.isClosed { throw isCase ? secondCase(key, object) : unknown(key, object, rule) }
      if let next { try check(next, &reader) } else { try reader.skipValue() }
    }
    // The closing brace was just read.
    let end = reader.offset - 1
    if seen & object.requiredBits != object.requiredBits || !object.required.isEmpty && object.keys.names.count > 64 {
      for index in object.required where !(index < 64 ? seen & 1 << UInt64(index) != 0 : others.contains(index)) {
        throw missing(object.keys.names[index], object, rule, at: end)
      }
    }
    if let count = object.count, !count.contains(names.count) {
      throw mismatch(offset: end) {
        "an object of \(counted(names.count, "key")) where \(amount(count, "key")) is expected"
      }
    }
  }

  private mutating func checkName(
    _ key: JSONKey, _ rule: SchemaRule.Index, _ reader: JSONReader
  ) throws(JSONError) {
    var name = reader
    name.move(to: key)
    do throws(JSONError) {
      try check(rule, &name)
    } catch {
      if error.code == .limit { throw error }
      throw mismatch(offset: key.offset) { "the key \"\(key.shortened)\": \(error.message)" }
    }
  }

  private func unknown(_ key: JSONKey, _ object: ObjectRule, _ rule: SchemaRule) -> JSONError {
    mismatch(offset: key.offset) {
      let known = object.declaredCount == 0 ? "it has none" : "it has: \(listed(object.declared))"
      return "\(called(rule)) has no key \"\(key.shortened)\"; \(known)\(advice(key.shortened, Array(object.declared)))"
    }
  }

  private func secondCase(_ key: JSONKey, _ object: ObjectRule) -> JSONError {
    mismatch(offset: key.offset) {
      "one case at a time: \"\(listed(object.declared))\" is followed by \"\(key.shortened)\""
    }
  }

  private func missing(_ name: String, _ object: ObjectRule, _ rule: SchemaRule, at offset: Int) -> JSONError {
    mismatch(offset: offset) {
      let known = object.declaredCount == 0 ? "" : "; it has: \(listed(object.declared))"
      return "missing key \"\(shortened(name))\" of \(called(rule))\(known)"
    }
  }

  private func called(_ rule: SchemaRule) -> String { rule.name.isEmpty ? "this object" : rule.name }

  mutating func check(_ array: ArrayRule, _ rule: SchemaRule, _ reader: inout JSONReader) throws(JSONError) {
    var count = 0
    var containedCount = 0
    var forms: Set<[UInt8]> = []
    try reader.beginArray()
    while try reader.nextElement() {
      let isFirst = count < array.first.count
      if count >= array.count.upperBound || array.isClosed && !isFirst {
        throw mismatch(at: reader) { tooMany(array, rule) }
      }
      if let contains = array.contains {
        var copy = reader
        if try fits(contains.rule, &copy) { containedCount += 1 }
      }
      if array.isUnique {
        var copy = reader
        var form: [UInt8] = []
        var cost = 0
        try copy.appendCanonical(to: &form, cost: &cost)
        try pay(4 * cost, at: reader.offset)
        if !forms.insert(form).inserted { throw mismatch(at: reader) { "an element that is there already" } }
      }
      if let next = isFirst ? array.first[count] : array.rest {
        try check(next, &reader)
      } else {
        try reader.skipValue()
      }
      count += 1
    }
    // The closing bracket was just read.
    let end = reader.offset - 1
    if count < array.count.lowerBound {
      throw mismatch(offset: end) {
        isTuple(array)
          ? takes(array, rule)
          : "an array of \(counted(count, "element")) where \(amount(array.count, "element")) is expected"
      }
    }
    if let contains = array.contains, !contains.count.contains(containedCount) {
      throw mismatch(offset: end) {
        let expected = amount(contains.count, "such element")
        return "an array of which \(counted(containedCount, "element")) fit \"contains\", where \(expected) is expected"
      }
    }
  }

  private func tooMany(_ array: ArrayRule, _ rule: SchemaRule) -> String {
    if isTuple(array) { return takes(array, rule) }
    let most = array.isClosed ? min(array.count.upperBound, array.first.count) : array.count.upperBound
    return "one element more than the \(most) that this array can have"
  }

  /// Whether the array has the form of the values of a case: a fixed number of elements.
  private func isTuple(_ array: ArrayRule) -> Bool { array.isClosed && array.count.lowerBound == array.first.count }

  private func takes(_ array: ArrayRule, _ rule: SchemaRule) -> String {
    let count = array.first.count
    return "\(rule.name.isEmpty ? "this array" : rule.name) takes \(count) value\(count == 1 ? "" : "s")"
  }
}

extension JSONReader {
  /// Moves back to a key, so that it can be read as a string.
  fileprivate mutating func move(to key: JSONKey) { cursor = start + key.offset }
}
