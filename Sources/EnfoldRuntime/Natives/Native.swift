// Native: a C function that answers requests.
import CEnfold
import CEnfoldFFI
import EnfoldJSON
import EnfoldPlugin

/// A C function with its prototype. It handles the requests of a name.
final class Native: @unchecked Sendable {
  // Unchecked: nothing changes after init, and the host says that any thread may call the function.
  private let name: String
  private let prototype: Prototype
  private let function: NativeFunction
  private let signature: FunctionSignature
  private let options: NativeOptions
  private let pointers: GivenPointers
  private let limits: JSONLimits

  private init(
    _ prototype: Prototype, _ function: @escaping NativeFunction, _ options: NativeOptions, _ pointers: GivenPointers,
    _ limits: JSONLimits
  ) throws(RuntimeError) {
    name = options.name ?? prototype.name
    self.prototype = prototype
    self.function = function
    self.options = options
    self.pointers = pointers
    self.limits = limits
    signature = try FunctionSignature(prototype)
  }

  /// From now on `function` handles the requests of a name, in place of the handler before.
  static func bind(
    _ prototype: Prototype, _ function: @escaping NativeFunction, _ options: NativeOptions, in runtime: Runtime
  ) throws(RuntimeError) {
    let native = try Native(prototype, function, options, runtime.pointers, runtime.options.limits.json)
    let handler = RequestHandler(
      { user, request, payload, length in
        guard let user, let payload else { return }
        let native = Unmanaged<Native>.fromOpaque(user).takeUnretainedValue()
        native.handle(request, UnsafeRawBufferPointer(start: payload, count: length))
      }, nil,
      Release(
        function: { if let user = $0 { Unmanaged<Native>.fromOpaque(user).release() } },
        user: Unmanaged.passRetained(native).toOpaque()))
    try runtime.requests.setHandler(handler, native.name)
  }

  // MARK: A request

  /// Answers a request: now, or on a thread of the pool.
  private func handle(_ request: UInt64, _ payload: UnsafeRawBufferPointer) {
    guard options.isWorker else { return answer(request, payload) }
    let copy = Array(payload)
    let problem = WorkerPool.shared.run {
      insideCallback { copy.withUnsafeBytes { self.answer(request, $0) } }
    }
    if let problem { fail(request, "there is no thread for it: \(problem)") }
  }

  private func answer(_ request: UInt64, _ payload: UnsafeRawBufferPointer) {
    // Without an open request, nobody wants the answer any more, and the function is not called.
    guard let pin = handles.pin(request, PendingRequest.self) else { return }
    let isStream = pin.entry._withUnsafeGuaranteedRef { $0.isStream }
    handles.unpin(pin)
    if isStream { return fail(request, "it is a C function, which gives one answer and no elements of a stream") }
    var writer = JSONWriter()
    do throws(RuntimeError) {
      try call(payload, &writer)
    } catch {
      return fail(request, error.message)
    }
    writer.withBytes { bytes in
      // If nobody wants the answer any more, it is dropped. If the feature does not take it, the request has failed.
      _ = try? handles.with(request, PendingRequest.self) { (request) throws(RuntimeError) in try request.resolve(bytes)
      }
    }
  }

  private func fail(_ request: UInt64, _ message: String) {
    _ = try? handles.with(request, PendingRequest.self) { (request) throws(RuntimeError) in
      try request.fail("\(name): \(request.redacted(message))")
    }
  }

  // MARK: The call

  /// Reads the arguments, calls the function and writes its result.
  private func call(
    _ payload: UnsafeRawBufferPointer, _ writer: inout JSONWriter
  ) throws(RuntimeError) {
    // A function without parameters gets the same room as with one, because an empty buffer has no address.
    let count = max(prototype.parameters.count, 1)
    let problem = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { values -> RuntimeError? in
      withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: count) { addresses in
        guard let first = values.baseAddress else { return nil }
        values.initialize(repeating: 0)
        for index in 0..<count { addresses.initializeElement(at: index, to: first + index) }
        var arguments = NativeArguments(prototype, pointers, in: first)
        do throws(JSONError) {
          try arguments.read(payload, limits: limits)
        } catch {
          return .invalid(error.message)
        }
        var result: UInt64 = 0
        let number = enfold_ffi_call(signature.pointer, function, &result, addresses.baseAddress)
        let value = withUnsafeBytes(of: result) { $0.baseAddress.map { CValue(result: $0, prototype.result) } }
        do throws(RuntimeError) {
          if let value { try write(value, errno: number, to: &writer, pointers) }
        } catch {
          return error
        }
        // The arguments live until here, because a text that is returned may be a part of one.
        _ = consume arguments
        return nil
      }
    }
    if let problem { throw problem }
  }

  private func write(
    _ value: CValue, errno: Int32, to writer: inout JSONWriter, _ pointers: GivenPointers
  ) throws(RuntimeError) {
    defer {
      if let release = options.release, let text = UnsafeMutableRawPointer(bitPattern: value.address) { release(text) }
    }
    if options.hasErrno { writer.literal("{\"value\":") }
    do throws(RuntimeError) {
      try value.writeJSON(as: prototype.result, to: &writer, pointers)
    } catch {
      throw RuntimeError(Int(error.status), "the result \(error.message)")
    }
    if options.hasErrno {
      writer.literal(",\"errno\":")
      writer.write(errno)
      writer.literal("}")
    }
  }
}
