// BindingProbe: finds out whether an action that is read from JSON takes bindings.

/// A host writes a property through a template, such as `{"editor":"$action"}`. The action that this makes with a binding in
/// it is read while a probe is bound. The enum around the binding tells the probe whether it takes bindings.
package final class BindingProbe: @unchecked Sendable {
  // Unchecked: bound to one thread's call, and touched only by it.
  @TaskLocal static var current: BindingProbe?

  /// Whether the case `binding` of a ``BindableAction`` was read.
  package internal(set) var hasFound = false
  /// Whether the binding that was read has been written, or was found absent.
  package var isWritten: Bool { reception?.isTaken.load(ordering: .relaxed) ?? false }
  var reception: Reception?
  /// Whether hosts may write the property of the binding. Known if the value is kept.
  package internal(set) var isWritable = false
  /// The JSON of the value, if it is kept.
  package internal(set) var value: [UInt8]?
  let keepsValue: Bool

  package init(keepsValue: Bool = false) { self.keepsValue = keepsValue }

  /// Calls `body`, which reads an action.
  package func bind<R>(_ body: () -> R) -> R { Self.$current.withValue(self, operation: body) }

  /// The binding was read.
  func note(_ reception: Reception, _ value: Any) {
    self.reception = reception
    guard keepsValue, let value = value as? any JSONEncodable else { return }
    var writer = JSONWriter()
    value.writeJSON(to: &writer)
    self.value = writer.withBytes { Array($0) }
  }
}
