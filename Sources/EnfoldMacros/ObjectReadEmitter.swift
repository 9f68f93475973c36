// Writes the loop that reads the members of a JSON object: shared by structs and by the values of cases.

/// A member of an object and the statement that reads its value.
struct ObjectMember {
  let key: String
  let read: String
}

/// The loop from behind the opening brace to behind the closing one. Calls of `matches` take the compiler less time than
/// `==`.
///
/// - Parameter type: the quoted name of what is read, for messages.
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

/// The same loop for what is read often. Keys mostly come in the order of declaration, so each is first compared with the
/// one that is due. Only if they differ, it is read and looked up.
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
