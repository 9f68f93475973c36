// A property and a payload without JSON form are reported once each, in words that help.
import Enfold

struct Plain: Sendable {}

@ObservableState struct State {
  var fine = 0
  var plain = Plain()  // error: 'write(_:to:)' is unavailable: every property of an @ObservableState and every payload
  let optional: Plain?  // error: 'write(_:to:)' is unavailable: every property of an @ObservableState and every payload
  @Derived var copy: Plain { plain }  // error: 'write(_:to:)' is unavailable: every property of an @ObservableState
}

@Action enum Action {
  case fine
  case single(Plain)  // error: 'write(_:to:)' is unavailable: every property of an @ObservableState and every payload
  case labelled(plain: Plain)  // error: 'write(_:to:)' is unavailable: every property of an @ObservableState
  case several(Int, Plain)  // error: 'write(_:to:)' is unavailable: every property of an @ObservableState
}
