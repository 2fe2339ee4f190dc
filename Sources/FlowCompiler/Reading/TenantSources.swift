/// A file's path and bytes, as they were given.
public struct SourceText: Hashable, Sendable {
  /// The path that diagnostics show.
  public var path: String
  /// The content, which need not be valid UTF-8.
  public var bytes: [UInt8]

  /// A file's path and bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// A file's path and text.
  public init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

  /// The last part of the path.
  var name: Substring { path.split(separator: "/").last ?? path[...] }
  /// Whether it lies in the folder of messages.
  var isMessage: Bool { path.split(separator: "/").dropLast().last == messagesFolder[...] && !isYAMLName(String(name)) }
  /// Whether it holds the words of one more language: it stands in the tenant's folder `locales`.
  var isLocale: Bool { path.split(separator: "/").dropLast().last == "locales" }
  /// The path of its folder with a slash behind it; empty where it has none.
  fileprivate var folder: Substring { path.dropLast(name.utf8.count) }
  /// Whether this is the tenant's own file.
  var isTenant: Bool { isTenantName(String(name)) }
}

/// The folder of a tenant's cases.
package let casesFolder = "tests"

/// One tenant's files.
public struct TenantSources: Sendable {
  /// The folder's path.
  public var path: String
  /// `tenant.yaml`, the flows, the words of messages, and the files of `locales` and `tests`, in any order.
  public var files: [SourceText]
  /// Files that could not be read.
  package var failures: [ReadFailure] = []
  /// Flows in folders below the tenant's, which are passed by: their names and their files.
  package var passedBy: [(name: String, path: String)] = []
  /// What is not read, and meant to be.
  package var nearlyRead: [NearlyRead] = []
  /// The folders of shared sub-flows that it uses.
  package var shared: [SharedFolder] = []
  /// The policies above it, the nearest first.
  package var policies: [SourceText] = []
  /// All that it is compiled from, outside of its folder, too.
  package var everyFile: [SourceText] { files + shared.flatMap(\.files) + policies }
  /// Whether this is a document without a folder: a tenant without flows, or a flow without a tenant.
  var isLone = false

  /// The files of its cases, by their paths: they stand in the folder `tests` beside the tenant's own file.
  var cases: [SourceText] { isLone ? [] : files.filter(isCases).sorted { $0.path < $1.path } }

  func isCases(_ file: SourceText) -> Bool {
    guard isYAMLName(String(file.name)), file.folder.hasSuffix(casesFolder + "/"),
      let own = files.first(where: { $0.isTenant && $0.folder != file.folder })
    else { return false }
    return file.folder == own.folder + casesFolder + "/"
  }

  /// A tenant of these files.
  public init(path: String, files: [SourceText]) {
    self.path = path
    self.files = files
  }
}
