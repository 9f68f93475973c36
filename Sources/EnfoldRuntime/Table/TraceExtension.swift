// TraceExtension: how engines report what happens in their stores.
import CEnfold
import CEnfoldSupport
import EnfoldPlugin

/// The extension "enfold.trace" of the host.
let traceExtension = Extension(
  named: ENFOLD_TRACE_EXTENSION, version: 1,
  enfold_tracer(
    struct_size: UInt32(MemoryLayout<enfold_tracer>.size),
    entry: { context, entry in
      // A smaller entry lacks members that are read. Members that later versions add are not.
      guard let entry, entry.pointee.struct_size >= ENFOLD_SMALLEST_TRACE_ENTRY else { return }
      withHostStore(context) { $0.receive(entry) }
    }))
