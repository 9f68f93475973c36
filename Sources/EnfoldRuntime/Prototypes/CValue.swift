// CValue: a value of a C type, as it lies in a register.

/// A value of any type of a prototype. Eight bytes are enough for each of them.
struct CValue: Equatable {
  /// The value, beginning with the lowest bit: an integer, an address, or the bits of a `float` or `double`. A type of
  /// fewer bytes does not look at the others.
  var bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// Reads a variable.
  init(at address: UnsafeRawPointer, _ type: CType) {
    bits =
      switch type.size {
      case 0: 0
      case 1: UInt64(address.loadUnaligned(as: UInt8.self))
      case 2: UInt64(address.loadUnaligned(as: UInt16.self))
      case 4: UInt64(address.loadUnaligned(as: UInt32.self))
      default: address.loadUnaligned(as: UInt64.self)
      }
  }

  /// Writes a variable.
  func store(at address: UnsafeMutableRawPointer, _ type: CType) {
    switch type.size {
    case 0: break
    case 1: address.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
    case 2: address.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
    case 4: address.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
    default: address.storeBytes(of: bits, as: UInt64.self)
    }
  }

  // MARK: Results, which libffi widens

  /// Reads a result that libffi has written: it widens an integer of fewer bytes to all eight.
  init(result address: UnsafeRawPointer, _ type: CType) {
    guard type.isWidened else {
      self.init(at: address, type)
      return
    }
    self.init(bits: address.loadUnaligned(as: UInt64.self))
  }

  /// Writes a result where libffi reads it.
  func storeResult(at address: UnsafeMutableRawPointer, _ type: CType) {
    if type.isWidened {
      address.storeBytes(of: widened(type), as: UInt64.self)
    } else {
      store(at: address, type)
    }
  }

  /// The value with all eight bytes filled, as C code that returns it in a register does it.
  func widened(_ type: CType) -> UInt64 {
    switch type.kind {
    case .void: 0
    case .bool: truth ? 1 : 0
    case .integer(_, isSigned: true): UInt64(bitPattern: signed(type))
    case .integer: unsigned(type)
    case .float: bits & 0xFFFF_FFFF
    case .double, .text, .pointer: bits
    }
  }

  // MARK: Values

  init(_ value: Bool) { bits = value ? 1 : 0 }
  init(_ value: Float) { bits = UInt64(value.bitPattern) }
  init(_ value: Double) { bits = value.bitPattern }
  init(address: UInt) { bits = UInt64(address) }

  /// Anything but 0 is true.
  var truth: Bool { UInt8(truncatingIfNeeded: bits) != 0 }
  var float: Float { Float(bitPattern: UInt32(truncatingIfNeeded: bits)) }
  var double: Double { Double(bitPattern: bits) }
  var address: UInt { UInt(truncatingIfNeeded: bits) }

  func signed(_ type: CType) -> Int64 {
    switch type.size {
    case 1: Int64(Int8(truncatingIfNeeded: bits))
    case 2: Int64(Int16(truncatingIfNeeded: bits))
    case 4: Int64(Int32(truncatingIfNeeded: bits))
    default: Int64(bitPattern: bits)
    }
  }

  func unsigned(_ type: CType) -> UInt64 {
    switch type.size {
    case 1: UInt64(UInt8(truncatingIfNeeded: bits))
    case 2: UInt64(UInt16(truncatingIfNeeded: bits))
    case 4: UInt64(UInt32(truncatingIfNeeded: bits))
    default: bits
    }
  }
}

extension CType {
  /// Whether libffi widens a result of this type to eight bytes.
  fileprivate var isWidened: Bool {
    switch kind {
    case .bool, .integer: true
    case .void, .float, .double, .text, .pointer: false
    }
  }
}
