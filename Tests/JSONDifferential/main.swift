// Answers questions about JSON on standard input, line by line, for a comparison with another implementation.
//
//   D <json>     the canonical text of a document, or "E <offset>"
//   H <hex>      the same, for documents with line breaks or bytes that are not UTF-8
//   K <hex>      "ok <length>" if skipping the document accepts it, or "E <offset>"
//   N <number>   the bits of the number as a Double, in hexadecimal, or "E <offset>"
//   F <number>   the bits of the number as a Float
//   I <number>   the number as Int64 or UInt64, or "E <offset>"
//   W <bits>     the text that is written for the bits of a Double
//   X <bits>     the text that is written for the bits of a Float
//   S <schema>   "ok", and T uses the schema from then on; or "E <offset> <code and message>"
//   T <json>     "ok" if the document fits the schema, or "E <offset> <code and message>"

import EnfoldJSON

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The schema of the last `S`.
nonisolated(unsafe) var schema: SchemaCheck?

func answer(_ line: UnsafeRawBufferPointer, to output: inout JSONWriter) {
  guard line.count >= 2 else { return output.literal("?") }
  let question = UnsafeRawBufferPointer(rebasing: line[2...])
  do throws(JSONError) {
    switch line[0] {
    case UInt8(ascii: "D"): try reencode(question, to: &output)
    case UInt8(ascii: "H"): try reencode(fromHex(question), to: &output)
    case UInt8(ascii: "K"): try skip(fromHex(question), to: &output)
    case UInt8(ascii: "N"):
      let value = try JSON.decode(Double.self, from: question)
      writeASCII(String(value.bitPattern, radix: 16), to: &output)
    case UInt8(ascii: "F"):
      let value = try JSON.decode(Float.self, from: question)
      writeASCII(String(value.bitPattern, radix: 16), to: &output)
    case UInt8(ascii: "I"): try writeInteger(question, to: &output)
    case UInt8(ascii: "W"): output.write(Double(bitPattern: bits(question)))
    case UInt8(ascii: "X"): output.write(Float(bitPattern: UInt32(truncatingIfNeeded: bits(question))))
    case UInt8(ascii: "S"):
      schema = nil
      do throws(JSONError) {
        schema = try SchemaCheck(parsing: question)
        output.literal("ok")
      } catch { write(error, to: &output) }
    case UInt8(ascii: "T"):
      guard let schema else { return output.literal("?") }
      if let error = schema.check(question) { write(error, to: &output) } else { output.literal("ok") }
    default: output.literal("?")
    }
  } catch {
    output.literal("E ")
    output.write(error.offset)
  }
}

func reencode(_ document: [UInt8], to output: inout JSONWriter) throws(JSONError) {
  let result = document.withUnsafeBytes { bytes in
    Result { () throws(JSONError) in try JSON.decode(JSONValue.self, from: bytes) }
  }
  try result.get().writeJSON(to: &output)
}

func reencode(_ document: UnsafeRawBufferPointer, to output: inout JSONWriter) throws(JSONError) {
  try JSON.decode(JSONValue.self, from: document).writeJSON(to: &output)
}

func skip(_ document: [UInt8], to output: inout JSONWriter) throws(JSONError) {
  let result = document.withUnsafeBytes { bytes in
    Result { () throws(JSONError) -> Int in
      var reader = JSONReader(bytes)
      let value = try reader.rawValue()
      try reader.finish()
      return value.count
    }
  }
  let count = try result.get()
  output.literal("ok ")
  output.write(count)
}

func writeInteger(_ text: UnsafeRawBufferPointer, to output: inout JSONWriter) throws(JSONError) {
  do throws(JSONError) {
    output.write(try JSON.decode(Int64.self, from: text))
  } catch {
    output.write(try JSON.decode(UInt64.self, from: text))
  }
}

func bits(_ text: UnsafeRawBufferPointer) -> UInt64 {
  UInt64(String(decoding: text, as: UTF8.self), radix: 16) ?? 0
}

func fromHex(_ text: UnsafeRawBufferPointer) -> [UInt8] {
  stride(from: 0, to: text.count - 1, by: 2).map { digit(text[$0]) << 4 | digit(text[$0 + 1]) }
}

func digit(_ byte: UInt8) -> UInt8 {
  byte < UInt8(ascii: "a") ? byte - UInt8(ascii: "0") : byte - UInt8(ascii: "a") + 10
}

func writeASCII(_ text: String, to output: inout JSONWriter) {
  var copy = text
  copy.withUTF8 { output.raw(UnsafeRawBufferPointer($0)) }
}

func write(_ error: JSONError, to output: inout JSONWriter) {
  output.literal("E ")
  output.write(error.offset)
  output.literal(" ")
  output.write("\(error.code) \(error.message)")
}

func answerAll() {
  guard let input = fdopen(0, "r"), let results = fdopen(1, "w") else { return }
  var line: UnsafeMutablePointer<CChar>?
  var capacity = 0
  var output = JSONWriter(capacity: 1 << 20)
  while true {
    let count = getline(&line, &capacity, input)
    guard count > 0, let start = line else { break }
    let length = start[count - 1] == CChar(bitPattern: UInt8(ascii: "\n")) ? count - 1 : count
    answer(UnsafeRawBufferPointer(start: start, count: length), to: &output)
    output.raw(UInt8(ascii: "\n"))
    if output.count > 1 << 19 {
      fwrite(output.baseAddress, 1, output.count, results)
      output.removeAll()
    }
  }
  fwrite(output.baseAddress, 1, output.count, results)
  fflush(results)
  free(line)
}

answerAll()
