// What @ObservableState and @Action refuse is reported without errors in the code around it.
import Enfold

@ObservableState class NotAStruct {}  // error: @ObservableState can only be applied to a struct

// error: @ObservableState can only be applied to a struct; for an enum use @Action
@ObservableState enum NotAnAction { case a }

@ObservableState struct Excluding {
  var fine = 0
  @Bindable @Emit var count = 0  // error: @ViewState and @Bindable exclude @Pulse and @Emit
}

@ObservableState struct Observers {
  var fine = 0
  var count = 0 { didSet {} }  // error: @ObservableState cannot observe a property with willSet or didSet
}

@ObservableState struct Several {
  var a = 0, b = 1  // error: @ObservableState observes one property per declaration
}

enum Outer {
  @ObservableState private struct Hidden { var a = 0 }  // error: @ObservableState needs a type that the whole file
}

@Action enum Overloaded {
  case a(x: Int)
  case a(y: Int)  // error: @Action needs a different name for every case
}
