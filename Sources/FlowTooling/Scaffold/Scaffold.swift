/// A file that is made, of a new tenant or of a repository.
public struct ScaffoldFile: Hashable, Sendable {
  /// The name within the folder.
  public let name: String
  /// What it is, in a few words.
  public let summary: String
  /// The content.
  public let text: String

  /// A file.
  public init(name: String, summary: String, text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}

/// The files of a tenant to begin with: commented, without a problem, and able to run. `tenant` is its name.
public func scaffold(tenant: String) -> [ScaffoldFile] {
  [
    ScaffoldFile(name: "tenant.yaml", summary: "what the flows share", text: tenantFile(tenant)),
    ScaffoldFile(name: "sign-up.yaml", summary: "an account, its address proven by a code", text: signUpFile),
    ScaffoldFile(name: "sign-in.yaml", summary: "sign-in by a code, or by the grant of a sign-up", text: signInFile),
    ScaffoldFile(name: "tests/sign-up.yaml", summary: "cases of the sign-up, for `usher test`", text: signUpCases),
  ]
}
