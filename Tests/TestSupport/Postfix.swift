import CSpawn
import Glibc

/// Debian's Postfix as a process of its own, on a port of 127.0.0.1, with TLS: it delivers what comes for `example.com` to one
/// mailbox file. Nothing of the machine's own configuration is read, and no service is started. It ends with the value.
public final class Postfix {
  /// What is wrong where it does not start.
  public struct Failure: Error {
    /// In words.
    public let what: String
  }

  /// Where it listens.
  public let port: Int
  private let folder: String
  private let process: Int32
  private var isRunning = true

  /// Postfix hands its work to users of its own, so that nobody but root can start it.
  public static var canRun: Bool {
    getuid() == 0 && access("/usr/sbin/postfix", X_OK) == 0 && getpwnam("postfix") != nil
  }

  /// Starts it with its files below `folder`, where `cert.pem` and `cert-key.pem` are its certificate and key.
  public init(in folder: String) throws {
    guard let user = getpwnam("postfix") else { throw Failure(what: "there is no user `postfix`") }
    let (uid, gid) = (user.pointee.pw_uid, user.pointee.pw_gid)
    port = try Self.freePort()
    self.folder = folder + "/postfix"
    for name in ["", "/etc", "/queue", "/data", "/box"] { mkdir(self.folder + name, 0o755) }
    // Its users come to their folders, and to no other.
    chmod(folder, 0o711)
    chown(self.folder + "/data", uid, 0)
    chown(self.folder + "/box", uid, gid)
    try Self.write(
      Self.settings(self.folder, certificate: folder, uid: uid, gid: gid), to: self.folder + "/etc/main.cf")
    try Self.write(Self.services(port), to: self.folder + "/etc/master.cf")
    let log = open(self.folder + "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for descriptor in [log, nothing] { close(descriptor) } }
    process = try start(
      "/usr/sbin/postfix", ["-c", self.folder + "/etc", "start-fg"], folder: self.folder,
      .descriptors([nothing, log, log]))
    for _ in 0..<200 where !self.log.contains("daemon started") { usleep(50_000) }
    guard self.log.contains("daemon started") else {
      stop()
      throw Failure(what: self.log)
    }
  }

  deinit { stop() }

  /// Ends it, with all that it has started.
  public func stop() {
    guard isRunning else { return }
    isRunning = false
    _ = try? run("/usr/sbin/postfix", ["-c", folder + "/etc", "stop"], folder: folder)
    _ = try? wait(process, 10, "Postfix")
  }

  /// What it says of its work.
  public var log: String { readFile(folder + "/log").map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// The mailbox file.
  public var mailbox: String { folder + "/box/mail" }

  /// The mails of the mailbox as a JSON list, read by Python's `mailbox` and `email`, as soon as there are so many.
  public func mails(atLeast count: Int) throws -> String {
    let script = """
      import email, email.policy, json, mailbox, sys
      read = lambda file: email.message_from_binary_file(file, policy=email.policy.default)
      print(json.dumps([{
        "to": mail["To"], "subject": mail["Subject"], "received": str(mail["Received"]), "id": mail["Message-ID"],
        "auto": mail["Auto-Submitted"], "text": mail.get_body(("plain",)).get_content(),
        "defects": [str(part.defects) for part in mail.walk() if part.defects],
      } for mail in mailbox.mbox(sys.argv[1], factory=read, create=False)]))
      """
    for _ in 0..<400 where access(mailbox, F_OK) != 0 || log.ranges(of: "status=sent").count < count { usleep(50_000) }
    let read = try run("/usr/bin/python3", ["-c", script, mailbox], folder: folder)
    guard read.status == 0 else { throw Failure(what: read.errors + log) }
    return read.output
  }

  private static func settings(_ folder: String, certificate: String, uid: UInt32, gid: UInt32) -> String {
    """
    compatibility_level = 3.6
    queue_directory = \(folder)/queue
    data_directory = \(folder)/data
    command_directory = /usr/sbin
    daemon_directory = /usr/lib/postfix/sbin
    inet_interfaces = 127.0.0.1
    inet_protocols = ipv4
    myhostname = localhost
    mydestination =
    mynetworks =
    alias_maps =
    local_recipient_maps =
    virtual_mailbox_domains = example.com
    virtual_mailbox_base = \(folder)/box
    virtual_mailbox_maps = static:mail
    virtual_uid_maps = static:\(uid)
    virtual_gid_maps = static:\(gid)
    virtual_minimum_uid = 1
    virtual_transport = virtual
    smtpd_tls_cert_file = \(certificate)/cert.pem
    smtpd_tls_key_file = \(certificate)/cert-key.pem
    smtpd_tls_security_level = encrypt
    smtpd_tls_received_header = yes
    smtpd_relay_restrictions = reject_unauth_destination
    maillog_file = /dev/stdout
    maillog_file_prefixes = /dev/stdout

    """
  }

  private static func services(_ port: Int) -> String {
    """
    127.0.0.1:\(port) inet n - n - - smtpd
    cleanup unix n - n - 0 cleanup
    qmgr unix n - n 300 1 qmgr
    tlsmgr unix - - n 1000? 1 tlsmgr
    rewrite unix - - n - - trivial-rewrite
    bounce unix - - n - 0 bounce
    defer unix - - n - 0 bounce
    trace unix - - n - 0 bounce
    proxymap unix - - n - - proxymap
    anvil unix - - n - 1 anvil
    error unix - - n - - error
    retry unix - - n - - error
    virtual unix - n n - - virtual
    postlog unix-dgram n - n - 1 postlogd

    """
  }

  private static func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw Failure(what: "cannot write \(path)")
    }
  }

  private static func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(what: "no port is free") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
