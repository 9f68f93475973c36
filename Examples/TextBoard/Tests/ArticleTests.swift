// The first article on ReactorKit, sample by sample, in its order. The application that it builds is this example.
import EnfoldReactor
import EnfoldTesting
import Testing
@testable import TextBoardFeature

/// The article's first sample: a service is asked, and each answer becomes one or two mutations.
@Reactor private final class FollowReactor: Reactor {
  enum Action: Sendable { case didTapFollowButton(userId: Int) }
  enum Mutation: Sendable, Equatable {
    case presentSuccessToastMessage
    case presentFailureToastMessage
    case setFollowButtonTintColor(String)
  }
  struct State: Sendable, Equatable {
    var shouldPresentSuccessToastMessage = false
    var shouldPresentFailureToastMessage = false
    var followButtonTintColor: String?
  }

  let initialState = State()
  let executeFollowUser: @Sendable (Int) -> Observable<Bool>

  init(executeFollowUser: @escaping @Sendable (Int) -> Observable<Bool>) { self.executeFollowUser = executeFollowUser }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case let .didTapFollowButton(userId):
      return executeFollowUser(userId)
        .flatMap { success -> Observable<Mutation> in
          if success {
            return Observable.concat(
              Observable<Mutation>.just(.presentSuccessToastMessage),
              Observable<Mutation>.just(.setFollowButtonTintColor("red"))
            )
          }
          return Observable<Mutation>.just(.presentFailureToastMessage)
        }
        .asObservable()
    }
  }

  func reduce(state: State, mutation: Mutation) -> State {
    var newState = state
    switch mutation {
    case .presentSuccessToastMessage:
      newState.shouldPresentSuccessToastMessage = true
    case .presentFailureToastMessage:
      newState.shouldPresentFailureToastMessage = true
    case let .setFollowButtonTintColor(color):
      newState.followButtonTintColor = color
    }
    return newState
  }
}

/// What a UITextField and its labels are in the article. It is bound as the article binds them.
private final class TextFieldViewController: EnfoldReactor.View {
  typealias Reactor = TextFieldViewReactor

  let textfield = PublishSubject<String>()
  let settingButton = PublishSubject<Void>()
  private(set) var capitalizedStringLabel: [String?] = []
  private(set) var lengthOfStringLabel: [String] = []
  private(set) var backgroundColor: [BackgroundColor?] = []
  private(set) var alerts: [String] = []
  private(set) var pushed: [TextFieldViewReactor.Screen] = []
  var disposeBag: DisposeBag = DisposeBag()

  func bind(reactor: TextFieldViewReactor) {
    textfield
      .map { Reactor.Action.inputField($0) }
      .bind(to: reactor.action)
      .disposed(by: disposeBag)

    reactor.state.map { $0.capitalizedString }
      .distinctUntilChanged()
      .bind(with: self) { owner, text in owner.capitalizedStringLabel.append(text) }
      .disposed(by: disposeBag)

    reactor.state.compactMap { $0.lengthOfString }
      .map { "\($0)" }
      .distinctUntilChanged()
      .bind(with: self) { owner, text in owner.lengthOfStringLabel.append(text) }
      .disposed(by: disposeBag)

    reactor.state.map { $0.backgroundColor }
      .distinctUntilChanged()
      .bind(with: self) { owner, color in owner.backgroundColor.append(color) }
      .disposed(by: disposeBag)

    reactor.pulse(\.$alertMessage)
      .compactMap { $0 }
      .bind(with: self) { $0.alerts.append($1) }
      .disposed(by: disposeBag)

    settingButton
      .map { Reactor.Action.didTapSettingButton }
      .bind(to: reactor.action)
      .disposed(by: disposeBag)

    reactor.pulse(\.$screen)
      .compactMap { $0 }
      .bind(with: self) { owner, screen in owner.pushed.append(screen) }
      .disposed(by: disposeBag)
  }
}

@Suite("The article: ReactorKit, taken apart") struct ArticleTests {
  private let clock = TestClock()
  private let provider = ServiceProvider()

  /// A reactor with the test's clock, by itself: as the article's view controllers have it.
  private func makeReactor(backgroundColor: BackgroundColor? = nil) -> TextFieldViewReactor {
    withDependencies {
      $0.clock = clock
    } operation: {
      TextFieldViewReactor(backgroundColor: backgroundColor, service: provider)
    }
  }

  @Test("mutate: an action is split into what is to be shown") func mutate() async {
    let store = TestStore(FollowReactor { id in .just(id == 1) })
    await store.send(.didTapFollowButton(userId: 1)) { $0.shouldPresentSuccessToastMessage = true }
    await store.receive(mutation: FollowReactor.Mutation.setFollowButtonTintColor("red")) {
      $0.followButtonTintColor = "red"
    }
    await store.send(.didTapFollowButton(userId: 2)) { $0.shouldPresentFailureToastMessage = true }
  }

  @Test("What is typed is shown in capitals, with its length") func textField() {
    let (view, reactor) = (TextFieldViewController(), makeReactor())
    view.reactor = reactor
    for text in ["h", "hi", "hi"] { view.textfield.onNext(text) }
    #expect(view.capitalizedStringLabel == [nil, "H", "HI"])
    #expect(view.lengthOfStringLabel == ["1", "2"])
  }

  @Test("The initial state is emitted, too, unless it is skipped") func initialState() {
    let (view, reactor) = (TextFieldViewController(), makeReactor(backgroundColor: .teal))
    view.reactor = reactor
    #expect(view.backgroundColor == [.teal])
    var skipped: [BackgroundColor?] = []
    let subscription = reactor.state.map { $0.backgroundColor }.skip(1).bind { skipped.append($0) }
    #expect(skipped == [])
    reactor.action.onNext(.inputField("a"))
    #expect(skipped == [.teal, .teal])
    subscription.cancel()
  }

  @Test("Each mutation emits the whole state; distinctUntilChanged holds back what is equal") func distinct() {
    let reactor = makeReactor()
    let (all, distinct) = (Collected(), Collected())
    let bag = DisposeBag()
    reactor.state.map { $0.lengthOfString }.bind { all.add($0) }.disposed(by: bag)
    reactor.state.map { $0.lengthOfString }.distinctUntilChanged().bind { distinct.add($0) }.disposed(by: bag)
    reactor.action.onNext(.inputField("ab"))
    reactor.action.onNext(.inputField("cd"))
    #expect(all.lengths == [nil, nil, 2, 2, 2])
    #expect(distinct.lengths == [nil, 2])
  }

  @Test("A pulse tells each assignment, also of an equal value, and nothing else") func pulse() {
    let (view, reactor) = (TextFieldViewController(), makeReactor())
    view.reactor = reactor
    for text in ["1", "a", "b", "2"] { view.textfield.onNext(text) }
    #expect(view.alerts == ["Only letters can be typed.", "Only letters can be typed."])
    #expect(view.capitalizedStringLabel == [nil, "A", "B"])
    #expect(reactor.currentState.$alertMessage.count == 2)
  }

  @Test("What another screen sets arrives by a service, as a mutation") func globalState() {
    let (view, reactor) = (TextFieldViewController(), makeReactor())
    view.reactor = reactor
    let settings = SettingViewReactor(backgroundColor: reactor.currentState.backgroundColor, service: provider)
    settings.action.onNext(.didTapButton)
    let color = settings.currentState.backgroundColor
    #expect(color != nil)
    #expect(view.backgroundColor == [nil, color])
    settings.action.onNext(.didTapButton)
    #expect(view.backgroundColor == [nil, color, settings.currentState.backgroundColor])
  }

  @Test("Two clicks in a row open the settings once") func throttle() async {
    let (view, reactor) = (TextFieldViewController(), makeReactor())
    withDependencies {
      $0.clock = clock
    } operation: {
      view.reactor = reactor
      view.settingButton.onNext(())
      view.settingButton.onNext(())
    }
    #expect(view.pushed == [.settings])
    await clock.advance(by: .milliseconds(299))
    view.settingButton.onNext(())
    #expect(view.pushed == [.settings])
    await clock.advance(by: .milliseconds(1))
    view.settingButton.onNext(())
    #expect(view.pushed == [.settings, .settings])
  }

  @Test("Both screens in one store, as a host has them") func tree() async {
    let store = TestStore(initialState: TextBoard.State()) {
      TextBoard()
    } withDependencies: {
      $0.random = RandomSource(seed: 1)
      $0.clock = clock
    }
    await store.send(.field(.inputField("a"))) { $0.field.capitalizedString = "A" }
    await store.receive(mutation: TextFieldViewReactor.Mutation.setLengthOfString(1)) { $0.field.lengthOfString = 1 }
    await store.send(.field(.didTapSettingButton)) { $0.field.screen = .settings }
    let color = RandomSource(seed: 1).withGenerator { BackgroundColor.allCases.randomElement(using: &$0) }
    await store.send(.settings(.didTapButton)) { $0.settings.backgroundColor = color }
    await store.receive(mutation: TextFieldViewReactor.Mutation.setBackgroundColor(color)) {
      $0.field.backgroundColor = color
    }
  }
}

/// What a stream has told.
private final class Collected {
  private(set) var lengths: [Int?] = []
  func add(_ length: Int?) { lengths.append(length) }
}
