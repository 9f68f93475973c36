// @Redacted at a place that no host sees, and labels that a case does not have, are reported where they are written.
import Enfold

@ObservableState struct State {
  @Redacted var token = ""
  @Redacted @Pulse var code: String?
  @Redacted @Derived var length: Int { token.utf8.count }
  @Redacted var computed: Int { 0 }  // error: a computed property has no place in the state's JSON
  @Redacted static let fixed = 0  // error: a static property has no place in the state's JSON
  @Redacted @Ignored var cache = 0  // error: an @Ignored property has no place in the state's JSON
  @Redacted func method() {}  // error: @Redacted marks properties of a state and cases of an action
}

@Action enum Action {
  @Redacted case paste(String)
  @Redacted("password", "pin") case login(user: String, password: String, pin: Int?)
  @Redacted case logout  // error: 'logout' has no values, and @Redacted does not hide the name of a case
  // error: 'enter' has no value 'pasword'; it has 'user', 'password'
  @Redacted("pasword") case enter(user: String, password: String)
}

struct Plain {
  @Redacted var token = ""  // error: @Redacted has a meaning only in the body of an @ObservableState struct
}
