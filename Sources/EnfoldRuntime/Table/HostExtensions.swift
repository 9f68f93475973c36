// HostExtensions: the extensions that libenfold offers to plugins beside enfold_host.
import CEnfold
import CEnfoldSupport
import EnfoldPlugin

/// The extensions of the host, without those about crashes.
private let hostExtensions = [sharedExtension, requestsExtension, clockExtension, traceExtension]

/// An extension that the host offers now; nil if there is none.
func hostExtension(named name: UnsafePointer<CChar>?, version: UInt32) -> UnsafeRawPointer? {
  hostExtensions.table(named: name, version: version)
    ?? (enfold_crash_line_is_on() ? crashExtensions.table(named: name, version: version) : nil)
}

/// Note which action a thread reduces.
private let crashExtensions = [
  Extension(
    named: ENFOLD_CRASH_EXTENSION, version: 2,
    enfold_crash_2(
      struct_size: UInt32(MemoryLayout<enfold_crash_2>.size),
      label: { context in
        var label: UnsafePointer<CChar>?
        withHostStore(context) { label = $0.crashLabel }
        return label
      },
      begin: enfold_crash_line_enter, end: enfold_crash_line_end)),
  Extension(
    named: ENFOLD_CRASH_EXTENSION, version: 1,
    enfold_crash(
      struct_size: UInt32(MemoryLayout<enfold_crash>.size),
      begin: { context, action, length in
        withHostStore(context) { store in
          let name = writtenPiece(action, length).map { String(decoding: $0, as: UTF8.self) } ?? ""
          var text = "\(String(cString: store.crashLabel))\(name)"
          text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
              if let start = bytes.baseAddress { enfold_crash_line_begin(start, bytes.count) }
            }
          }
        }
      },
      end: { _ in enfold_crash_line_end() })),
]
