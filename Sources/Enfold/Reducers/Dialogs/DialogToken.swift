// DialogToken: which dialog a value is a copy of. A file of its own: features without dialogs need this alone.

/// Belongs to one dialog and its copies. It is no part of what the dialog says: neither of `==`, nor of the JSON.
public final class DialogToken: Sendable {
  init() {}
}

/// For the library itself: what has a token. Not a part of the interface.
public protocol DialogTokenHolder {
  /// Tells a dialog from the next one with the same content.
  var _$token: DialogToken { get }
}
