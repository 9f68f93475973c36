// HostCallback: a C function that sends an action when it is called.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Synchronization

/// The object behind an `enfold_callback`. Its C function finds it by its handle, and so does nothing when that is closed.
final class HostCallback: ScopeCallback {
  /// Where its actions go.
  let scope: HostScope
  private let prototype: Prototype
  /// The prototype as it was given, for messages.
  private let declaration: String
  /// The text of the action without its arguments, and the places of these. In memory of their own, so that a call
  /// need not retain arrays.
  private let text: UnsafeMutableRawBufferPointer
  private let places: UnsafeMutableBufferPointer<ArgumentPlace>
  private let slot: UnsafeMutablePointer<enfold_callback_slot>
  /// Where calls of signal handlers go; nil if it is not for these.
  private let signals: SignalQueue?

  private init(
    _ scope: HostScope, _ prototype: Prototype, declaration: String, _ template: JSONTemplate,
    _ slot: UnsafeMutablePointer<enfold_callback_slot>, _ signals: SignalQueue?
  ) {
    self.scope = scope
    self.prototype = prototype
    self.declaration = declaration
    text = .allocate(byteCount: template.bytes.count, alignment: 1)
    text.copyBytes(from: template.bytes)
    places = .allocate(capacity: template.places.count)
    _ = places.initialize(
      fromContentsOf: template.places.map {
        ArgumentPlace(position: $0.position, parameter: $0.name, type: prototype.parameters[$0.name].type)
      })
    self.slot = slot
    self.signals = signals
    super.init()
  }

  deinit {
    text.deallocate()
    places.deinitialize()
    places.deallocate()
  }

  // MARK: Making

  /// Makes a callback of a scope, and gives it a handle.
  ///
  /// - Parameters:
  ///   - declaration: the prototype.
  ///   - action: the template of the action that it sends.
  static func make(
    _ scope: HostScope, _ declaration: UnsafeRawBufferPointer, action: UnsafeRawBufferPointer,
    options: UnsafeRawBufferPointer?
  ) throws(RuntimeError) -> (handle: UInt64, function: enfold_any_function) {
    let runtime = scope.store.runtime
    let prototype = try Prototype(declaration)
    let known = try CallbackOptions(options, for: prototype.result)
    let template: JSONTemplate
    do throws(JSONError) {
      template = try JSONTemplate(
        action, names: prototype.parameters.map(\.name), limits: runtime.options.limits.json)
    } catch {
      throw RuntimeError(error, in: "action")
    }
    let signals = known.isSignal ? try runtime.signalQueue(for: prototype) : nil
    try runtime.countCallback()
    let (slot, function): (UnsafeMutablePointer<enfold_callback_slot>, enfold_any_function)
    do throws(RuntimeError) {
      (slot, function) = try CallbackFunction.make(for: prototype, isSignal: known.isSignal)
    } catch {
      runtime.uncountCallback()
      throw error
    }
    slot.pointee.answer = known.answer
    slot.pointee.receive = receive
    let callback = HostCallback(
      scope, prototype, declaration: String(decoding: declaration, as: UTF8.self), template, slot, signals)
    let handle = try handles.open(callback)
    enfold_callback_slot_open(slot, handle, signals?.pointer)
    do throws(RuntimeError) {
      try scope.add(callback: handle)
    } catch {
      handles.closeIfOpen(handle, HostCallback.self) { $0.close() }
      throw error
    }
    return (handle, function)
  }

  // MARK: Calls

  private static let receive: @convention(c) (UInt64, UnsafePointer<UInt64>) -> Void = { handle, words in
    guard let pin = handles.pin(handle, HostCallback.self) else { return }
    pin.entry._withUnsafeGuaranteedRef { $0.send(words) }
    handles.unpin(pin)
  }

  /// Handles a call that a signal handler has noted. The action waits in the store, and counts for the pump's budget.
  static func receiveSignal(_ handle: UInt64, _ words: UnsafePointer<UInt64>) {
    insideCallback { receive(handle, words) }
  }

  /// Sends the action.
  ///
  /// - Parameter words: the arguments, each as it lies in memory.
  private func send(_ words: UnsafePointer<UInt64>) {
    do throws(RuntimeError) {
      var action = JSONWriter(capacity: text.count + 24 * places.count)
      try write(words, to: &action)
      _ = try scope.send(UnsafeRawBufferPointer(start: action.baseAddress, count: action.count), nil)
    } catch {
      log(error.message)
    }
  }

  private func write(_ words: UnsafePointer<UInt64>, to action: inout JSONWriter) throws(RuntimeError) {
    var start = 0
    for index in places.indices {
      let position = places[index].position
      action.raw(UnsafeRawBufferPointer(rebasing: text[start..<position]))
      let parameter = places[index].parameter
      do throws(RuntimeError) {
        let value = CValue(bits: words[parameter])
        try value.writeJSON(as: places[index].type, to: &action, scope.store.runtime.pointers)
      } catch {
        throw RuntimeError(Int(error.status), "\(prototype.parameters[parameter].name) \(error.message)")
      }
      start = position
    }
    action.raw(UnsafeRawBufferPointer(rebasing: text[start...]))
  }

  // MARK: Diagnostics

  /// Tells the receiver of diagnostics why a call sent nothing.
  private func log(_ message: String) {
    var record = JSONWriter()
    record.literal("{\"level\":\"error\",\"message\":")
    record.write("the callback \(prototype.name) has sent nothing: \(message)")
    record.write(Diagnostic.Topic.callbackSentNothing)
    record.literal(",\"callback\":")
    record.write(declaration)
    record.literal("}")
    record.withBytes {
      scope.store.log(Int32(ENFOLD_LOG_ERROR), $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count)
    }
  }

  /// Says how many calls of signal handlers were dropped, if any were.
  override func logDropped() {
    let dropped = enfold_callback_slot_take_dropped(slot)
    guard dropped > 0 else { return }
    log("\(dropped) calls of signal handlers found \(SignalQueue.capacity) others waiting for a pump")
  }

  // MARK: Closing

  /// From now on its function does nothing. Its handle is closed already. Called once.
  override func close() {
    if !enfold_callback_slot_close(slot) { signals?.keepForEver() }
    scope.forget(callback: handle)
  }
}

/// Where an argument comes in the text of an action.
private struct ArgumentPlace {
  let position: Int
  /// The index of the parameter.
  let parameter: Int
  let type: CType
}
