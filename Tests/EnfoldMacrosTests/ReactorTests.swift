// What @Reactor adds to a class, and what it reports.
import Testing

@Suite("@Reactor") struct ReactorTests {
  @Test func aClassIsLinkedToItsStore() {
    expectExpansion(
      """
      @Reactor final class Counter: Reactor {
        func reduce(state: inout State, mutation: Mutation) {}
      }
      """,
      is: """
        final class Counter: Reactor {
          func reduce(state: inout State, mutation: Mutation) {}

          let _$link: EnfoldReactor.ReactorLink<State, Action>? = EnfoldReactor.ReactorLink()
        }
        """)
  }

  @Test func aReduceThatReturnsTheStateIsAdapted() {
    let text = expansion(
      of: """
        @Reactor public final class Counter: Reactor {
          public func reduce(state: State, mutation: Mutation) -> State { state }
        }
        """)
    #expect(text.contains("public func reduce(state: inout State, mutation: Mutation)"))
    #expect(text.contains("state = reduce(state: state, mutation: mutation)"))
  }

  @Test func aReduceWithReactableKitsLabelIsAdapted() {
    let changing = expansion(
      of: "@Reactor final class Counter: Reactor { func reduce(state: inout State, mutate: Mutation) {} }")
    #expect(changing.contains("func reduce(state: inout State, mutation: Mutation)"))
    #expect(changing.contains("reduce(state: &state, mutate: mutation)"))
    let returning = expansion(
      of: "@Reactor final class Counter: Reactor { func reduce(state: State, mutate: Mutation) -> State { state } }")
    #expect(returning.contains("state = reduce(state: state, mutate: mutation)"))
  }

  @Test(arguments: [
    ("@Reactor struct Counter {}", "@Reactor can only be applied to a class"),
    (
      "@Reactor class Counter: Base {}",
      "@Reactor belongs to the class that names the protocol: 'final class Counter: Reactor'. A subclass inherits what it adds"
    ),
    (
      "@Reactor class Counter: Reactor { func reduce(state: inout State, change: Mutation) {} }",
      "A reactor's reduce is 'func reduce(state: inout State, mutation: Mutation)'"
    ),
    (
      "@Reactor class Counter: Reactor { func mutate(_ action: Action) -> Effect<Mutation> {} }",
      "A reactor's mutate is 'func mutate(action: Action) -> Effect<Mutation>'"
    ),
    (
      "@Reactor class Counter: Reactor { @Dependency(\\.facts) var facts }",
      "A reactor's properties are constants, because any thread may use it: write 'let facts = Dependency(\\.facts)', and read "
        + "'facts.wrappedValue'"
    ),
  ])
  func mistakesAreReported(source: String, message: String) {
    #expect(diagnostics(of: source) == [message])
  }

  @Test func aReactorThatIsUncheckedMayHaveVariables() {
    let source = "@Reactor class Counter: Reactor, @unchecked Sendable { @Dependency(\\.facts) var facts }"
    #expect(diagnostics(of: source).isEmpty)
  }

  @Test func otherMethodsOfTheSameNameAreFine() {
    let source = """
      @Reactor class Counter: Reactor {
        func reduce(state: inout State, mutation: Mutation) {}
        private func reduce(list: [Int]) {}
      }
      """
    #expect(diagnostics(of: source).isEmpty)
  }
}
