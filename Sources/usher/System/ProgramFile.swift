import FlowModel

/// The program's own file.
enum ProgramFile {
  /// The hash of its content, by which two builds are told apart; nil where it cannot be read.
  static let hash = TableReading.file("/proc/self/exe").map { ContentHash(of: $0) }

  /// The first digits of the hash, for people.
  static var build: String { hash.map { String($0.description.prefix(12)) } ?? "unknown" }
}
