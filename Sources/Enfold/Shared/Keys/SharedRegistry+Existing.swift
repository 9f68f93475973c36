// SharedRegistry: whether a value is there, without making one.

extension SharedRegistry {
  /// The text of a value that its storage has; without a storage, that somebody uses. Nil if there is none.
  final func existingText(of key: String, in type: StorageType) async throws(SharedError) -> [UInt8]? {
    let cell = existingCell(key)
    guard let storage = try existingStorage(for: type, of: key) else { return cell?.text }
    // What was assigned and not saved is there, too.
    if let cell {
      let failure: SharedError? = await withCheckedContinuation { continuation in
        cell.save { continuation.resume(returning: $0) }
      }
      if let failure { throw failure }
    }
    let answer: Result<[UInt8]?, SharedError> = await withCheckedContinuation { continuation in
      storage.load(key, SharedLoad { continuation.resume(returning: $0) })
    }
    return try answer.get()
  }
}
