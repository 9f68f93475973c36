// PluginStore: writing one property, as two-way bindings of hosts do.
import CEnfold
import Enfold

extension PluginStore {
  /// Writes the property at a path. If that changed something, sends the action that is given.
  ///
  /// - Parameter binding: how the write becomes an action; nil if it is none.
  func write(
    _ path: JSONPath, _ text: UnsafeRawBufferPointer, as binding: BindingTemplate?,
    then action: UnsafeRawBufferPointer?,
    _ mayDrain: Bool
  ) throws(PluginError) -> enfold_status {
    guard State.jsonAllows(path) else { throw .impossible(path, State.self) }
    let setter = try setter(at: path, text)
    var template: ActionTemplate?
    if let action { template = try self.template(action, Array(text)) }
    // What is inside a case of an enum has no setter. The feature there writes it, if it takes bindings.
    let bound = try binding.flatMap { (binding) throws(PluginError) in
      try bindingAction(binding, text, at: path, isOnlyWay: setter == nil)
    }
    if setter == nil, bound == nil { throw .readOnly(path, State.self) }
    let outcome = OutcomeBox()
    let performed = engine.perform(mayDrain: mayDrain, isInside: false, whileHeld: .isHeld) { [self, template] isOpen in
      guard isOpen else { return }
      // Another thread than the caller's may be here.
      if texts.deepest.isBeyondStack {
        let message = "\"\(path.pointer)\" was not set: \(texts.deepest.stackError.message)"
        return host.log(Diagnostic(level: .error, .nothingToSet, message: message))
      }
      var old = JSONWriter(capacity: 16)
      let hasChanged: Bool
      if let bound {
        outcome.value = reduce(bound.action, ifChanging: setter, at: path, to: bound.probe, &old)
        hasChanged = outcome.value == .changed && bound.probe.isWritten
      } else {
        hasChanged = engine.commit { state in
          outcome.value = setter?.apply(&state, &old) ?? .unchanged
          return outcome.value == .changed
        }
      }
      if outcome.value == .noTarget {
        host.log(Diagnostic(level: .warning, .nothingToSet, message: "nothing is at \"\(path.pointer)\" to be set"))
      }
      guard hasChanged, let template else { return }
      var new = JSONWriter(capacity: 16)
      _ = engine.withState { state, _ in
        if !state.writeJSON(at: path, to: &new) { new.writeNull() }
      }
      send(template, old, new)
    }
    let status = try performed.status
    if status == Status.ok, outcome.value == .noTarget {
      throw PluginError(Status.noTarget, "nothing is at \"\(path.pointer)\" to be set")
    }
    return status
  }

  /// Reduces the action of a binding, unless the property has that value already.
  private func reduce(
    _ action: Action, ifChanging setter: PropertySetter<State>?, at path: JSONPath, to probe: BindingProbe,
    _ old: inout JSONWriter
  ) -> SetOutcome {
    var outcome = SetOutcome.unchanged
    engine.bindNow { state in
      if let setter {
        outcome = setter.outcome(in: state, &old)
      } else if state.writeJSON(at: path, to: &old) {
        outcome = old.withBytes { $0.elementsEqual(probe.value ?? []) } ? .unchanged : .changed
      } else {
        outcome = .noTarget
      }
      return outcome == .changed ? action : nil
    }
    return outcome
  }

  /// The action that a write becomes, with the probe that read it; nil if the feature to which the template leads takes no
  /// bindings, or if this is a stub, which reduces nothing.
  ///
  /// - Parameter isOnlyWay: whether the property has no setter. Then the value was not checked before.
  private func bindingAction(
    _ template: BindingTemplate, _ value: UnsafeRawBufferPointer, at path: JSONPath, isOnlyWay: Bool
  ) throws(PluginError) -> (action: Action, probe: BindingProbe)? {
    if engine.isStub || template.isPlain && !takesBindings(Action.self, of: State.self) { return nil }
    let probe = BindingProbe(keepsValue: isOnlyWay)
    if isOnlyWay { _ = try read(value, at: path) { reader throws(JSONError) in try reader.skipValue() } }
    var failure: JSONError?
    let text = template.text(with: value)
    let action = text.withBytes { bytes in
      // What the host has given was checked, and may be nested as deep as a whole text.
      var reader = texts.reader(of: bytes, limits: .greatest)
      return probe.bind { () -> Action? in
        do throws(JSONError) {
          let action = try decode(&reader)
          try reader.finish()
          return action
        } catch {
          failure = error
          return nil
        }
      }
    }
    if let failure, isOnlyWay, probe.hasFound, probe.isWritable {
      let start = text.count - template.behind.count - value.count - 2
      let error = JSONError(
        code: failure.code, offset: min(max(failure.offset - start, 0), value.count), message: failure.message)
      throw PluginError(error.withPlace(in: value, at: path), mismatch: Status.badState)
    }
    return action.flatMap { probe.hasFound ? ($0, probe) : nil }
  }

  private func setter(
    at path: JSONPath, _ text: UnsafeRawBufferPointer
  ) throws(PluginError) -> PropertySetter<State>? {
    try read(text, at: path) { reader throws(JSONError) in try State._$setter(at: path, from: &reader) }
  }

  /// Reads the value for a property. Nil, and nothing was read, if `body` gives nil.
  private func read<R>(
    _ text: UnsafeRawBufferPointer, at path: JSONPath, _ body: (inout JSONReader) throws(JSONError) -> R?
  ) throws(PluginError) -> R? {
    // Counted from the root of the state, the value must not be nested deeper than an action can be.
    var limits = texts.limits
    limits.depth = max(limits.depth - path.count, 0)
    var reader = texts.reader(of: text, limits: limits)
    do throws(JSONError) {
      let result = try body(&reader)
      if result != nil { try reader.finish() }
      texts.deepest.note(reader)
      return result
    } catch {
      let problem = reader.checkRest(after: error).withPlace(in: text, at: path)
      var error = PluginError(problem, mismatch: Status.badState)
      if error.message.hasSuffix("deeper than \(limits.depth)") {
        error.message += " (\(texts.limits.depth) with the pointer's tokens)"
      }
      throw error
    }
  }

  /// Reads the action's template and checks that it makes an action.
  private func template(_ text: UnsafeRawBufferPointer, _ value: [UInt8]) throws(PluginError) -> ActionTemplate {
    let template: ActionTemplate
    do throws(JSONError) {
      template = try ActionTemplate(text, limits: texts.limits)
    } catch { throw PluginError(error, mismatch: Status.badAction) }
    // The old value is not known yet. It has the same type as the new one, so the new one stands in for it.
    do throws(PluginError) {
      _ = try template.action(self, old: value, new: value)
    } catch {
      if template.isPlain { throw error }
      throw PluginError(error.status, "\(error.message) (in the template, with the value in it)")
    }
    return template
  }

  private func send(_ template: ActionTemplate, _ old: borrowing JSONWriter, _ new: borrowing JSONWriter) {
    do throws(PluginError) {
      if let failure = old.failure ?? new.failure { throw PluginError(Status.failed, failure) }
      let action = try template.action(self, old: old.withBytes { Array($0) }, new: new.withBytes { Array($0) })
      let sent = engine.sendThroughQueue(action, isInside: true, mayDrain: false)
      if case .refused(let error) = sent { throw PluginError(error) }
    } catch {
      let message = "the action after a set was refused: \(error.message)"
      host.log(Diagnostic(level: .error, .actionBehindSet, message: message))
    }
  }
}

/// How a write becomes the binding of a feature: the text around it.
struct BindingTemplate {
  let before: UnsafeRawBufferPointer
  let behind: UnsafeRawBufferPointer
  /// The pointer in the state of that feature.
  let pointer: UnsafeRawBufferPointer

  /// Whether the feature is the store's own.
  var isPlain: Bool { before.isEmpty && behind.isEmpty }

  /// The whole action.
  func text(with value: UnsafeRawBufferPointer) -> JSONWriter {
    var writer = JSONWriter(capacity: before.count + behind.count + value.count + 64)
    writer.raw(before)
    writer.literal("{\"binding\":{")
    writer.write(String(decoding: pointer, as: UTF8.self))
    writer.literal(":")
    writer.raw(value)
    writer.literal("}}")
    writer.raw(behind)
    return writer
  }
}

/// The result of a `set`. Only one thread at a time writes or reads it.
private final class OutcomeBox: @unchecked Sendable {
  // Unchecked: the draining thread writes it, and the caller reads it only if it was the draining thread itself.
  var value = SetOutcome.unchanged
}

/// An action in which the strings "$old" and "$new" are places for values. See ``JSONTemplate``.
private struct ActionTemplate: Sendable {
  private let template: JSONTemplate

  init(_ text: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONError) {
    template = try JSONTemplate(text, names: ["old", "new"], limits: limits)
  }

  /// Whether there are no places for values.
  var isPlain: Bool { template.places.isEmpty }

  /// The action with the values put in.
  func action<State, Action>(
    _ store: PluginStore<State, Action>, old: [UInt8], new: [UInt8]
  ) throws(PluginError) -> Action {
    var text = JSONWriter(capacity: template.bytes.count + old.count + new.count)
    template.write(to: &text) { name, writer in
      (name == 0 ? old : new).withUnsafeBytes { writer.raw($0) }
    }
    return try text.withBytes { bytes -> Result<Action, PluginError> in
      var reader = store.texts.reader(of: bytes)
      do throws(JSONError) {
        let action = try store.decode(&reader)
        try reader.finish()
        return .success(action)
      } catch { return .failure(PluginError(error, mismatch: Status.badAction)) }
    }.get()
  }
}
