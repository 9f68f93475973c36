// enfold.h, section "Library".
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import Glibc

private let version: StaticString = "0.1.0"

@c @implementation
public func enfold_version() -> UnsafePointer<CChar>? {
  UnsafeRawPointer(version.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
public func enfold_abi_version() -> UInt32 { UInt32(ENFOLD_ABI_VERSION) }

@c @implementation
public func enfold_status_name(_ status: enfold_status) -> UnsafePointer<CChar>? { enfold_status_name_text(status) }

@c @implementation
public func enfold_status_message(_ status: enfold_status) -> UnsafePointer<CChar>? {
  enfold_status_message_text(status)
}

@c @implementation
public func enfold_string_free(_ string: UnsafeMutablePointer<enfold_string>?) {
  guard let string else { return }
  free(string.pointee.data)
  string.pointee = enfold_string(data: nil, length: 0)
}

@c @implementation
public func enfold_json_quote(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ out: UnsafeMutablePointer<enfold_string>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_json_quote", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    let string = try validString(try EnfoldRuntime.text(text, length, "text"), "text")
    var writer = JSONWriter(capacity: string.utf8.count + 2)
    writer.write(string)
    out.pointee = enfold_string(writer)
    return ok
  }
}

@c @implementation
public func enfold_patch_apply(
  _ document: UnsafePointer<CChar>?, _ length: Int, _ patch: UnsafePointer<CChar>?, _ patchLength: Int,
  _ options: UnsafePointer<CChar>?, _ optionsLength: Int, _ out: UnsafeMutablePointer<enfold_string>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_patch_apply", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    var document = try decoded(try text(document, length, "document"), "document")
    let patch = try decoded(try text(patch, patchLength, "patch"), "patch")
    var reverts = false
    try readOptions(try optionsText(options, optionsLength), known: "revert") {
      (key, reader) throws(JSONError) -> Bool in
      guard key == "revert" else { return false }
      reverts = try reader.readBool()
      return true
    }
    do throws(JSONError) {
      if reverts {
        try JSONPatch.revert(patch, in: &document, limits: patchLimits)
      } else {
        try JSONPatch.apply(patch, to: &document, limits: patchLimits)
      }
    } catch {
      throw RuntimeError(error, in: "patch").withoutOffset
    }
    var writer = JSONWriter()
    document.writeJSON(to: &writer)
    if let failure = writer.failure { throw RuntimeError(ENFOLD_LIMIT, failure) }
    out.pointee = enfold_string(writer)
    return ok
  }
}

private let patchLimits = JSONLimits(depth: JSONLimits.stateDepth)

private func decoded(
  _ text: UnsafeRawBufferPointer, _ parameter: StaticString
) throws(RuntimeError) -> JSONValue {
  do throws(JSONError) {
    return try JSON.decode(JSONValue.self, from: text, limits: patchLimits)
  } catch {
    throw RuntimeError(error, in: parameter)
  }
}
