// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
let strictCXX: [CXXSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

/// A library module of the project. The list below is the architecture: each module names all it may import.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: ["README.md"] + exclude, swiftSettings: strict)
}

/// A C library from a Debian package: a module map and a shim header, nothing else.
func library(_ name: String, _ pkgConfig: String?, apt package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(package.split(separator: " ").map(String.init))])
}

/// A C library that is opened at first use, behind C functions of our own; only its headers are needed to build.
func lazyLibrary(_ name: String) -> Target { .target(name: name, dependencies: ["CLoader"], cSettings: strictC) }

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "usher",
  products: [
    .executable(name: "usher", targets: ["usher"]),
    .library(name: "FlowCompiler", targets: ["FlowCompiler", "FlowSource"]),
    .library(name: "FlowRuntime", targets: ["FlowRuntime", "FlowModel", "FlowExpression", "FlowJSON"]),
    .library(name: "FlowStorageSQLite", targets: ["FlowStorageSQLite"]),
    .library(name: "FlowStoragePostgres", targets: ["FlowStoragePostgres"]),
    .library(name: "FlowDelivery", targets: ["FlowDelivery"]),
    .library(name: "FlowPasswords", targets: ["FlowPasswords"]),
    .library(name: "FlowTokens", targets: ["FlowTokens"]),
    .library(name: "FlowHTTP", targets: ["FlowHTTP"]),
    .library(name: "FlowTerminal", targets: ["FlowTerminal"]),
    .library(name: "FlowClient", targets: ["FlowClient"]),
    .library(name: "NativeAuth", targets: ["NativeAuth"]),
    .library(name: "EmailPasswordAuth", targets: ["EmailPasswordAuth"]),
    .library(name: "LocalizedClientErrors", targets: ["LocalizedClientErrors"]),
    .library(name: "FlowInProcess", targets: ["FlowInProcess"]),
    // What a storage backend of somebody else's is tested with.
    .library(name: "FlowStorageContract", targets: ["FlowStorageContract"]),
  ],
  targets: [
    library("CYAML", "yaml-0.1", apt: "libyaml-dev"),
    library("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
    library("CSodium", "libsodium", apt: "libsodium-dev"),
    library("CCracklib", nil, apt: "libcrack2-dev"),
    library("CIDN2", nil, apt: "libidn2-dev libunistring-dev"),
    library("CSpawn", nil, apt: "libc6-dev"),
    library("CMalloc", nil, apt: "libc6-dev"),
    .target(name: "CLoader", cSettings: strictC),
    .target(name: "CCommand", cSettings: strictC),
    lazyLibrary("CCurl"),
    lazyLibrary("CCJose"),
    lazyLibrary("CDigest"),
    lazyLibrary("CGraphviz"),
    lazyLibrary("CICU"),
    lazyLibrary("CMicroHTTPD"),
    lazyLibrary("CPostgres"),
    // It is opened at first use as well; only its headers are needed to build.
    .target(
      name: "CPhone", dependencies: ["CLoader"], cxxSettings: strictCXX, linkerSettings: [.linkedLibrary("stdc++")]),
    .target(name: "CRE2", cxxSettings: strictCXX, linkerSettings: [.linkedLibrary("re2"), .linkedLibrary("stdc++")]),

    module("FlowSource"),
    module("FlowJSON"),
    module("FlowThreads"),
    module("FlowYAML", ["FlowSource", "CYAML"]),
    module("FlowExpression", ["CRE2"]),
    module("FlowCEL", ["FlowSource", "FlowExpression"]),
    module(
      "FlowModel", ["FlowExpression", "CSodium", "CIDN2", "CICU", "CPhone"],
      exclude: ["Languages/Words", "Languages/generate.py"]),
    module(
      "FlowCompiler", ["FlowSource", "FlowYAML", "FlowExpression", "FlowCEL", "FlowModel"],
      exclude: ["Explanations/Pages", "Explanations/generate.py"]),
    module("FlowRuntime", ["FlowModel", "FlowExpression", "FlowJSON", "FlowThreads", "CSodium", "CDigest"]),
    module("FlowStorageSQLite", ["FlowModel", "FlowRuntime", "FlowThreads", "CSQLite"]),
    module("FlowStoragePostgres", ["FlowModel", "FlowRuntime", "FlowThreads", "CPostgres"]),
    module(
      "FlowDelivery", ["FlowModel", "FlowRuntime", "FlowThreads", "FlowJSON", "CCurl", "CCommand", "CSodium", "CSpawn"]),
    module("FlowTokens", ["FlowModel", "FlowRuntime", "FlowThreads", "FlowJSON", "CCJose", "CSodium"]),
    module("FlowPasswords", ["FlowModel", "FlowRuntime", "CCracklib"]),
    module("FlowTerminal", ["FlowModel", "FlowRuntime", "FlowThreads", "FlowJSON"]),
    module(
      "FlowHTTP",
      ["FlowExpression", "FlowRuntime", "FlowThreads", "FlowModel", "FlowTokens", "FlowJSON", "CMicroHTTPD"]),
    module(
      "FlowTooling",
      ["FlowCompiler", "FlowCEL", "FlowExpression", "FlowModel", "FlowSource", "FlowJSON", "CGraphviz"],
      exclude: ["Reference/generate.py", "Scaffold/generate.py"]),
    module(
      "FlowAttacks", ["FlowTooling", "FlowCompiler", "FlowRuntime", "FlowModel", "FlowSource", "FlowJSON"]),
    module(
      "FlowCases",
      ["FlowTooling", "FlowCompiler", "FlowRuntime", "FlowModel", "FlowExpression", "FlowSource", "FlowJSON"]),
    module(
      "FlowDiff",
      ["FlowAttacks", "FlowTooling", "FlowCompiler", "FlowModel", "FlowExpression", "FlowSource", "FlowJSON"]),
    module("FlowGenerator", ["FlowModel"]),
    module(
      "FlowEditor",
      ["FlowTooling", "FlowCompiler", "FlowCEL", "FlowYAML", "FlowModel", "FlowSource", "FlowJSON"]),
    .executableTarget(
      name: "usher",
      dependencies: [
        "FlowSource", "FlowYAML", "FlowJSON", "FlowModel", "FlowCompiler", "FlowTooling", "FlowAttacks", "FlowCases",
        "FlowDiff", "FlowEditor", "FlowGenerator", "FlowRuntime", "FlowThreads",
        "FlowStorageSQLite", "FlowStoragePostgres",
        "FlowDelivery", "FlowPasswords", "FlowTerminal", "FlowHTTP", "FlowTokens", "CSpawn", "CMalloc",
      ],
      exclude: ["README.md"],
      swiftSettings: strict),

    // What an app links: no engine, no server, no compiler.
    module("FlowClient", ["FlowThreads", "FlowJSON", "CCurl"]),
    module("NativeAuth", ["FlowClient", "FlowJSON"]),
    module("EmailPasswordAuth", ["FlowClient", "FlowJSON"]),
    module("LocalizedClientErrors", ["FlowClient", "NativeAuth", "EmailPasswordAuth"]),
    // For a program that has both.
    module("FlowInProcess", ["FlowClient", "FlowHTTP", "FlowTokens", "FlowRuntime", "FlowModel"]),

    // A host of its own: it runs a compiled table and has no compiler.
    .executableTarget(
      name: "embed-example",
      dependencies: ["FlowModel", "FlowRuntime", "FlowJSON", "FlowDelivery", "FlowPasswords"], path: "Examples/Embed",
      swiftSettings: strict),

    // A web hook, which believes signed requests alone.
    .executableTarget(
      name: "receiver-example", dependencies: ["FlowHTTP", "FlowJSON", "CSodium"], path: "Examples/Receiver",
      exclude: ["receiver.py"], swiftSettings: strict),

    .executableTarget(
      name: "bench",
      dependencies: [
        "FlowCases", "FlowCompiler", "FlowGenerator", "FlowRuntime", "FlowThreads", "FlowStorageSQLite", "FlowDelivery",
        "FlowHTTP",
        "FlowJSON",
        "FlowExpression", "FlowCEL", "FlowModel",
        "CYAML", "CCurl", "FlowClient", "FlowInProcess", "NativeAuth",
        "FlowPasswords", "FlowTokens", "CSodium", "TestSupport",
      ], path: "Tests/Benchmarks",
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["FlowThreads", "CSpawn"], path: "Tests/TestSupport",
      exclude: ["aiosmtpd.txt", "mailserver.py", "postgres.sh"],
      swiftSettings: strict),
    .target(
      name: "StorageSamples", dependencies: ["FlowRuntime", "FlowModel"], path: "Tests/StorageSamples",
      swiftSettings: strict),
    .target(
      name: "FlowStorageContract", dependencies: ["FlowModel", "FlowRuntime", "StorageSamples"],
      path: "Tests/StorageContract",
      swiftSettings: strict),
    .target(
      name: "EngineSupport", dependencies: ["FlowRuntime", "FlowModel", "FlowJSON", "FlowStorageSQLite"],
      path: "Tests/EngineSupport", swiftSettings: strict),
    tests("FlowSource", ["FlowSource"]),
    tests("FlowJSON", ["FlowJSON"]),
    tests(
      "FlowTooling",
      [
        "FlowTooling", "FlowCompiler", "FlowExpression", "FlowCEL", "FlowModel", "FlowSource", "FlowJSON",
        "TestSupport",
      ],
      exclude: ["Goldens"]),
    tests(
      "FlowCases", ["FlowCases", "FlowCompiler", "FlowTooling", "FlowSource", "FlowModel", "FlowJSON", "TestSupport"],
      exclude: ["Goldens"]),
    tests(
      "FlowDiff", ["FlowDiff", "FlowCompiler", "FlowModel", "FlowSource", "TestSupport"], exclude: ["Goldens"]),
    tests(
      "FlowEditor",
      [
        "FlowEditor", "FlowCompiler", "FlowYAML", "FlowSource", "FlowJSON", "TestSupport",
      ]),
    tests(
      "FlowGenerator", ["FlowGenerator", "FlowCompiler", "FlowModel", "TestSupport"],
      exclude: ["Goldens", "Tenants"]),
    // Clients as `usher generate` writes them, compiled as strictly as all else.
    .target(
      name: "GeneratedClients", dependencies: ["FlowClient"], path: "Tests/GeneratedClients", exclude: ["sign-up.ts"],
      swiftSettings: strict),
    tests(
      "GeneratedClient",
      [
        "GeneratedClients", "FlowClient", "FlowInProcess", "FlowHTTP", "FlowTokens", "FlowGenerator", "FlowCompiler",
        "FlowModel", "FlowRuntime", "EngineSupport", "TestSupport",
      ],
      exclude: ["Misuse"]),
    tests("FlowAttacks", ["FlowAttacks", "FlowCompiler", "FlowJSON", "FlowModel", "TestSupport"]),
    tests(
      "usher",
      ["usher", "FlowCompiler", "FlowEditor", "FlowTooling", "FlowJSON", "FlowModel", "FlowRuntime", "TestSupport"],
      exclude: ["Goldens"]),
    // The programs are those of the release build, which `make test` makes before.
    tests(
      "EndToEnd", ["FlowClient", "GeneratedClients", "FlowJSON", "FlowModel", "HTTPSupport", "CSpawn", "TestSupport"],
      exclude: ["Club", "TypeScript", "editor.py", "metrics.py", "prometheus.txt", "pygls.txt"]),
    .executableTarget(
      name: "StorageWriter", dependencies: ["FlowRuntime", "FlowStorageSQLite", "StorageSamples"],
      path: "Tests/StorageWriter",
      swiftSettings: strict),
    tests(
      "FlowStorage",
      [
        "FlowModel", "FlowRuntime", "FlowStorageSQLite", "FlowStorageContract", "StorageSamples", "CSQLite",
        "TestSupport",
      ],
      exclude: ["Fixtures"]),
    tests(
      "FlowStoragePostgres",
      ["FlowRuntime", "FlowStoragePostgres", "FlowStorageContract", "TestSupport"]),
    tests(
      "FlowClient", ["FlowClient", "FlowInProcess", "FlowHTTP", "HTTPSupport", "TestSupport"]),
    tests(
      "EmailPasswordAuth",
      [
        "EmailPasswordAuth", "FlowClient", "FlowInProcess", "FlowHTTP", "FlowTokens", "FlowCompiler", "FlowRuntime",
        "FlowModel", "FlowJSON", "EngineSupport", "TestSupport",
      ]),
    tests("LocalizedClientErrors", ["LocalizedClientErrors", "NativeAuth", "EmailPasswordAuth"]),
    tests("Documentation", ["TestSupport"], exclude: ["Fixtures"]),
    tests("FlowYAML", ["FlowYAML", "FlowSource", "TestSupport"]),
    tests(
      "FlowCompiler", ["FlowCompiler", "FlowTooling", "FlowExpression", "FlowModel", "FlowSource", "TestSupport"],
      exclude: ["Fixtures"]),
    tests(
      "FlowExpression", ["FlowExpression", "FlowCEL", "FlowJSON", "TestSupport"], exclude: ["Fixtures", "skipped.txt"]),
    // A session over a scripted service as a process of its own, for tests with a real terminal.
    .executableTarget(
      name: "TerminalFixture", dependencies: ["FlowTerminal"], path: "Tests/TerminalFixture", swiftSettings: strict),
    tests("FlowTerminal", ["FlowTerminal", "FlowExpression", "FlowModel", "FlowRuntime", "FlowJSON", "TestSupport"]),
    tests(
      "AppServices",
      [
        "FlowHTTP", "FlowTokens", "FlowCompiler", "FlowRuntime", "FlowThreads", "FlowModel", "FlowJSON",
        "EngineSupport", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .target(
      name: "HTTPSupport", dependencies: ["FlowHTTP", "FlowRuntime", "FlowThreads", "FlowJSON"],
      path: "Tests/HTTPSupport",
      swiftSettings: strict),
    tests(
      "FlowHTTP",
      [
        "FlowHTTP", "FlowTokens", "FlowCompiler", "FlowRuntime", "FlowThreads", "FlowModel", "FlowExpression",
        "FlowJSON", "EngineSupport", "HTTPSupport", "TestSupport",
      ], exclude: ["schemathesis.txt"]),
    // One contract, whichever way the events travel.
    tests(
      "Transport",
      [
        "FlowCompiler", "FlowModel", "FlowRuntime", "FlowTerminal", "FlowHTTP", "FlowTokens", "FlowJSON",
        "EngineSupport", "HTTPSupport", "TestSupport",
      ]),
    tests("FlowDelivery", ["FlowDelivery", "FlowModel", "FlowRuntime", "FlowJSON", "TestSupport"]),
    tests(
      "NativeAuth",
      [
        "FlowHTTP", "FlowTokens", "FlowCompiler", "FlowRuntime", "FlowThreads", "FlowModel", "FlowExpression",
        "FlowJSON", "TestSupport",
      ],
      exclude: ["Flows"]),
    tests(
      "NativeAuthClient",
      [
        "NativeAuth", "FlowClient", "FlowInProcess", "FlowHTTP", "FlowTokens", "FlowCompiler", "FlowRuntime",
        "EngineSupport",
        "FlowModel", "TestSupport",
      ], exclude: ["Fixtures"]),
    tests("FlowPasswords", ["FlowPasswords", "FlowModel", "FlowRuntime", "TestSupport"]),
    tests(
      "Corpus",
      ["FlowCompiler", "FlowRuntime", "FlowModel", "FlowJSON", "FlowSource", "EngineSupport", "TestSupport"],
      exclude: ["Fixtures", "Accepted", "Classes", "Quiet"]),
    tests(
      "Soundness",
      [
        "FlowCompiler", "FlowRuntime", "FlowModel", "FlowExpression", "FlowJSON", "FlowSource", "EngineSupport",
        "TestSupport",
      ]),
    tests(
      "FlowModel",
      ["FlowModel", "FlowExpression", "FlowCompiler", "FlowRuntime", "FlowJSON", "CPhone", "TestSupport"],
      exclude: ["Fixtures"]),
    tests(
      "FlowRuntime",
      [
        "FlowSource", "FlowRuntime", "FlowThreads", "FlowModel", "FlowExpression", "FlowCEL", "FlowCompiler",
        "FlowJSON", "EngineSupport", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    tests(
      "Flow",
      [
        "FlowCompiler", "FlowModel", "FlowRuntime", "FlowDelivery", "FlowTerminal", "FlowJSON", "EngineSupport",
        "TestSupport",
      ]),
    tests(
      "FlowTokens",
      ["FlowTokens", "FlowCompiler", "FlowModel", "FlowRuntime", "FlowStorageSQLite", "FlowJSON", "TestSupport"],
      exclude: ["verify.py"]),
  ],
  cxxLanguageStandard: .cxx17
)

// Some test targets and what they need, and nothing else, for those who build them in a way of their own:
// `USHER_TESTS="SoundnessTests" swift build …`.
if let chosen = Context.environment["USHER_TESTS"] {
  var wanted = chosen.split(separator: " ").map(String.init)
  var needed: Set<String> = []
  while let name = wanted.popLast() {
    guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    for case .byNameItem(let name, _) in target.dependencies { wanted.append(name) }
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}
