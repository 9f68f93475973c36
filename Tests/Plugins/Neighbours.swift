// Features whose reducers and encodings use stores through the C API. Driven by Tests/C/encoding.c and neighbours.c.
import Enfold
import EnfoldPlugin
import Glibc

// MARK: Its own store

/// A state that uses its own store, through the C API, while it is being encoded.
struct Narcissus: Reducer {
  @ObservableState struct State: Equatable {
    var image = Image()
    var count = 0
  }

  @Action enum Action {
    case look(store: UInt64, deed: Image.Deed)
    case increment
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .look(let store, let deed): state.image = Image(store: store, deed: deed)
    case .increment: state.count += 1
    }
    return .none
  }

  /// Written as the status of what it does.
  struct Image: Equatable, JSONCodable {
    enum Deed: String, CaseIterable, JSONCodable { case nothing, read, send, close, fail }

    var store: UInt64 = 0
    var deed = Deed.nothing

    init(store: UInt64 = 0, deed: Deed = .nothing) { (self.store, self.deed) = (store, deed) }
    init(json reader: inout JSONReader) throws(JSONError) { try reader.skipValue() }
    static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }

    func writeJSON(to writer: inout JSONWriter) {
      switch deed {
      case .nothing: writer.write(1)
      case .read: writer.write(Host.read(store))
      case .send: writer.write(Host.send(store, "\"increment\""))
      case .close: writer.write(Host.close(store))
      case .fail:
        writer.fail("nobody looks like this")
        writer.writeNull()
      }
    }

    /// So that it does something when its state is encoded, and not when it is assigned.
    func hasSameJSON(as other: Image) -> Bool { self == other }
  }
}

// MARK: Another store

/// A reducer that sends to another store and reads it; the C one in Tests/C/plugins/neighbour.c does the same.
struct Neighbour: Reducer {
  @ObservableState struct State: Equatable {
    var other: UInt64 = 0
    var visits = 0
    var greetings = 0
    /// What the functions of the last visit gave.
    var sent = 0
    var read = 0
    var window = Window()
  }

  @Action enum Action {
    case meet(UInt64)
    case visit
    case greet
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .meet(let other):
      state.other = other
      state.window = Window(other: other)
    case .visit:
      state.visits += 1
      state.sent = Host.send(state.other, "\"greet\"")
      state.read = Host.read(state.other)
    case .greet: state.greetings += 1
    }
    return .none
  }

  /// Reads the other store while it is written, as the status of that.
  struct Window: Equatable, JSONCodable {
    var other: UInt64 = 0

    init(other: UInt64 = 0) { self.other = other }
    init(json reader: inout JSONReader) throws(JSONError) { try reader.skipValue() }
    static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }
    func writeJSON(to writer: inout JSONWriter) { writer.write(other == 0 ? 0 : Host.read(other)) }
  }
}

// MARK: The C API

/// Functions of enfold.h, found in the process; each gives the status.
private enum Host {
  static func send(_ store: UInt64, _ action: String) -> Int {
    typealias Send = @convention(c) (UInt64, UnsafePointer<CChar>?, Int, OpaquePointer?, OpaquePointer?) -> Int32
    return Int(function("enfold_store_send", as: Send.self)(store, action, -1, nil, nil))
  }

  static func read(_ store: UInt64) -> Int {
    typealias Read =
      @convention(c) (UInt64, UnsafePointer<CChar>?, Int, UnsafeMutableRawPointer?, OpaquePointer?) -> Int32
    typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
    var text: (UnsafeMutableRawPointer?, Int) = (nil, 0)
    let status = function("enfold_store_state", as: Read.self)(store, nil, 0, &text, nil)
    function("enfold_string_free", as: Free.self)(&text)
    return Int(status)
  }

  static func close(_ store: UInt64) -> Int {
    typealias Close = @convention(c) (UInt64, OpaquePointer?) -> Int32
    return Int(function("enfold_store_close", as: Close.self)(store, nil))
  }

  private static func function<F>(_ name: String, as type: F.Type) -> F { unsafeBitCast(dlsym(nil, name), to: type) }
}

#enfoldPlugin(id: "org.enfold.tests.neighbours", version: "1.0.0", features: [Narcissus.self, Neighbour.self])
