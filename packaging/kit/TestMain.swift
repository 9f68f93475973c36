// Where the test program begins: Swift Testing finds the tests and takes the arguments, as `swift test` would give them.
import Testing

@main struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
