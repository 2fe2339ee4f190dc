// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// One program a tutorial.
let programs = [
  "SignUpWithCode", "SignUpWithPassword", "SignUpWithAttributes", "SignUpOverPages", "ResetPassword",
  "ResetPasswordWithStates", "AsyncForms",
]

// The tutorials of MSAL for iOS and macOS as programs for a terminal: a package that depends on Usher, as yours would.
let package = Package(
  name: "native-auth-tutorials",
  dependencies: [.package(name: "usher", path: "../..")],
  targets: [
    // What the tutorials take for granted: text fields, buttons, and a server, here in the same program if it is wanted.
    .target(
      name: "Screen",
      dependencies: [
        .product(name: "NativeAuth", package: "usher"), .product(name: "FlowClient", package: "usher"),
        .product(name: "FlowInProcess", package: "usher"), .product(name: "FlowRuntime", package: "usher"),
        .product(name: "FlowPasswords", package: "usher"), .product(name: "FlowCompiler", package: "usher"),
      ], swiftSettings: strict),
    .testTarget(name: "TutorialTests", dependencies: programs.map { .target(name: $0) }, swiftSettings: strict),
  ]
    + programs.map { name in
      .executableTarget(
        name: name, dependencies: ["Screen", .product(name: "NativeAuth", package: "usher")], swiftSettings: strict)
    }
)
