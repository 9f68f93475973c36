// JSONWriter: members and elements, with the commas between them.
import EnfoldJSON

extension JSONWriter {
  /// Writes a comma, unless an object or an array begins here.
  private mutating func separate() {
    guard count > 0 else { return }
    switch baseAddress[count - 1] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: raw(UInt8(ascii: ","))
    }
  }

  private mutating func begin(_ name: String?) {
    separate()
    if let name { writeKey(name) }
  }

  mutating func object(_ name: String? = nil, _ body: (inout JSONWriter) -> Void) {
    begin(name)
    raw(UInt8(ascii: "{"))
    body(&self)
    raw(UInt8(ascii: "}"))
  }

  mutating func array(_ name: String? = nil, _ body: (inout JSONWriter) -> Void) {
    begin(name)
    raw(UInt8(ascii: "["))
    body(&self)
    raw(UInt8(ascii: "]"))
  }

  mutating func member(_ name: String, _ value: some JSONEncodable) {
    begin(name)
    value.writeJSON(to: &self)
  }

  mutating func element(_ value: some JSONEncodable) {
    separate()
    value.writeJSON(to: &self)
  }

  /// A text, and `"cut":true` beside it if it is not all of it.
  mutating func member(_ name: String, _ text: CutText) {
    member(name, text.text)
    if text.isCut { member("cut", true) }
  }

  /// JSON that was checked.
  mutating func member(_ name: String, json: String) {
    begin(name)
    var json = json
    json.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}
