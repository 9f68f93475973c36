// FeatureExtensions: the extensions of a feature's engine (restore, stub, declares). New functions of engines go here.
import CEnfold
import Enfold

/// The extensions of a feature: replacing the state, stores that are stubs, and the list of its requests.
package let featureExtensions: [Extension] = [
  Extension(
    named: ENFOLD_RESTORE_EXTENSION, version: 1,
    enfold_restore(
      struct_size: UInt32(MemoryLayout<enfold_restore>.size),
      restore: { store, state, length, flags, errorOut in
        guard let store = pluginStore(store) else { return missingArgument(errorOut) }
        do throws(PluginError) {
          try store.deepest.checkStack()
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
  Extension(
    named: ENFOLD_DECLARES_EXTENSION, version: 1,
    enfold_declares(
      struct_size: UInt32(MemoryLayout<enfold_declares>.size),
      requests: { feature, write, context in
        guard let feature, let write else { return }
        var writer = JSONWriter()
        writer.write(FeatureBox.of(feature).feature.requests)
        writer.withBytes { write(context, $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count) }
      })),
]

extension JSONWriter {
  /// Writes the requests of a feature, as `enfold_declares` describes them.
  fileprivate mutating func write(_ requests: [any HostRequest]) {
    literal("[")
    for (index, request) in requests.enumerated() {
      literal(index == 0 ? "{\"name\":" : ",{\"name\":")
      write(request.name)
      literal(request.isStream ? ",\"stream\":true" : ",\"stream\":false")
      literal(",\"payload\":")
      write(schema: request.payloadSchema)
      literal(",\"answer\":")
      write(schema: request.answerSchema)
      literal("}")
    }
    literal("]")
  }

  private mutating func write(schema: String) {
    var schema = schema
    schema.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}
