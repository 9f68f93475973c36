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
