public import FlowModel
public import FlowRuntime
import Glibc

/// Lists of leaked passwords in the tenants' folders: sorted hashes, a line each, as the downloader of "Have I Been Pwned"
/// writes them.
///
/// - A file has lines `SHA-1:COUNT` (40 digits) or `SHA-256:COUNT` (64 digits), sorted; the count may be left out.
/// - A folder has a file for each five first digits of SHA-1, `0018A.txt`, with sorted lines of the other 35.
///
/// A file is opened for each question, so that it can be replaced while it is in use, and some 20 blocks of it are read.
public struct LeakedPasswordFiles: LeakedPasswords {
  private let folder: @Sendable (String) -> String?

  /// Lists below the folders that tenants have, by their names.
  public init(folder: @escaping @Sendable (_ tenant: String) -> String?) { self.folder = folder }

  /// Whether a list has a password.
  public func contains(_ password: String, in file: String, of tenant: String) throws(LeakListError) -> Bool {
    let path = try path(of: file, tenant)
    guard Self.isFolder(path) else {
      let list = try SortedHashes(path)
      let digest = try list.digits == 64 ? PasswordDigest.sha256(password) : Self.sha1(password)
      return try list.contains(digest)
    }
    let digest = try Self.sha1(password)
    let range = try SortedHashes("\(path)/\(digest.prefix(PasswordDigest.prefixLength)).txt", inRange: true)
    return try range.contains(String(digest.dropFirst(PasswordDigest.prefixLength)))
  }

  /// What is wrong with the list that a table names, as a sentence; nil where it has none, and where it can be asked.
  public func problem(of table: FlowTable) -> String? {
    guard case .file(let file)? = table.passwords.breaches else { return nil }
    do {
      _ = try contains("", in: file, of: table.tenant)
      return nil
    } catch {
      return "the list of leaked passwords \(file.debugDescription): \(error.reason); no password can be set"
    }
  }

  private func path(of file: String, _ tenant: String) throws(LeakListError) -> String {
    guard BreachSource.isInside(file) else { throw LeakListError("it is not in the tenant's folder") }
    guard let folder = folder(tenant) else { throw LeakListError("its tenant has no folder") }
    return "\(folder)/\(file)"
  }

  private static func sha1(_ password: String) throws(LeakListError) -> String {
    guard let digest = PasswordDigest.sha1(password) else {
      throw LeakListError("SHA-1 cannot be made: libcrypto is not installed")
    }
    return digest
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
