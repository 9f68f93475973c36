// BindingNotWritten: why a binding was not written, as a diagnostic says it.

/// A binding that nobody has written: why.
@usableFromInline struct BindingNotWritten: Sendable {
  let message: String

  /// There is no `BindingReducer`.
  static func noReducer(_ feature: String, _ place: String) -> Self {
    Self(
      message: "a binding of \(place) was sent, but nothing writes it: \(feature) takes bindings and has no "
        + "BindingReducer. Put `BindingReducer()` into its body")
  }

  /// The place of the property is absent.
  static func absent(_ place: String) -> Self {
    Self(message: "a binding was not written: nothing is at \(place)")
  }
}
