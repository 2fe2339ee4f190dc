/// A small tenant, whole enough to be compiled.
public struct Example: Sendable, Hashable {
  /// A file of the tenant's folder.
  public struct File: Sendable, Hashable {
    /// The path within the folder.
    public let path: String
    /// The content.
    public let text: String
  }

  /// The files, `tenant.yaml` first where there is one.
  public let files: [File]

  /// The `tenant.yaml` that examples have where only a flow matters; pages do not show it.
  public static let usualTenant = """
    tenant: example
    attributes:
      email: { type: email, identifier: true }

    """

  /// The files that a reader needs to see: all but the usual `tenant.yaml`.
  public var shown: [File] { files.filter { $0.text != Example.usualTenant } }
}
