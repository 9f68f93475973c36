// How Python types are written for the values that states have: as TypedDict.

/// A key of a TypedDict.
struct PythonMember {
  let key: String
  let type: String
  let doc: String?
}

extension PythonEmitter {
  func members(_ fields: [Field]) -> [PythonMember] {
    fields.map { PythonMember(key: $0.key, type: names.type($0.shape), doc: $0.doc) }
  }

  mutating func writeRecord(_ name: String, _ members: [PythonMember], doc: String?, isTotal: Bool = true) {
    source.gap(2)
    let areNames = PythonNames.areNames(members.map(\.key))
    guard areNames, !members.indices.contains(where: { names.hidesType(members, at: $0) }) else {
      return writeCall(name, members, doc: doc, isTotal: isTotal, areNames: areNames)
    }
    source.add("class \(name)(TypedDict\(isTotal ? "" : ", total=False")):")
    docString(doc)
    if doc != nil, !members.isEmpty { source.gap() }
    for member in members {
      comment(member.doc, indent: "    ")
      source.add("    \(member.key): \(member.type)")
    }
    if members.isEmpty, doc == nil { source.add("    pass") }
  }

  /// Keys that are no names, or that are names of types, cannot be written in a class.
  private mutating func writeCall(
    _ name: String, _ members: [PythonMember], doc: String?, isTotal: Bool, areNames: Bool
  ) {
    comment(doc)
    source.add("\(name) = TypedDict(\(areNames ? "  # noqa: UP013" : "")")
    source.add("    \(PythonNames.quoted(name)),")
    source.add("    {")
    for member in members {
      comment(member.doc, indent: "        ")
      source.add("        \(PythonNames.quoted(member.key)): \(PythonNames.quoted(member.type)),")
    }
    source.add("    },")
    if !isTotal { source.add("    total=False,") }
    source.add(")")
  }

  /// A choice that states have: an object that has one of some keys.
  mutating func writeChoice(_ index: Int, _ cases: [Case]) {
    let keys = zip(cases, names.payloads(index)).map { each, payload in
      let type =
        switch each.payload {
        case .none(.null): "None"
        case .none: "dict[str, Any]"
        case .value(let shape): names.type(shape)
        case .elements: "list[Any]"
        case .fields: payload ?? "Any"
        }
      return PythonMember(key: each.key, type: type, doc: each.doc)
    }
    for (each, payload) in zip(cases, names.payloads(index)) {
      if case .fields(let fields) = each.payload, let payload { writeRecord(payload, members(fields), doc: nil) }
    }
    let doc = (model[index].doc.map { $0 + "\n\n" } ?? "") + "Exactly one of the keys is there."
    writeRecord(model[index].name, keys, doc: doc, isTotal: false)
  }
}
