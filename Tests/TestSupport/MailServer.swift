import CSpawn
import Glibc

/// A real mail server (aiosmtpd from PyPI, in an environment below `.build`, in the versions of `aiosmtpd.txt`) as a process,
/// which ends with the value.
public final class MailServer {
  /// What is wrong where it does not start.
  public struct Failure: Error {
    /// In words.
    public let what: String
  }

  /// Where it listens, on 127.0.0.1.
  public let port: Int
  private let process: Int32
  private let input: Int32
  private let file: String

  private static let sources = Repository.root + "/Tests/TestSupport"

  /// Starts one whose files are in `folder`, with the options of `mailserver.py`.
  public init(in folder: String, _ options: [String] = []) throws {
    let packages = try PythonPackages.install("Tests/TestSupport/aiosmtpd.txt")
    file = folder + "/mails"
    var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe2(&toChild, O_CLOEXEC) == 0, pipe2(&fromChild, O_CLOEXEC) == 0 else { throw Failure(what: "no pipe") }
    let errors = open(folder + "/mailserver-errors", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    process = try start(
      packages + "/python/bin/python", [Self.sources + "/mailserver.py", file] + options, folder: folder,
      .descriptors([toChild[0], fromChild[1], errors]))
    for descriptor in [toChild[0], fromChild[1], errors] { close(descriptor) }
    input = toChild[1]
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(fromChild[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    close(fromChild[0])
    guard let port = Int(String(decoding: line, as: UTF8.self)) else {
      throw Failure(what: readFile(folder + "/mailserver-errors").map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
    self.port = port
  }

  deinit { stop() }

  private var isRunning = true

  /// Ends it.
  public func stop() {
    guard isRunning else { return }
    isRunning = false
    close(input)
    _ = try? wait(process, 5, "the mail server")
  }

  /// A document for each mail that it has taken, in the order in which they came.
  public var mails: [String] {
    let text = readFile(file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// A document for each mail, as soon as there are so many; what is there after twenty seconds.
  public func mails(atLeast count: Int, seconds: Double = 20) -> [String] {
    for _ in 0..<Int(seconds * 40) where mails.count < count { usleep(25_000) }
    return mails
  }

  /// Makes a certificate for `localhost` in a folder: `cert.pem`, which vouches for itself, and `key.pem`.
  public static func makeCertificate(in folder: String, name: String = "cert", host: String = "localhost") throws {
    let made = try run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "\(name)-key.pem",
        "-out",
        "\(name).pem", "-days", "2", "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)",
      ], folder: folder)
    guard made.status == 0 else { throw Failure(what: made.errors) }
    chmod(folder + "/\(name).pem", 0o600)
  }
}
