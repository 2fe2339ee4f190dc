import Glibc

/// Folders at revisions of Git, `main:flows/contoso`, unpacked into a folder that goes when they do.
final class Revisions {
  private var unpacked: [(word: String, folder: String)] = []
  private var root: String?

  /// The folder of a word that names a revision; nil for one that names a file or folder, or none.
  func folder(_ word: String) throws(Failure) -> String? {
    guard word.contains(":"), access(word, F_OK) != 0 else { return nil }
    guard !word.hasPrefix("-") else { throw .usage("\(word.quoted) is no revision") }
    let base = try makeRoot() + "/\(unpacked.count)"
    guard mkdir(base, 0o700) == 0 else { throw .impossible("\(base.quoted): \(reason(errno))") }
    let archive = ShellWord.quoted(base + ".tar")
    // A folder is that of the repository's root, or of where one is, with `./` before it. Git tells what is wrong with a word.
    let tree = "git rev-parse --verify --end-of-options \(ShellWord.quoted(word))"
    let top = "git rev-parse --show-toplevel"
    guard
      Self.runs(
        "tree=$(\(tree)) && top=$(\(top)) && git -C \"$top\" archive --format=tar --output=\(archive) \"$tree\"")
    else { throw .impossible("git knows no folder \(word.quoted)") }
    guard Self.runs("tar --extract --file=\(archive) --directory=\(ShellWord.quoted(base))") else {
      throw .impossible("\(word.quoted) cannot be unpacked")
    }
    unpacked.append((word, base))
    return base
  }

  /// A text with the names of revisions in place of the folders that they lie in.
  func named(_ text: String) -> String { unpacked.reduce(text) { $0.replacing($1.folder, with: $1.word) } }

  /// Removes what was unpacked.
  func remove() {
    if let root { _ = Self.runs("rm -rf -- \(ShellWord.quoted(root))") }
    root = nil
  }

  private func makeRoot() throws(Failure) -> String {
    if let root { return root }
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/usher-diff-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw .impossible("\(parent.quoted): \(reason(errno))") }
    let path = String(cString: made)
    root = path
    return path
  }

  private static func runs(_ command: String) -> Bool {
    guard let output = popen(command, "re") else { return false }
    return pclose(output) == 0
  }
}
