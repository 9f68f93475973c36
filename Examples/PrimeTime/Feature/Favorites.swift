// Favorites: the dependency that keeps favourites, in files or in memory.
import Enfold
import Glibc

/// Keeps lists of primes by their path.
struct Favorites: Sendable {
  var load: @Sendable (_ path: String) async throws -> [Int]
  var save: @Sendable (_ primes: [Int], _ path: String) async throws -> Void
}

extension Favorites: DependencyInjectable {
  static var live: Self {
    let files = FavoriteFiles()
    return Self(load: { try await files.load($0) }, save: { try await files.save($0, $1) })
  }

  static var preview: Self { inMemory }
  static var test: Self { inMemory }

  private static var inMemory: Self {
    let memory = FavoriteMemory()
    return Self(load: { try await memory.load($0) }, save: { await memory.save($0, $1) })
  }
}

extension DependencyValues {
  var favorites: Favorites {
    get { self[Favorites.self] }
    set { self[Favorites.self] = newValue }
  }
}

/// Lists that are forgotten.
private actor FavoriteMemory {
  private var primes: [String: [Int]] = [:]

  func load(_ path: String) throws -> [Int] {
    guard let primes = primes[path] else { throw ActionError("\(path): nothing was saved here") }
    return primes
  }

  func save(_ primes: [Int], _ path: String) { self.primes[path] = primes }
}

/// JSON files, one access after the other.
private actor FavoriteFiles {
  func load(_ path: String) throws -> [Int] {
    guard let file = fopen(path, "r") else { throw failure(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    if ferror(file) != 0 { throw failure(path) }
    do {
      return try bytes.withUnsafeBytes { try JSON.decode([Int].self, from: $0) }
    } catch let error as JSONError {
      throw ActionError("\(path), byte \(error.offset): \(error.message)")
    }
  }

  func save(_ primes: [Int], _ path: String) throws {
    guard let file = fopen(path, "w") else { throw failure(path) }
    let isWritten = fputs(JSON.string(primes) + "\n", file) >= 0
    guard fclose(file) == 0, isWritten else { throw failure(path) }
  }

  private func failure(_ path: String) -> ActionError { ActionError("\(path): \(String(cString: strerror(errno)))") }
}
