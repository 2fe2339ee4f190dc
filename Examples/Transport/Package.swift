// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

// A transport of its own: a package that depends on Usher, as yours would. Only its tests compile flows.
let package = Package(
  name: "chat-transport",
  products: [.library(name: "ChatTransport", targets: ["ChatTransport"])],
  dependencies: [.package(name: "usher", path: "../..")],
  targets: [
    .target(
      name: "ChatTransport", dependencies: [.product(name: "FlowRuntime", package: "usher")], swiftSettings: strict),
    .testTarget(
      name: "ChatTransportTests",
      dependencies: [
        "ChatTransport", .product(name: "FlowRuntime", package: "usher"),
        .product(name: "FlowCompiler", package: "usher"),
      ], exclude: ["Flows"], swiftSettings: strict),
  ]
)
