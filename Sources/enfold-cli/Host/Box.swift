// Box: a closure behind the `user` pointer of a C callback.

/// Keeps a closure while C may call it: `retained` is given to C, and C calls `release` once.
final class Box<Argument> {
  private let body: (Argument) -> Void

  init(_ body: @escaping (Argument) -> Void) { self.body = body }

  var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func call(_ user: UnsafeMutableRawPointer?, _ argument: Argument) {
    guard let user else { return }
    Unmanaged<Box<Argument>>.fromOpaque(user).takeUnretainedValue().body(argument)
  }

  static var release: @convention(c) (UnsafeMutableRawPointer?) -> Void {
    { user in
      guard let user else { return }
      Unmanaged<AnyObject>.fromOpaque(user).release()
    }
  }
}

/// A text that C lends.
func string(_ text: UnsafePointer<CChar>?, _ length: Int) -> String {
  String(decoding: UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : length), as: UTF8.self)
}
