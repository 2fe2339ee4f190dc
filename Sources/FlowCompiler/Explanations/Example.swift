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

  /// The `tenant.yaml` that examples have where only a flow matters.
  public static let usualTenant = """
    tenant: example
    attributes:
      email: { type: email, identifier: true }

    """

  /// A tenant of these files.
  init(files: KeyValuePairs<String, String>) {
    self.files = files.map { File(path: $0.key, text: $0.value) }
  }

  /// A tenant with one flow.
  init(tenant: String = Example.usualTenant, flow: String) {
    self.init(files: ["tenant.yaml": tenant, "flow.yaml": flow])
  }

  private init(_ files: [File]) { self.files = files }

  /// The files that a reader needs to see: all but the usual `tenant.yaml`.
  public var shown: [File] { files.filter { $0.text != Example.usualTenant } }

  /// The same files, with the first place of `old` in them replaced.
  func replacing(_ old: String, with new: String) -> Example {
    let wanted = Array(old.utf8)
    var files = files
    for (index, file) in files.enumerated() {
      let bytes = Array(file.text.utf8)
      guard bytes.count >= wanted.count else { continue }
      for start in 0...(bytes.count - wanted.count) where bytes[start...].starts(with: wanted) {
        let text = bytes[..<start] + Array(new.utf8) + bytes[(start + wanted.count)...]
        files[index] = File(path: file.path, text: String(decoding: text, as: UTF8.self))
        return Example(files)
      }
    }
    return self
  }
}
