// ServiceProvider: how the screens tell each other what has happened.
import EnfoldReactor

public enum SettingEvent: Sendable, Equatable {
  case setBackgroundColor(BackgroundColor?)
}

/// Tells everybody who wants to know what was set.
public final class SettingService: Sendable {
  let event = PublishSubject<SettingEvent>()

  @discardableResult
  func setBackgroundColor(_ color: BackgroundColor?) -> Observable<BackgroundColor?> {
    event.onNext(.setBackgroundColor(color))
    return .just(color)
  }
}

public final class ServiceProvider: Sendable {
  let settings = SettingService()

  public init() {}
}
