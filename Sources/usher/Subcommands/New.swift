import FlowTooling
import Glibc

/// `usher new`: a tenant to begin with.
enum New: Subcommand {
  static let name = "new"
  static let summary = "make a tenant to begin with, whose flows run"
  static let usage = Usage(words: "DIR", wordCount: 1...1, options: [])
  static let details = "DIR must be empty, or not there yet.\n"

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    var folder = arguments.words[0]
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    try makeEmptyFolder(folder)
    let files = scaffold(tenant: tenantName(folder))
    for inner in Set(files.compactMap { $0.name.split(separator: "/").dropLast().first }) {
      let path = "\(folder)/\(inner)"
      guard mkdir(path, 0o777) == 0 else {
        throw .impossible("cannot make the folder \(path.quoted): \(reason(errno))")
      }
    }
    for file in files { try createFile(folder + "/" + file.name, Array(file.text.utf8)) }
    let width = files.map { $0.name.utf8.count }.max() ?? 0
    let lines = files.map { file in
      "  \(visible(folder))/\(file.name)\(String(repeating: " ", count: width - file.name.utf8.count))  \(file.summary)\n"
    }
    let shown = ShellWord.quoted(visible(folder))
    try StandardOutput.write(
      """
      A tenant to begin with:
      \(lines.joined())
      Check it:  usher check \(shown)
      Test it:   usher test \(shown)
      Run it:    usher run \(shown) sign-up

      """)
    return .clean
  }

  private static func makeEmptyFolder(_ folder: String) throws(Failure) {
    if mkdir(folder, 0o777) == 0 { return }
    let error = errno
    guard error == EEXIST else { throw .impossible("cannot make the folder \(folder.quoted): \(reason(error))") }
    guard let entries = opendir(folder) else { throw .impossible("cannot use \(folder.quoted): \(reason(errno))") }
    defer { closedir(entries) }
    var count = 0
    while readdir(entries) != nil { count += 1 }
    // The folder itself and its parent are always there.
    guard count <= 2 else { throw .impossible("\(folder.quoted) is not empty; nothing was changed") }
  }

  /// A name for the tenant, from its folder's.
  private static func tenantName(_ folder: String) -> String {
    var path = folder
    if let real = realpath(folder, nil) {
      path = String(cString: real)
      free(real)
    }
    let name = String((path.split(separator: "/").last ?? "").map { isNamePart($0) ? $0 : "-" })
    let letters = String(name.drop { !$0.isLetter })
    return letters.isEmpty ? "my-tenant" : letters
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber) || character == "-" || character == "_"
  }
}
