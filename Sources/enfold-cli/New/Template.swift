// Template: files that become a project when a name is put in.
import Glibc

/// Folders below `folder`, which are laid over one another. In names and texts "@NAME@" stands for the project's name.
struct Template {
  let folder: String
  let layers: [String]

  /// Makes the folder `name` in the working directory. It is made under another name and renamed when it is whole, so either all of
  /// it is there afterwards or nothing.
  func write(name: String) throws(Failure) {
    guard access(folder, R_OK) == 0 else {
      throw Failure("there are no templates in \(folder): enfold new needs an installed Enfold (make install)")
    }
    var status = stat()
    guard lstat(name, &status) != 0 else {
      throw Failure("there is something at \(name) already: choose another name, or move it away")
    }
    var pattern = Array(".\(name).XXXXXX".utf8CString)
    guard mkdtemp(&pattern) != nil else { throw Failure(cannot: "make a folder in", ".") }
    let unfinished = String(decoding: pattern.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do throws(Failure) {
      for layer in layers { try copy("\(folder)/\(layer)", to: unfinished, name: name) }
      guard lstat(unfinished, &status) == 0, chmod(unfinished, mode(ofNewFolder: status)) == 0,
        rename(unfinished, name) == 0
      else {
        throw Failure(cannot: "make", name)
      }
    } catch {
      remove(unfinished)
      throw error
    }
  }

  /// The mode that `mkdir` would have given to a folder that `mkdtemp` has made: a set-group-ID bit comes from the folder around it.
  private func mode(ofNewFolder status: stat) -> mode_t {
    let mask = umask(0)
    umask(mask)
    return 0o777 & ~mask | status.st_mode & S_ISGID
  }

  /// Copies what is in a folder. The other one may be there.
  private func copy(_ source: String, to target: String, name: String) throws(Failure) {
    for entry in try entries(of: source) {
      let from = "\(source)/\(entry)"
      let to = "\(target)/\(entry.replacing("@NAME@", with: name))"
      if isFolder(from) {
        guard mkdir(to, 0o777) == 0 || errno == EEXIST else { throw Failure(cannot: "make", to) }
        try copy(from, to: to, name: name)
      } else {
        guard let text = contents(of: from) else { throw Failure(cannot: "read", from) }
        try write(text.replacing("@NAME@", with: name), to: to)
      }
    }
  }

  private func entries(of path: String) throws(Failure) -> [String] {
    guard let folder = opendir(path) else { throw Failure(cannot: "read", path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func write(_ text: String, to path: String) throws(Failure) {
    guard let file = fopen(path, "w") else { throw Failure(cannot: "write", path) }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else { throw Failure(cannot: "write", path) }
  }

  private func remove(_ path: String) {
    if isFolder(path) {
      for entry in (try? entries(of: path)) ?? [] { remove("\(path)/\(entry)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
