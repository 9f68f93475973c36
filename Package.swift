// swift-tools-version: 6.2
// The package: the libraries that features are written with, libenfold for hosts, the examples and their tests.
import CompilerPluginSupport
import PackageDescription

// The macros need swift-syntax, whose optimised build takes minutes and gains nothing. `make build` therefore compiles
// the macro tool once, unoptimised, and hands its path to the other builds through this variable; without it,
// everything is built from source as usual.
let macrosArePrebuilt = Context.environment["ENFOLD_MACRO_TOOL"] != nil

let swiftSyntax: [Package.Dependency] =
  macrosArePrebuilt ? [] : [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")]

let macroTargets: [Target] =
  macrosArePrebuilt
  ? []
  : [
    .macro(
      name: "EnfoldMacros",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftIfConfig", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
      ]),
    .testTarget(
      name: "EnfoldMacrosTests",
      dependencies: [
        "EnfoldMacros",
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
      ]),
  ]

// The command `enfold` is linked with libenfold.so, which must be there before: so only `make build` builds it.
// One exact version, because it is compiled with our own FoundationEssentials, which has only what that version uses.
let hasCommand = Context.environment["ENFOLD_COMMAND"] != nil

let argumentParser: [Package.Dependency] =
  hasCommand ? [.package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")] : []

// SwiftPM builds no executable that is named like a library; therefore the target has another name.
let commandTargets: [Target] =
  hasCommand
  ? [
    .executableTarget(
      name: "enfold-cli",
      dependencies: [
        "CEnfold", "CEnfoldSupport", "EnfoldJSON", "EnfoldClients", "EnfoldSchemas", "EnfoldSessions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      linkerSettings: [.linkedLibrary("enfold")])
  ] : []

// The inspector's server is built apart, too: only it needs SwiftNIO.
let hasInspector = Context.environment["ENFOLD_INSPECTOR"] != nil

let nio: [Package.Dependency] =
  hasInspector ? [.package(url: "https://github.com/apple/swift-nio", from: "2.101.2")] : []

let inspectorTargets: [Target] =
  hasInspector
  ? [
    .executableTarget(
      name: "enfold-inspect",
      dependencies: [
        "CEnfoldSupport", "EnfoldJSON", "EnfoldSchemas", "EnfoldSessions",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      exclude: ["Page", "API.md"])
  ] : []

let package = Package(
  name: "enfold",
  products: [
    .library(name: "Enfold", targets: ["Enfold", "EnfoldFiles"]),
    .library(name: "EnfoldJSON", targets: ["EnfoldJSON"]),
    .library(name: "EnfoldPlugin", targets: ["EnfoldPlugin"]),
    .library(name: "EnfoldTesting", targets: ["EnfoldTesting"]),
    .library(name: "EnfoldFoundation", targets: ["EnfoldFoundation"]),
    .library(name: "EnfoldReactor", targets: ["EnfoldReactor"]),
    .library(name: "EnfoldTelemetry", targets: ["EnfoldTelemetry"]),
    .library(name: "enfold", type: .dynamic, targets: ["EnfoldRuntime"]),
    .library(name: "Counter", type: .dynamic, targets: ["Counter"]),
    .library(name: "Todos", type: .dynamic, targets: ["Todos"]),
    .library(name: "PrimeTime", type: .dynamic, targets: ["PrimeTime"]),
    .library(name: "TextBoard", type: .dynamic, targets: ["TextBoard"]),
    .library(name: "Reactables", type: .dynamic, targets: ["Reactables"]),
    .library(name: "Board", type: .dynamic, targets: ["Board"]),
    .library(name: "Notes", type: .dynamic, targets: ["Notes"]),
    .library(name: "Workloads", type: .dynamic, targets: ["Workloads"]),
  ],
  // A trait that nobody has asked for leaves its packages out: they are not even fetched.
  traits: [.trait(name: "Telemetry", description: "EnfoldTelemetry: traces of stores for OpenTelemetry")],
  dependencies: swiftSyntax + argumentParser + nio + [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(name: "CEnfold", path: "include"),
    .target(name: "CEnfoldSupport", dependencies: ["CEnfold"]),
    .target(name: "CEnfoldFFI"),
    .target(name: "CEnfoldHost", dependencies: ["CEnfold", "CEnfoldSupport"]),
    .target(name: "EnfoldJSON", dependencies: ["CEnfoldSupport"]),
    .target(name: "EnfoldClients", dependencies: ["EnfoldJSON"]),
    .target(name: "EnfoldSchemas", dependencies: ["EnfoldJSON"]),
    .target(name: "EnfoldSessions", dependencies: ["EnfoldJSON"]),
    .target(
      name: "Enfold",
      dependencies: [
        "EnfoldJSON", "CEnfoldSupport", .product(name: "OrderedCollections", package: "swift-collections"),
      ] + (macrosArePrebuilt ? [] : ["EnfoldMacros"])),
    .target(name: "EnfoldFiles", dependencies: ["Enfold", "EnfoldJSON", "CEnfoldSupport"]),
    .target(
      name: "EnfoldTesting",
      dependencies: [
        "Enfold", "EnfoldJSON", "EnfoldPlugin", "EnfoldSessions", "CEnfold", "CEnfoldSupport",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    .target(name: "EnfoldFoundation", dependencies: ["Enfold"]),
    .target(
      name: "EnfoldReactor",
      dependencies: ["Enfold", "CEnfoldSupport", .product(name: "OpenCombine", package: "OpenCombine")]
        + (macrosArePrebuilt ? [] : ["EnfoldMacros"])),
    // Its sources are empty without the trait. Its tests are a package of their own, Tests/EnfoldTelemetryTests, which asks for it.
    .target(
      name: "EnfoldTelemetry",
      dependencies: [
        "Enfold",
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Telemetry"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Telemetry"])),
      ]),
    .target(name: "EnfoldPlugin", dependencies: ["Enfold", "EnfoldJSON", "CEnfold", "CEnfoldSupport"]),
    .target(
      name: "EnfoldRuntime",
      dependencies: [
        "Enfold", "EnfoldJSON", "EnfoldFiles", "EnfoldPlugin", "CEnfold", "CEnfoldSupport", "CEnfoldFFI", "CEnfoldHost",
      ],
      exclude: ["libenfold.map"],
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "-soname", "-Xlinker", "libenfold.so.0",
          // Swift code must stay mapped, and threads that have used it end in it.
          "-Xlinker", "-z", "-Xlinker", "nodelete",
          "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/EnfoldRuntime/libenfold.map",
        ])
      ]),
    .target(name: "CounterFeature", dependencies: ["Enfold"], path: "Examples/Counter/Feature"),
    .target(name: "Counter", dependencies: ["CounterFeature", "EnfoldPlugin"], path: "Examples/Counter/Plugin"),
    .target(name: "TodosFeature", dependencies: ["Enfold"], path: "Examples/Todos/Feature"),
    .target(name: "Todos", dependencies: ["TodosFeature", "EnfoldPlugin"], path: "Examples/Todos/Plugin"),
    .target(name: "PrimeTimeFeature", dependencies: ["Enfold"], path: "Examples/PrimeTime/Feature"),
    .target(name: "PrimeTime", dependencies: ["PrimeTimeFeature", "EnfoldPlugin"], path: "Examples/PrimeTime/Plugin"),
    .target(name: "TextBoardFeature", dependencies: ["EnfoldReactor"], path: "Examples/TextBoard/Feature"),
    .target(name: "TextBoard", dependencies: ["TextBoardFeature", "EnfoldPlugin"], path: "Examples/TextBoard/Plugin"),
    .target(name: "ReactablesFeature", dependencies: ["EnfoldReactor"], path: "Examples/Reactables/Feature"),
    .target(
      name: "Reactables", dependencies: ["ReactablesFeature", "EnfoldPlugin"], path: "Examples/Reactables/Plugin"),
    .target(name: "BoardFeature", dependencies: ["Enfold"], path: "Examples/Board/Feature"),
    .target(name: "Board", dependencies: ["BoardFeature", "EnfoldPlugin"], path: "Examples/Board/Plugin"),
    .target(name: "NotesFeature", dependencies: ["Enfold"], path: "Examples/Notes/Feature"),
    .target(name: "Notes", dependencies: ["NotesFeature", "EnfoldPlugin"], path: "Examples/Notes/Plugin"),
    .target(
      name: "WorkloadsFeature", dependencies: ["Enfold", "EnfoldReactor", "CounterFeature"], path: "Benchmarks/features"
    ),
    .target(name: "Workloads", dependencies: ["WorkloadsFeature", "EnfoldPlugin"], path: "Benchmarks/plugin"),
    .executableTarget(
      name: "enfold-benchmarks", dependencies: ["Enfold", "CounterFeature", "TodosFeature", "WorkloadsFeature"],
      path: "Benchmarks/swift"),
    .executableTarget(
      name: "json-differential", dependencies: ["EnfoldJSON"], path: "Tests/JSONDifferential",
      exclude: ["differential.py"]),
    .executableTarget(
      name: "observation-differential", dependencies: ["Enfold", "EnfoldPlugin", "CEnfold"],
      path: "Tests/ObservationDifferential"),
    .executableTarget(name: "shared-files", dependencies: ["Enfold", "EnfoldFiles"], path: "Tests/SharedFiles"),
    .testTarget(name: "EnfoldJSONTests", dependencies: ["EnfoldJSON"]),
    .testTarget(name: "EnfoldSessionsTests", dependencies: ["EnfoldSessions", "EnfoldJSON"]),
    .testTarget(name: "EnfoldTests", dependencies: ["Enfold", "EnfoldFiles", "EnfoldTesting"]),
    // It has names of its own for what Enfold calls so, too, or refuses.
    .testTarget(name: "OwnNamesTests", dependencies: ["Enfold", "EnfoldTesting"]),
    .testTarget(name: "EnfoldFoundationTests", dependencies: ["Enfold", "EnfoldFoundation", "EnfoldTesting"]),
    .testTarget(name: "EnfoldReactorTests", dependencies: ["EnfoldReactor", "EnfoldTesting"]),
    .testTarget(name: "EnfoldTestingTests", dependencies: ["EnfoldTesting"], exclude: ["Fixtures"]),
    // Its files of EnfoldRuntime are links, because libenfold cannot be linked into a test.
    .testTarget(name: "EnfoldRuntimeTests", dependencies: ["Enfold", "EnfoldJSON"]),
    .testTarget(name: "EnfoldPluginTests", dependencies: ["Enfold", "EnfoldPlugin", "CEnfold"]),
    .testTarget(
      name: "CounterTests", dependencies: ["CounterFeature", "EnfoldTesting"], path: "Examples/Counter/Tests"),
    .testTarget(name: "TodosTests", dependencies: ["TodosFeature", "EnfoldTesting"], path: "Examples/Todos/Tests"),
    .testTarget(
      name: "PrimeTimeTests", dependencies: ["PrimeTimeFeature", "EnfoldTesting"], path: "Examples/PrimeTime/Tests"),
    .testTarget(
      name: "TextBoardTests", dependencies: ["TextBoardFeature", "EnfoldTesting"], path: "Examples/TextBoard/Tests"),
    .testTarget(
      name: "ReactablesTests", dependencies: ["ReactablesFeature", "EnfoldTesting"], path: "Examples/Reactables/Tests"),
    .testTarget(name: "BoardTests", dependencies: ["BoardFeature", "EnfoldTesting"], path: "Examples/Board/Tests"),
    .testTarget(name: "NotesTests", dependencies: ["NotesFeature", "EnfoldTesting"], path: "Examples/Notes/Tests"),
  ] + macroTargets + commandTargets + inspectorTargets,
  swiftLanguageModes: [.v6]
)
