import Foundation

/// A folder that goes with its last use.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("\(NSTemporaryDirectory())usher-storage-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the files within.
  func files() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The path of a file within.
  func path(_ name: String) -> String { "\(path)/\(name)" }
}
