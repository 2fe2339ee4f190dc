import FlowDelivery
import FlowHTTP
import Glibc

extension ServeSettings {
  /// Refuses a user of commands who could open what is the server's or a tenant's own: its keys, the database, messages with
  /// their codes, secrets of functions. That is what the user is for.
  func demandKeptFromCommands() throws(Failure) {
    guard case .allowed(let user?) = rules.functions.commands else { return }
    var paths = [storage.keyFile].compactMap(\.self)
    if case .sqlite(let path) = storage.choice { paths.append(path) }
    if case .file(let path) = outbox { paths.append(path) }
    if let tls { paths.append(tls.key) }
    if let folder = rules.functions.secrets { paths += filesOfTenants(in: folder) }
    for path in paths where user.mayOpen(path) && !(isCertificate(path) && !user.mayOpen(path, writing: true)) {
      throw .impossible(
        "commands would run as a user who may open \(path.quoted): `chmod 600 \(ShellWord.quoted(path))`, or name another user"
      )
    }
  }

  /// Whether a file holds certificates and no key: those are public, such as of an authority that vouches for a mail server.
  private func isCertificate(_ path: String) -> Bool {
    guard let bytes = TableReading.file(path) else { return false }
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: "-----BEGIN ", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.dropFirst().allSatisfy { $0.hasPrefix("CERTIFICATE-----") }
  }

  /// The files in the folders of a folder.
  private func filesOfTenants(in folder: String) -> [String] {
    entries(folder).flatMap(entries)
  }

  /// The paths of what is in a folder; none where it is no folder.
  private func entries(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { found.append(path + "/" + name) }
    }
    return found.sorted()
  }
}

extension CommandUser {
  /// Whether the file's rights let the user read or write it. What keeps the user from its folder is not asked.
  fileprivate func mayOpen(_ path: String, writing: Bool = false) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else { return false }
    let rights =
      status.st_uid == id ? status.st_mode >> 6 : status.st_gid == group ? status.st_mode >> 3 : status.st_mode
    return rights & (writing ? 0o2 : 0o6) != 0
  }
}
