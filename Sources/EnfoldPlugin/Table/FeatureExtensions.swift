// FeatureExtensions: what every feature that has an engine of this library offers beside enfold_engine.
import CEnfold
import Enfold

/// The extensions of a feature: replacing the state, and stores that are stubs.
let featureExtensions: [Extension] = [
  Extension(
    named: ENFOLD_RESTORE_EXTENSION, version: 1,
    enfold_restore(
      struct_size: UInt32(MemoryLayout<enfold_restore>.size),
      restore: { store, state, length, flags, errorOut in
        guard let store = pluginStore(store) else { return missingArgument(errorOut) }
        do throws(PluginError) {
          return try store.restore(
            UnsafeRawBufferPointer(start: state, count: length), flags & ENFOLD_SEND_DRAIN != 0)
        } catch {
          return error.fill(errorOut)
        }
      })),
  Extension(
    named: ENFOLD_STUB_EXTENSION, version: 1,
    enfold_stub(
      struct_size: UInt32(MemoryLayout<enfold_stub>.size),
      open: { openStore($0, $1, $2, $3, $4, $5, isStub: true) })),
]
