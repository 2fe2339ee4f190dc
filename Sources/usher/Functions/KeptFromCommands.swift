import FlowDelivery
import Glibc

extension StorageAccess {
  /// Refuses a user of commands who could read the server's key or its database: that is what the user is for.
  func demandKept(from commands: CommandRule) throws(Failure) {
    guard case .allowed(let user?) = commands else { return }
    var paths = [keyFile].compactMap(\.self)
    if case .sqlite(let path) = choice { paths.append(path) }
    for path in paths where user.mayOpen(path) {
      throw .impossible(
        "commands would run as a user who may open \(path.quoted): `chmod 600 \(ShellWord.quoted(path))`, or name another user"
      )
    }
  }
}

extension CommandUser {
  /// Whether the file's rights let the user read or write it. What keeps the user from its folder is not asked.
  fileprivate func mayOpen(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let rights =
      status.st_uid == id ? status.st_mode >> 6 : status.st_gid == group ? status.st_mode >> 3 : status.st_mode
    return rights & 0o6 != 0
  }
}
