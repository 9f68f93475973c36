// CrashNotes: tells the host which action a thread reduces, if the host wants to know that when the process crashes.
import CEnfold
import Enfold

/// The host's extension "enfold.crash", for one store.
@usableFromInline struct CrashNotes: @unchecked Sendable {
  // Unchecked: see PluginStoreOptions.
  @usableFromInline let table: enfold_crash_2
  @usableFromInline let label: UnsafePointer<CChar>

  /// Nil if the host does not want to know, or is older than version 2.
  init?(_ host: PluginHost) {
    guard let table = host.offered(ENFOLD_CRASH_EXTENSION, 2, as: enfold_crash_2.self),
      let label = table.label?(host.context)
    else { return nil }
    self.table = table
    self.label = label
  }

  /// A function that calls `function`, with a note around each call.
  @inlinable func noting<State, Action: JSONEncodable>(
    _ reduce: @escaping (inout State, Action) -> Effect<Action>
  ) -> (inout State, Action) -> Effect<Action> {
    let describer = Describer<Action>()
    return { state, action in
      withUnsafePointer(to: action) { pointer in
        var frame = CrashFrame(action: UnsafeRawPointer(pointer), describer: .passUnretained(describer))
        return withUnsafeMutablePointer(to: &frame) {
          table.begin?(label, CrashFrame.describe, $0)
          defer { table.end?() }
          return reduce(&state, action)
        }
      }
    }
  }
}

/// The action that is being reduced, on the stack of its thread.
@usableFromInline struct CrashFrame {
  @usableFromInline let action: UnsafeRawPointer
  @usableFromInline let describer: Unmanaged<AnyDescriber>

  @inlinable init(action: UnsafeRawPointer, describer: Unmanaged<AnyDescriber>) {
    self.action = action
    self.describer = describer
  }

  @usableFromInline static let describe:
    @convention(c) (
      UnsafeMutableRawPointer?, enfold_write_fn?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Void = { frame, write, name, value in
      guard let frame = frame?.assumingMemoryBound(to: CrashFrame.self).pointee, let write else { return }
      let describer = frame.describer.takeUnretainedValue()
      if let name {
        var text = describer.name(of: frame.action)
        text.withUTF8 { $0.withMemoryRebound(to: CChar.self) { write(name, $0.baseAddress, $0.count) } }
      }
      if let value {
        var writer = JSONWriter()
        describer.write(frame.action, to: &writer)
        writer.withBytes { write(value, $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count) }
      }
    }
}

/// Describes the actions of a store.
@usableFromInline class AnyDescriber {
  @usableFromInline init() {}
  func name(of action: UnsafeRawPointer) -> String { "" }
  func write(_ action: UnsafeRawPointer, to writer: inout JSONWriter) {}
}

@usableFromInline final class Describer<Action: JSONEncodable>: AnyDescriber {
  @usableFromInline override init() { super.init() }

  override func name(of action: UnsafeRawPointer) -> String {
    Diagnostic.name(of: action.assumingMemoryBound(to: Action.self).pointee)
  }
  override func write(_ action: UnsafeRawPointer, to writer: inout JSONWriter) {
    action.assumingMemoryBound(to: Action.self).pointee.writeJSON(to: &writer)
  }
}
