import TestSupport

/// What a compiler says of files that use generated clients.
enum Checking {
  /// Where the modules lie that this test is built of.
  private static let build = Repository.root + "/.build/debug"

  /// `swiftc -typecheck` of some files, as strictly as this repository is compiled: its exit code and the errors, a line each, with the
  /// names of the files alone.
  static func swift(_ files: [String], _ flags: [String] = [], seconds: Double = 170) throws -> (
    status: Int32, errors: [String]
  ) {
    let result = try run(
      "/usr/bin/env",
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-diagnostic-style", "llvm", "-I",
        build + "/Modules", "-Xcc", "-fmodule-map-file=\(build)/CCurl.build/module.modulemap", "-Xcc",
        "-fmodule-map-file=\(build)/CLoader.build/module.modulemap",
      ]
        + ["MemberImportVisibility", "InternalImportsByDefault", "ExistentialAny"].flatMap {
          ["-enable-upcoming-feature", $0]
        }
        + flags + files, seconds: seconds)
    return (result.status, errors(result.errors))
  }

  /// `tsc --strict` of some files; nothing is written.
  static func typescript(_ files: [String]) throws -> (status: Int32, errors: [String]) {
    let result = try run(
      "/usr/bin/tsc",
      [
        "--strict", "--noEmit", "--noUnusedLocals", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes",
        "--noImplicitReturns", "--target", "ES2020", "--lib", "ES2020,DOM", "--pretty", "false",
      ] + files)
    return (result.status, errors(result.output))
  }

  private static func errors(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains("error") || $0.contains("warning:") }.map { line in
      guard let place = line.firstIndex(where: { $0 == ":" || $0 == "(" }) else { return String(line) }
      let file = line[..<place].split(separator: "/").last ?? ""
      return "\(file)\(line[place...])"
    }
  }
}
