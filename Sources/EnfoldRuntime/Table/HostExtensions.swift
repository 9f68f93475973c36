// HostExtensions: the extensions that libenfold offers to plugins beside enfold_host.
import CEnfold
import CEnfoldSupport
import EnfoldPlugin

/// All extensions of the host.
let hostExtensions: [Extension] =
  (enfold_crash_line_is_on() ? [crashExtension] : []) + [sharedExtension, requestsExtension, clockExtension]

/// Notes which action a thread reduces.
private let crashExtension = Extension(
  named: ENFOLD_CRASH_EXTENSION, version: 1,
  enfold_crash(
    struct_size: UInt32(MemoryLayout<enfold_crash>.size),
    begin: { context, action, length in
      withHostStore(context) { store in
        let name = writtenPiece(action, length).map { String(decoding: $0, as: UTF8.self) } ?? ""
        var text = "the plugin \(store.source.label): the feature \(store.feature) was reducing \(name)"
        text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) { bytes in
            if let start = bytes.baseAddress { enfold_crash_line_begin(start, bytes.count) }
          }
        }
      }
    },
    end: { _ in enfold_crash_line_end() }))
