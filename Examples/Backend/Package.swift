// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

// A storage backend of its own: a package that depends on Usher, as yours would.
let package = Package(
  name: "log-storage",
  products: [.library(name: "LogStorage", targets: ["LogStorage"])],
  dependencies: [.package(name: "usher", path: "../..")],
  targets: [
    .target(
      name: "LogStorage", dependencies: [.product(name: "FlowRuntime", package: "usher")], swiftSettings: strict),
    .testTarget(
      name: "LogStorageTests",
      dependencies: [
        "LogStorage", .product(name: "FlowRuntime", package: "usher"),
        .product(name: "FlowStorageContract", package: "usher"),
      ], swiftSettings: strict),
  ]
)
