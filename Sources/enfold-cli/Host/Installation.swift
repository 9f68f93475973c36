// Installation: what `enfold doctor` finds in this process and on this machine.
import CEnfold
import CEnfoldSupport
import Glibc

/// One thing that was looked at.
struct Finding {
  enum State: String {
    case ok
    /// It is not there, and something cannot be done without it.
    case missing
    /// It is in the way of everything.
    case problem
  }

  let name: String
  var state = State.ok
  /// What was found.
  let text: String
  /// What to do or to type.
  var hint: String?
}

enum Installation {
  static func examine() -> [Finding] {
    let mapped = mappedLibraries()
    return [
      Finding(name: "command", text: resolved("/proc/self/exe") ?? "enfold"),
      library(mapped),
      Finding(name: "compiler", text: shortCompiler(String(cString: enfold_compiler_id()))),
      swiftRuntime(mapped),
      libffi(),
      toolchain(),
      kit(),
      compilerForC(),
      package(),
      python(),
    ]
  }

  // MARK: This process

  private static func library(_ mapped: [String]) -> Finding {
    let path = mapped.first { $0.contains("/libenfold.so") } ?? "libenfold.so"
    let version = String(cString: enfold_version())
    let abi = enfold_abi_version()
    let text = "\(path), \(version), ABI \(abi)"
    guard abi < UInt32(ENFOLD_ABI_VERSION) else { return Finding(name: "libenfold", text: text) }
    return Finding(
      name: "libenfold", state: .problem, text: text,
      hint: "this command needs ABI \(ENFOLD_ABI_VERSION): install both from one archive")
  }

  private static func swiftRuntime(_ mapped: [String]) -> Finding {
    let runtimes = mapped.filter { $0.contains("/libswiftCore.so") }
    guard runtimes.count > 1 else { return Finding(name: "swift runtime", text: runtimes.first ?? "linked in") }
    return Finding(
      name: "swift runtime", state: .problem, text: runtimes.joined(separator: " and "),
      hint: "plugins need one: take the other out of LD_LIBRARY_PATH and LD_PRELOAD")
  }

  /// The files that this process has mapped and that are Enfold's, Swift's or libffi.
  static func mappedLibraries() -> [String] {
    let names = ["/libenfold", "/libswift", "/libdispatch", "/libBlocksRuntime", "/libffi"]
    return Libraries.mapped().filter { path in names.contains { path.contains($0) } }.sorted()
  }

  /// libenfold opens libffi at the first native.
  private static func libffi() -> Finding {
    var runtime: enfold_runtime = 0
    do throws(Failure) {
      try call { enfold_runtime_open(nil, 0, &runtime, $0) }
      defer { enfold_runtime_close(runtime, nil) }
      let getpid: @convention(c) () -> pid_t = { Glibc.getpid() }
      let function = unsafeBitCast(getpid, to: (@convention(c) () -> Void).self)
      try call { enfold_runtime_bind(runtime, "int getpid(void)", function, nil, 0, $0) }
    } catch {
      return Finding(
        name: "libffi", state: .missing, text: error.message,
        hint: "C functions as natives need it: apt-get install libffi8")
    }
    return Finding(name: "libffi", text: mappedLibraries().first { $0.contains("/libffi") } ?? "there")
  }

  // MARK: This machine

  private static func toolchain() -> Finding {
    let hint = "plugins in Swift need it: https://www.swift.org/install/linux"
    guard let path = output("command -v swiftc"), let version = output("swiftc --version 2>/dev/null | head -n 1")
    else {
      return Finding(name: "swift", state: .missing, text: "no swiftc in PATH", hint: hint)
    }
    let text = "\(path), \(version)"
    let clang = output(#""$(dirname "$(readlink -f "$(command -v swiftc)")")"/clang --version 2>/dev/null | head -n 1"#)
    // "swift Clang 21.0.0 (https://… 11673e66)": the last word names the commit.
    let commit = String(cString: enfold_compiler_id()).split { " ()".contains($0) }.last ?? ""
    guard let clang, !clang.contains(commit) else {
      let fits = clang == nil ? "" : ", which built libenfold"
      return Finding(name: "swift", text: text + fits)
    }
    return Finding(
      name: "swift", state: .missing, text: "\(text): not the compiler that built libenfold",
      hint: "its plugins are refused: use the toolchain of libenfold, or build Enfold with this one")
  }

  /// Whether the plugin kit is beside this command, and was made with the compiler in the PATH.
  private static func kit() -> Finding {
    guard let prefix = try? InstalledTree.prefix() else {
      return Finding(name: "plugin kit", state: .missing, text: "this command is in no folder")
    }
    let folder = prefix + "/lib/enfold/kit"
    guard let wanted = contents(of: folder + "/swift-version")?.trimmed, access(folder + "/kit.mk", R_OK) == 0 else {
      return Finding(
        name: "plugin kit", state: .missing, text: "not in \(folder)",
        hint: "plugins in Swift without a checkout need it: unpack its archive, enfold-kit-….tar.gz, over \(prefix)")
    }
    guard let found = output("swiftc --version 2>/dev/null | grep -o -m 1 'Swift version .*'"), found != wanted else {
      return Finding(name: "plugin kit", text: folder)
    }
    return Finding(
      name: "plugin kit", state: .missing, text: "\(folder): it was made with \(wanted)",
      hint: "another compiler than the swiftc in the PATH: make SWIFTC=/path/of/swiftc")
  }

  private static func compilerForC() -> Finding {
    output("command -v cc").map { Finding(name: "cc", text: $0) }
      ?? Finding(
        name: "cc", state: .missing, text: "no C compiler in PATH", hint: "hosts in C need it: apt-get install gcc")
  }

  private static func package() -> Finding {
    guard output("command -v pkg-config") != nil else {
      return Finding(
        name: "pkg-config", state: .missing, text: "not in PATH", hint: "makefiles need it: apt-get install pkg-config")
    }
    guard let version = output("pkg-config --modversion enfold 2>/dev/null") else {
      return Finding(
        name: "pkg-config", state: .missing, text: "it does not find enfold.pc",
        hint: installed("lib/pkgconfig").map { "export PKG_CONFIG_PATH=\($0)" }
          ?? "export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig, where PREFIX is where Enfold is installed")
    }
    return Finding(name: "pkg-config", text: "enfold \(version)")
  }

  private static func python() -> Finding {
    guard let path = output("command -v python3") else {
      return Finding(
        name: "python3", state: .missing, text: "not in PATH", hint: "hosts in Python need it: apt-get install python3")
    }
    guard let place = output("cd / && python3 -c 'import enfold; print(enfold.__path__[0])' 2>/dev/null") else {
      return Finding(
        name: "python3", state: .missing, text: "\(path), without the package enfold",
        hint: installed("share/enfold/python").map { "export PYTHONPATH=\($0)" } ?? "pip install the wheel of Enfold")
    }
    return Finding(name: "python3", text: "\(path), \(place)")
  }

  /// A folder of the tree that this command belongs to; nil if it is not there.
  private static func installed(_ folder: String) -> String? {
    guard let path = (try? InstalledTree.prefix()).map({ "\($0)/\(folder)" }) else { return nil }
    return access(path, R_OK) == 0 ? path : nil
  }

  /// What a shell command writes, without white space around it; nil if that is nothing.
  private static func output(_ command: String) -> String? {
    guard let file = popen(command, "re") else { return nil }
    defer { pclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    return text.isEmpty ? nil : text
  }
}

/// "swift Clang 21.0.0, commit 11673e66": a compiler as libenfold names it, without the address of its repository.
func shortCompiler(_ id: String) -> String {
  guard let open = id.firstIndex(of: "("), id.last == ")" else { return id }
  let inside = id[open...].dropFirst().dropLast().split(separator: " ")
  guard let commit = inside.last, commit.count >= 8, commit.allSatisfy(\.isHexDigit) else { return id }
  return "\(String(id[..<open]).trimmed), commit \(commit.prefix(8))"
}
