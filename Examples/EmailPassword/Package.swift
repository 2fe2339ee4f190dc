// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A program of the tutorial. It knows the app's library, and the terminal that all of them share.
func program(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["ExampleTerminal", .product(name: "EmailPasswordAuth", package: "usher")],
    swiftSettings: strict)
}

let programs = ["register", "resend", "retry", "reset-by-mail", "reset-by-function", "with-completion-handlers"]

// Users with e-mail address and password: a package that depends on Usher, as yours would. An app that only talks HTTP needs
// `EmailPasswordAuth` alone; the other products are there for the server in the same program.
let package = Package(
  name: "email-password",
  dependencies: [.package(name: "usher", path: "../..")],
  targets: programs.map(program) + [
    .target(
      name: "ExampleTerminal",
      dependencies: [
        "EmailPasswordAuth", "FlowCompiler", "FlowDelivery", "FlowHTTP", "FlowInProcess", "FlowPasswords",
        "FlowRuntime",
        "FlowTokens",
      ].map { .product(name: $0, package: "usher") }, swiftSettings: strict),
    .testTarget(
      name: "EmailPasswordTests", dependencies: programs.map { .target(name: $0) }, swiftSettings: strict),
  ]
)
