// The program: adds the lines that it reads, and shows the titles.
import Enfold

@main struct Main {
  static func main() {
    let store = Store(initialState: @NAME@.State(), reducer: @NAME@())
    let subscription = store.observe(\.titles) { titles in print(titles) }
    while let line = readLine() { store.send(.add(title: line)) }
    subscription.cancel()
  }
}
