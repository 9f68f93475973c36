// Words: names of types, members and files, made of names that JSON allows.

enum Words {
  /// The words of a name: "setFilter", "set_filter" and "set filter" are "set" and "Filter". Only ASCII letters and digits
  /// are left; other letters become their number.
  static func of(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    let scalars = Array(name.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      guard isLetter || ("0"..."9").contains(scalar) else {
        end()
        if !scalar.isASCII { words.append("u" + String(scalar.value, radix: 16)) }
        continue
      }
      if isUpper(scalar), let last = word.unicodeScalars.last {
        // "nextID" is next, ID; "URLList" is URL, List.
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        if !isUpper(last) || next.map({ ("a"..."z").contains($0) }) == true { end() }
      }
      word.unicodeScalars.append(scalar)
    }
    end()
    return words
  }

  /// "setFilter" as SetFilter: for types.
  static func pascal(_ name: String) -> String {
    let text = of(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return startingWithLetter(text, "Value")
  }

  /// "setFilter" as set_filter: for C, and for files.
  static func snake(_ name: String) -> String {
    startingWithLetter(of(name).map { $0.lowercased() }.joined(separator: "_"), "value_")
  }

  /// A name as it is, if it is a name in the usual languages; otherwise one that is near.
  static func plain(_ name: String) -> String {
    if isName(name) { return name }
    // `_0` is how Swift names a value without a label.
    let number = name.dropFirst()
    if name.hasPrefix("_"), !number.isEmpty, number.allSatisfy(\.isNumber) { return "value\(number)" }
    let words = of(name)
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return startingWithLetter((words.first ?? "") + rest, "value")
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isIDStart else { return false }
    return name.unicodeScalars.allSatisfy { $0.properties.isIDContinue } && !name.contains("__")
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }

  private static func startingWithLetter(_ name: String, _ prefix: String) -> String {
    guard let first = name.first, first.isLetter else { return prefix + name }
    return name
  }
}

/// Names of one scope. Each is given once; those that the language keeps for itself are not given.
struct NameSpace {
  private var taken: Set<String>

  init(reserved: Set<String> = []) { taken = reserved }

  func contains(_ name: String) -> Bool { taken.contains(name) }

  /// The name; if it is taken, the next of the others that is free, or the last one with a number.
  mutating func take(_ name: String, or others: String...) -> String {
    for name in [name] + others where taken.insert(name).inserted { return name }
    let base = others.last ?? name
    var number = 2
    while !taken.insert("\(base)\(number)").inserted { number += 1 }
    return "\(base)\(number)"
  }

  /// The name, or the name with an underscore, if the language keeps it for itself.
  mutating func takeMember(_ name: String) -> String { take(name, or: name + "_") }
}
