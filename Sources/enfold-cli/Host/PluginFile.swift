// PluginFile: the sizes of a plugin's file, and what it needs, read from the file itself.
import CEnfold
import Glibc

/// What can be said of an ELF file without loading it.
struct PluginFile {
  /// The size of the file.
  let bytes: Int
  /// How much of it is loaded.
  private(set) var loaded = 0
  /// How much of it only debuggers read. `strip --strip-debug` takes it away.
  private(set) var debug = 0

  /// Nil: the file cannot be read. A file that is no 64-bit ELF has a size only.
  init?(path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    bytes = Int(status.st_size)
    var header = Elf64_Ehdr()
    guard Self.read(file, 0, &header), header.e_ident.0 == 0x7F, header.e_ident.4 == UInt8(ELFCLASS64) else { return }
    readSegments(file, header)
    readSections(file, header)
  }

  /// Throws if there is something at the path that is no shared library at all. What else is wrong libenfold says.
  static func checkLibrary(_ path: String) throws(Failure) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    let shown = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    if status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(ENFOLD_BAD_PLUGIN, "\(shown) is a folder; a plugin is a file, lib….so")
    }
    var header = Elf64_Ehdr()
    guard read(file, 0, &header), header.e_ident.0 == 0x7F, header.e_ident.1 == UInt8(ascii: "E") else {
      throw Failure(ENFOLD_BAD_PLUGIN, "\(shown) is no shared library; a plugin is one, lib….so")
    }
  }

  private mutating func readSegments(_ file: Int32, _ header: Elf64_Ehdr) {
    for index in 0..<UInt64(header.e_phnum) {
      var segment = Elf64_Phdr()
      let offset = header.e_phoff.addingReportingOverflow(index * UInt64(header.e_phentsize)).partialValue
      guard Self.read(file, offset, &segment) else { return }
      if segment.p_type == UInt32(PT_LOAD) { loaded += Int(clamping: segment.p_filesz) }
    }
  }

  /// Sections that are not loaded, except the names of the sections.
  private mutating func readSections(_ file: Int32, _ header: Elf64_Ehdr) {
    for index in 0..<UInt64(header.e_shnum) {
      var section = Elf64_Shdr()
      let offset = header.e_shoff.addingReportingOverflow(index * UInt64(header.e_shentsize)).partialValue
      guard Self.read(file, offset, &section) else { return }
      let isLoaded = section.sh_flags & UInt64(SHF_ALLOC) != 0
      if !isLoaded, section.sh_type == UInt32(SHT_PROGBITS) { debug += Int(clamping: section.sh_size) }
    }
  }

  /// Reads a value of plain numbers, all of whose bits are values.
  private static func read<T: BitwiseCopyable>(_ file: Int32, _ offset: UInt64, _ value: inout T) -> Bool {
    guard let offset = off_t(exactly: offset) else { return false }
    return withUnsafeMutableBytes(of: &value) { pread(file, $0.baseAddress, $0.count, offset) == $0.count }
  }
}

/// "3.0 MB".
func megabytes(_ bytes: Int) -> String {
  let tenths = (bytes + 50_000) / 100_000
  return bytes < 950_000 ? "\((bytes + 500) / 1000) KB" : "\(tenths / 10).\(tenths % 10) MB"
}
