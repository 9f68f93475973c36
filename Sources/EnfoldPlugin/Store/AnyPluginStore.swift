// AnyPluginStore: a plugin's store without its types. The C table calls it.
import CEnfold
import Enfold

/// An open store of a plugin. Its methods do the work of the functions in `enfold_engine`.
public class AnyPluginStore: @unchecked Sendable {
  // Unchecked: nothing here changes after init; the subclass gives its own reason.
  public typealias ErrorOut = UnsafeMutablePointer<enfold_error>?
  public typealias TaskOut = UnsafeMutablePointer<UnsafeMutableRawPointer?>?

  /// Sending is a closure, not a method. The closure is compiled where the types of the store are known; the methods of
  /// a generic class are not.
  public typealias Send = (
    AnyPluginStore, UnsafeRawBufferPointer, _ mayDrain: Bool, _ token: UInt64, TaskOut, ErrorOut
  ) -> enfold_status
  public typealias SendBatch = (
    AnyPluginStore, UnsafeRawBufferPointer, _ mayDrain: Bool, _ accepted: UnsafeMutablePointer<Int>?, ErrorOut
  ) -> enfold_status

  let deepest: DeepestText
  let send: Send
  let sendBatch: SendBatch

  @usableFromInline init(deepest: DeepestText, send: @escaping Send, sendBatch: @escaping SendBatch) {
    self.deepest = deepest
    self.send = send
    self.sendBatch = sendBatch
  }

  func drain(_ limit: Int?) -> DrainResult { abstract() }
  func state(_ path: JSONPath, _ write: (UnsafeRawBufferPointer) -> Void) throws(PluginError) { abstract() }
  func set(
    _ path: JSONPath, _ text: UnsafeRawBufferPointer, as binding: BindingTemplate?,
    then action: UnsafeRawBufferPointer?, _ mayDrain: Bool
  ) throws(PluginError) -> enfold_status { abstract() }
  func restore(_ text: UnsafeRawBufferPointer, _ mayDrain: Bool) throws(PluginError) -> enfold_status { abstract() }
  func observe(
    _ interest: UInt64, at path: JSONPath, _ options: InterestOptions, _ mayDrain: Bool
  ) throws(PluginError) { abstract() }
  func unobserve(_ interest: UInt64) { abstract() }
  var revision: UInt64 { abstract() }
  var pending: Int { abstract() }
  func watchIdle(_ isOn: Bool) { abstract() }
  func send(
    _ text: UnsafeRawBufferPointer, tag: String, _ mayDrain: Bool, _ token: UInt64, _ taskOut: TaskOut,
    _ errorOut: ErrorOut
  ) -> enfold_status { abstract() }
  func send(
    _ text: UnsafeRawBufferPointer, tag: String?, given: GivenDependencies, _ mayDrain: Bool, _ token: UInt64,
    _ taskOut: TaskOut, _ errorOut: ErrorOut
  ) -> enfold_status { abstract() }
  func flush(begins: Bool, isLast: Bool, _ mayDrain: Bool) throws(PluginError) -> enfold_status { abstract() }
  var runningOrigins: [EffectOrigin] { abstract() }
  func hold(_ isOn: Bool, isStop: Bool, _ mayDrain: Bool) throws(PluginError) -> enfold_status { abstract() }
  var isStopped: Bool { abstract() }
  var isHeld: Bool { abstract() }
  func step(_ isTaken: inout Bool, _ mayDrain: Bool) throws(PluginError) -> enfold_status { abstract() }
  func addBreakpoint(_ number: UInt64, before action: [String]) { abstract() }
  func removeBreakpoint(_ number: UInt64) -> Bool { abstract() }
  func trace(_ isOn: Bool, _ mayDrain: Bool) throws(PluginError) -> enfold_status { abstract() }
  func raiseStacks(_ numbers: [String: Int]) { abstract() }
  func close(_ mayDrain: Bool) { abstract() }

  private func abstract() -> Never { preconditionFailure("abstract") }
}
