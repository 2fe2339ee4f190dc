import FlowCompiler
import FlowModel
import FlowTooling
import Glibc

/// `usher preview`: messages and pages to look at.
enum PreviewVerb: Subcommand {
  static let name = "preview"
  static let summary = "write all messages and pages of a tenant as HTML to look at"
  static let usage = Usage(
    words: "DIR", wordCount: 1...1,
    options: [
      Option("output", "o", value: "FOLDER", "where it goes; `preview` where nothing is said"), .colour,
    ])
  static let details = """
    Each message is shown in each language with values of all sorts: as it is sent, without what may be missing, with the longest
    values, and with such as somebody may mean ill by. FOLDER is made; one that an earlier preview has made is replaced, and no
    other. Open index.html in it.

    """

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    var folder = arguments.value("output") ?? "preview"
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    guard let (_, tenant) = try compileOne(arguments.words[0], arguments), let table = tenant.table else {
      return .problems
    }
    try empty(folder)
    for name in ["", "/messages", "/pages"] { try make(folder + name) }
    let files = preview(table)
    for file in files { try replaceFile(folder + "/" + file.path, Array(file.text.utf8)) }
    try StandardOutput.write("\(files.count - 1) pages; open \(folder)/index.html\n")
    return .clean
  }

  /// Takes an earlier preview away; refuses a folder with anything else.
  private static func empty(_ folder: String) throws(Failure) {
    guard let names = names(in: folder) else { return }
    if names.isEmpty { return }
    guard let index = readText(folder + "/index.html"), index.contains(previewMark) else {
      throw .impossible("\(folder.quoted) holds something else than a preview; nothing was changed")
    }
    for inner in ["messages", "pages"] {
      for name in Self.names(in: folder + "/" + inner) ?? [] where name.hasSuffix(".html") {
        unlink(folder + "/" + inner + "/" + name)
      }
    }
  }

  private static func make(_ folder: String) throws(Failure) {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw .impossible("cannot make the folder \(folder.quoted): \(reason(errno))")
    }
  }

  /// The names in a folder; nil where there is none.
  private static func names(in folder: String) -> [String]? {
    guard let entries = opendir(folder) else { return nil }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The beginning of a file; nil where there is none.
  private static func readText(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
