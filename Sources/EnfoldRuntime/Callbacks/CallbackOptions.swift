// CallbackOptions: the JSON options of enfold_store_callback.
import CEnfold
import EnfoldJSON

/// The result of a callback's function, and whether signal handlers may call it.
struct CallbackOptions {
  /// The result of the C function, as it lies in memory. The upper bytes of a narrow value repeat its sign.
  private(set) var answer: UInt64 = 0
  /// Whether it may be called from signal handlers.
  private(set) var isSignal = false

  init(_ text: UnsafeRawBufferPointer?, for result: CType) throws(RuntimeError) {
    var options = CallbackOptions()
    try readOptions(text, known: "returns, signal") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "returns": options.answer = try reader.readAnswer(result)
      case "signal": options.isSignal = try reader.readBool()
      default: return false
      }
      return true
    }
    self = options
  }

  private init() {}
}

extension JSONReader {
  /// Reads the answer of a function with this type of result.
  fileprivate mutating func readAnswer(_ type: CType) throws(JSONError) -> UInt64 {
    let ahead = self
    let text = try rawValue()
    func wrong(_ wanted: String) -> JSONError {
      let shown = String(decoding: text.prefix(40), as: UTF8.self)
      return ahead.mismatch("\"returns\" is \(shown); the result is \(type.spelling), so \(wanted)")
    }
    var value = JSONReader(text)
    let flag = try? value.readBool()
    switch type.kind {
    case .void:
      throw wrong("there is nothing to return")
    case .text, .pointer:
      guard value.readNull() else { throw wrong("null is needed") }
      return 0
    case .bool:
      if let flag { return flag ? 1 : 0 }
      var number = JSONReader(text)
      guard let bit = try? number.readInteger(UInt64.self), bit <= 1 else { throw wrong("true or false is needed") }
      return bit
    case .integer(let bytes, let isSigned):
      if let flag { return flag ? 1 : 0 }
      var number = JSONReader(text)
      let bits = UInt64(bytes) * 8
      if isSigned {
        let (least, greatest) = (Int64.min >> (64 - bits), Int64.max >> (64 - bits))
        guard let answer = try? number.readInteger(Int64.self), (least...greatest).contains(answer) else {
          throw wrong("a number from \(least) to \(greatest), or a boolean, is needed")
        }
        return UInt64(bitPattern: answer)
      }
      let greatest = UInt64.max >> (64 - bits)
      guard let answer = try? number.readInteger(UInt64.self), answer <= greatest else {
        throw wrong("a number from 0 to \(greatest), or a boolean, is needed")
      }
      return answer
    case .float, .double:
      var number = JSONReader(text)
      guard number.peek() == .number, let answer = try? number.readDouble() else { throw wrong("a number is needed") }
      if type.kind == .double { return answer.bitPattern }
      guard Float(answer).isFinite else { throw wrong("a number within the range of float is needed") }
      return UInt64(Float(answer).bitPattern)
    }
  }
}
