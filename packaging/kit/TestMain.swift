// Where the test program begins. Swift Testing finds the tests, and takes the arguments that `swift test` takes.
import Testing

@main struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
