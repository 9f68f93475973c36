// The code that reads the members of a JSON object. Structs and the values of cases share it.

/// A member of an object and the statement that reads its value.
struct ObjectMember {
  let key: String
  let read: String
}

/// A loop that reads everything behind the opening brace, and the closing brace. It calls `matches` instead of `==`,
/// which would take the compiler more time.
///
/// - Parameter type: the quoted name of the type that is read, for messages.
func readMembers(_ members: [ObjectMember], of type: String) -> String {
  let branches = members.map { "if key.matches(\(quoted($0.key))) {\n    \($0.read)\n  } else " }
  return """
    while let key = try reader.nextKey() {
      \(branches.joined()){
        \(skipUnknown(members, of: type))
      }
    }
    """
}

private func skipUnknown(_ members: [ObjectMember], of type: String) -> String {
  "try reader.skipUnknownKey(key, of: \(type), known: \(quoted(members.map(\.key).joined(separator: ", "))))"
}

/// Like ``readMembers(_:of:)``, for objects that are read often. Keys mostly come in the order of declaration. So the text is
/// first compared with the key that should come next, and a key is read and looked up only if they differ.
func readMembersInOrder(_ members: [ObjectMember], of type: String) -> String {
  let indices = members.indices
  let due = indices.map { index in
    let key = quoted(quoted(members[index].key) + ":") + (index == 0 ? ", isFirst: true" : "")
    return "  case \(index): if reader.skipKey(\(key)) { found = \(index) }"
  }
  let lookups = indices.map { "if key.matches(\(quoted(members[$0].key))) {\n      found = \($0)\n    } else " }
  let reads = indices.map { "  case \($0): \(members[$0].read)" }
  return """
    var due = 0
    while true {
      var found = -1
      switch due {
    \(due.joined(separator: "\n"))
      default: break
      }
      if found < 0 {
        guard let key = try reader.nextKey() else { break }
        \(lookups.joined()){
          \(skipUnknown(members, of: type))
          continue
        }
      }
      switch found {
    \(reads.joined(separator: "\n"))
      default: break
      }
      due = found + 1
    }
    """
}
