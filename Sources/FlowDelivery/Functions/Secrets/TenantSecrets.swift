import CCommand
public import FlowModel
import Glibc

/// What belongs to one tenant of the server's environment, and of the operator's folder of secrets. No name leads to what is
/// another tenant's, or the server's.
public struct TenantSecrets: Sendable {
  private let tenant: String
  private let folder: String?

  /// How large a file of keys may be, in bytes.
  static let fileLimit = 4096

  /// The secrets of a tenant; `folder` has a folder for each.
  public init(of tenant: String, in folder: String? = nil) {
    self.tenant = tenant
    self.folder = folder
  }

  /// What the names of a tenant's variables begin with in the server's environment: `USHER_CONTOSO_` of `contoso`,
  /// `USHER_BOOK__CLUB_` of `book-club`.
  ///
  /// INVARIANT: no variable is two tenants', unless their names differ in case alone, or in `-` and `_`. What is not a letter
  /// or digit is doubled, one `_` ends the name, and no variable of a tenant begins with `_`.
  public static func prefix(of tenant: String) -> String {
    let name = tenant.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "__" }
    return "USHER_\(name.joined())_"
  }

  /// The value of a variable of the tenant's, and what it is called in the server's environment.
  func variable(_ name: String) -> (fullName: String, value: String?) {
    let fullName = Self.prefix(of: tenant) + name
    guard FunctionSecret.isVariableName(name) else { return (fullName, nil) }
    return (fullName, getenv(fullName).map { String(cString: $0) })
  }

  /// A text of the tenant's settings; throws where it is in a variable that is not set. `what` is the setting.
  func text(_ text: ChannelText, _ what: String) throws(SecretProblem) -> String {
    switch text {
    case .text(let text): return text
    case .variable(let name):
      let (fullName, value) = variable(name)
      guard let value else { throw SecretProblem("the environment variable \(fullName) with its \(what) is not set") }
      return value
    }
  }

  /// Where a text stands, behind the name of its setting; nothing where it is in the tenant's files.
  func origin(of text: ChannelText) -> String {
    switch text {
    case .text: ""
    case .variable(let name): " of the environment variable \(variable(name).fullName)"
    }
  }

  /// The keys that requests are signed with, the newest first; at least one. `what` is what else they are.
  public func keys(_ secret: FunctionSecret, _ what: String = "its key") throws(SecretProblem) -> SecretKeys {
    let (place, content) = try content(secret, what)
    guard let keys = SecretKeys(content) else {
      throw SecretProblem("\(place) holds no \(what.split(separator: " ").last ?? "key")")
    }
    return keys
  }

  /// What a secret holds, and where that is. What is public, such as a certificate, may be read by everybody.
  func content(
    _ secret: FunctionSecret, _ what: String, limit: Int = fileLimit, isPublic: Bool = false
  ) throws(SecretProblem) -> (place: String, bytes: [UInt8]) {
    switch secret {
    case .variable(let name):
      let (fullName, value) = variable(name)
      guard let value else { throw SecretProblem("the environment variable \(fullName) with \(what) is not set") }
      return ("the environment variable \(fullName)", Array(value.utf8))
    case .file(let name): return (try path(name, what), try read(name, what, limit, isPublic))
    }
  }

  private func path(_ name: String, _ what: String) throws(SecretProblem) -> String {
    guard let folder else {
      throw SecretProblem("\(what) is in a file, and no folder of secrets was named (`--secrets DIR`)")
    }
    guard FunctionSecret.isFileName(name), tenant.isName else {
      throw SecretProblem("the file with \(what) cannot be called so")
    }
    return "\(folder)/\(tenant)/\(name)"
  }

  private func read(_ name: String, _ what: String, _ limit: Int, _ isPublic: Bool) throws(SecretProblem) -> [UInt8] {
    let path = try path(name, what)
    func problem() -> SecretProblem {
      SecretProblem("\(path) with \(what) cannot be read: \(String(cString: strerror(errno)))")
    }
    let own = open("\(folder ?? "")/\(tenant)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard own >= 0 else { throw problem() }
    defer { close(own) }
    let file = open_beneath(own, name)
    guard file >= 0 else { throw problem() }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw problem() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SecretProblem("\(path) with \(what) is no file") }
    guard status.st_mode & (isPublic ? 0o002 : 0o007) == 0 else {
      throw SecretProblem(
        isPublic
          ? "\(path) with \(what) can be written by everybody: `chmod 644` it, or less"
          : "\(path) with \(what) can be read by everybody: `chmod 640` it, or less")
    }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw problem() }
    guard count <= limit else {
      throw SecretProblem("\(path) with \(what) has more than \(limit) bytes")
    }
    return Array(bytes.prefix(count))
  }
}

extension String {
  /// Whether it is a name as the language has them: letters, digits, `-` and `_`, a letter first.
  fileprivate var isName: Bool {
    let bytes = utf8
    let isLetter: (UInt8) -> Bool = { (0x61...0x7A).contains($0 | 0x20) }
    return bytes.first.map(isLetter) == true
      && bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
  }
}
