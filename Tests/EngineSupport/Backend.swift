public import FlowRuntime
import FlowStorageSQLite
import Glibc

/// The kinds of storage that whatever holds must hold on.
public enum Backend: String, Sendable, CaseIterable {
  case memory
  case sqlite

  /// Fresh storage of this kind.
  public func open() async throws -> TestStorage {
    switch self {
    case .memory: TestStorage(MemoryStorage(), folder: nil)
    case .sqlite: try await TestStorage(in: TemporaryFolder())
    }
  }
}

/// Storage for a test, with the file behind it where there is one.
public final class TestStorage: Sendable {
  /// The storage.
  public let storage: any Storage
  private let folder: TemporaryFolder?

  init(_ storage: any Storage, folder: TemporaryFolder?) {
    self.storage = storage
    self.folder = folder
  }

  convenience init(in folder: TemporaryFolder) async throws {
    self.init(try await SQLiteStorage(path: folder.path + "/usher.sqlite"), folder: folder)
  }

  /// Closes the storage and opens its file again, as a restart does; memory goes on as it is.
  public func reopened() async throws -> TestStorage {
    guard let folder else { return self }
    await storage.close()
    return try await TestStorage(in: folder)
  }

  /// The file behind the storage; nil: there is none.
  public var path: String? { folder.map { $0.path + "/usher.sqlite" } }

  /// The bytes of all files behind the storage, one after the other.
  public func fileBytes() -> [UInt8] { folder?.contents() ?? [] }
}

/// A folder of files that goes with its last use.
final class TemporaryFolder: Sendable {
  struct Failure: Error {
    let code: Int32
  }

  let path: String

  init() throws {
    var template = Array("/tmp/usher-engine-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for file in files() { unlink(file) }
    rmdir(path)
  }

  private func files() -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append("\(path)/\(name)") }
    }
    return names.sorted()
  }

  func contents() -> [UInt8] {
    var bytes: [UInt8] = []
    for path in files() {
      guard let file = fopen(path, "r") else { continue }
      defer { fclose(file) }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while case let size = fread(&chunk, 1, chunk.count, file), size > 0 { bytes += chunk[..<size] }
    }
    return bytes
  }
}
