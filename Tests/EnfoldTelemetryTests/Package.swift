// swift-tools-version: 6.2
// The tests of EnfoldTelemetry, as a package that asks for its trait: so they use it as others do, and build only what it needs.
import PackageDescription

let package = Package(
  name: "enfold-telemetry-tests",
  dependencies: [
    .package(name: "enfold", path: "../..", traits: ["Telemetry"]),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    .testTarget(
      name: "EnfoldTelemetryTests",
      dependencies: [
        .product(name: "Enfold", package: "enfold"),
        .product(name: "EnfoldTelemetry", package: "enfold"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ],
      path: "Tests")
  ],
  swiftLanguageModes: [.v6]
)
