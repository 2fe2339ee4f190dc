import CCurl
import FlowModel
import FlowRuntime
import Synchronization

/// What is said and heard while one mail is handed over: how far it came, and what the server answered last. It keeps no word of
/// ours, as those hold the password, and of the server's only those of its last answer, for `ServerWords`.
final class SMTPTranscript {
  /// How far it came.
  enum Stage: Hashable {
    case connecting, hello, encryption, login, sender, recipient, content
  }

  private static let longestWords = 1_000

  let place: HookURL
  let hosts: AllowedHosts
  let isCancelled: CancelFlag
  /// Whether the server must know SMTPUTF8.
  let needsUTF8: Bool
  /// What the connection is to be, and whether we log in.
  let settings: MailSettings
  private var mail: ArraySlice<UInt8>
  private var hasEnded = false
  private(set) var stage = Stage.connecting
  /// The last status; 0: none came.
  private(set) var status = 0
  /// The last enhanced status (RFC 3463), such as `5.1.1`, where there was one.
  private(set) var detail: String?
  /// The words of that answer, in which there may be addresses.
  private(set) var words: String?
  /// The last status of each part that was answered.
  private(set) var statuses: [Stage: Int] = [:]
  /// Whether what is said is encrypted, where that begins in clear.
  private(set) var isEncrypted = false
  /// The address that it is connected to.
  fileprivate(set) var address: IPAddress?
  /// Whether the server offers SMTPUTF8.
  fileprivate(set) var offersUTF8: Bool
  /// Whether the mail was not handed over, as the server cannot take its address.
  private(set) var lacksUTF8 = false
  /// Whether nothing more was said, as we are to log in where the server lets nobody do so.
  private(set) var lacksLogin = false
  /// Whether an answer was not waited for any longer.
  fileprivate(set) var isLate = false
  /// An address that was not connected to.
  fileprivate(set) var refused: IPAddress?
  /// Whether the answer that was heard last is whole.
  private var isAnswerWhole = true
  private var offersLogin = false
  private var waitsSince = ContinuousClock.now
  private let began = ContinuousClock.now
  private let patience: SMTPPatience
  /// Whether all of the mail was said, so that it may arrive whatever is heard of it.
  private(set) var isHandedOver = false
  private let lingers: () -> Bool
  /// Told whatever is heard, and while nothing is.
  var watcher: ((SMTPTranscript) -> Void)?

  init(
    mail: [UInt8], needsUTF8: Bool, offersUTF8: Bool, settings: MailSettings, place: HookURL, hosts: AllowedHosts,
    patience: SMTPPatience, isCancelled: CancelFlag, lingers: @escaping () -> Bool
  ) {
    self.lingers = lingers
    (self.mail, self.needsUTF8, self.offersUTF8) = (mail[...], needsUTF8, offersUTF8)
    (self.settings, self.patience) = (settings, patience)
    (self.place, self.hosts, self.isCancelled) = (place, hosts, isCancelled)
  }

  func said(_ line: UnsafeRawBufferPointer) {
    let word = String(decoding: line.prefix { $0 > 0x20 }.prefix(9), as: UTF8.self).uppercased()
    // The end of a connection says nothing of the mail.
    if word == "QUIT" { hasEnded = true }
    guard !hasEnded else { return }
    (status, detail, words, isAnswerWhole, waitsSince) = (0, nil, nil, true, .now)
    // A whole word: what is said at a log-in could begin like one.
    switch word {
    case "EHLO", "HELO":
      if stage == .encryption { isEncrypted = true }
      stage = .hello
      (offersUTF8, offersLogin) = (false, false)
    case "STARTTLS": stage = .encryption
    case "AUTH": stage = .login
    case "MAIL": stage = .sender
    case "RCPT": stage = .recipient
    case "DATA": stage = .content
    default: break
    }
  }

  func heard(_ line: UnsafeRawBufferPointer) {
    let text = String(decoding: line, as: UTF8.self)
    guard !hasEnded, let status = Int(text.prefix(3)), 200...599 ~= status else { return }
    // Of an answer before, such as the one to DATA, nothing is part of this one.
    if isAnswerWhole { words = nil }
    isAnswerWhole = text.dropFirst(3).first != "-"
    waitsSince = .now
    self.status = status
    statuses[stage] = status
    let rest = text.dropFirst(4)
    if (words ?? "").utf8.count < Self.longestWords {
      words = (words.map { $0 + " " } ?? "") + rest.trimmingPrefix { $0.isNumber || $0 == "." }
    }
    if stage == .hello { offered(rest.uppercased()) }
    let word = rest.prefix { $0.isNumber || $0 == "." }
    defer { watcher?(self) }
    detail = word.split(separator: ".").count == 3 && word.utf8.count <= 11 ? String(word) : nil
  }

  /// One line of what the server can do.
  private func offered(_ line: String) {
    if line.hasPrefix("SMTPUTF8") { offersUTF8 = true }
    if line.prefix(while: { $0.isLetter }) == "AUTH" { offersLogin = true }
    // What is offered before TLS is another list.
    guard isAnswerWhole, status / 100 == 2, settings.encryption != .startTLS || isEncrypted else { return }
    lacksUTF8 = needsUTF8 && !offersUTF8
    lacksLogin = settings.login != nil && !offersLogin
  }

  /// Whether to go on: nothing is said to a server that lacks what the mail or the settings need.
  fileprivate var goesOn: Bool {
    watcher?(self)
    isLate = isLate || isTooLate
    return !(isCancelled.isSet || lacksUTF8 || lacksLogin || isLate)
  }

  private var isTooLate: Bool {
    let waited = waitsSince.duration(to: .now)
    guard isHandedOver else { return waited > patience.answer || began.duration(to: .now) > patience.handing }
    return waited > patience.answer && (waited > patience.end || !lingers())
  }

  /// For how long the answer is waited for that did not come, in seconds.
  var waited: Int64 { waitsSince.duration(to: .now).components.seconds }

  /// How long the answer that is waited for is waited for at most, in seconds.
  var longestWait: Int64 { (isHandedOver ? patience.end : patience.answer).components.seconds }

  /// Whether we are let in: 334 asks for more of the log-in (RFC 4954, section 4).
  var isLoggedIn: Bool { statuses[.login].map { $0 / 100 == 2 } ?? false }

  /// Another address is tried, or more of the mail is taken.
  fileprivate func waitAnew() { waitsSince = .now }

  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if needsUTF8, !offersUTF8 {
      lacksUTF8 = true
      return Int(CURL_READFUNC_ABORT)
    }
    waitAnew()
    let count = min(buffer.count, mail.count)
    buffer.copyBytes(from: mail.prefix(count))
    mail = mail.dropFirst(count)
    // What comes behind is the end of the mail alone.
    isHandedOver = count == 0 && buffer.count > 0
    return count
  }
}

/// Whether somebody has given up waiting.
final class CancelFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

private func transcript(_ context: UnsafeMutableRawPointer?) -> SMTPTranscript? {
  context.map { Unmanaged<SMTPTranscript>.fromOpaque($0).takeUnretainedValue() }
}

/// libcurl's callbacks, whose context is a transcript.
enum SMTPCallbacks {
  static let judge: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Bool = {
    context, bytes, count in
    guard let transcript = transcript(context),
      let address = IPAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    else { return false }
    if transcript.hosts.allows(address, for: transcript.place) {
      transcript.waitAnew()
      transcript.address = address
      return true
    }
    transcript.refused = address
    return false
  }

  static let read: curl_read_callback = { buffer, size, count, context in
    guard let buffer, let transcript = transcript(context) else { return Int(CURL_READFUNC_ABORT) }
    return transcript.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
  }

  static let witness: curl_debug_callback = { _, type, data, size, context in
    guard let transcript = transcript(context) else { return 0 }
    let line = UnsafeRawBufferPointer(start: data, count: size)
    switch type {
    case CURLINFO_HEADER_OUT: transcript.said(line)
    case CURLINFO_HEADER_IN: transcript.heard(line)
    default: break
    }
    return 0
  }

  static let progress: curl_xferinfo_callback = { context, _, _, _, _ in
    transcript(context)?.goesOn == false ? 1 : 0
  }

  static let discard: curl_write_callback = { _, size, count, _ in size * count }
}
