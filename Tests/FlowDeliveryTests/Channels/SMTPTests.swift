import FlowJSON
import FlowModel
import FlowRuntime
import Glibc
import TestSupport
import Testing

@testable import FlowDelivery

/// Mail over SMTP, with a mail server as there are in the world.
@Suite struct SMTPTests {
  private let folder: TestSupport.TemporaryFolder

  init() throws { folder = try TestSupport.TemporaryFolder() }

  private func scene(
    _ server: LiveMailServer, connections: Int = 4, perSecond: Int? = nil,
    _ change: (inout MailServerSettings) -> Void = { _ in }
  ) throws -> ChannelScene {
    var settings = ChannelScene.mail(server.port)
    change(&settings)
    return try ChannelScene([ChannelScene.smtp(settings, connections: connections, perSecond: perSecond)], in: folder)
  }

  @Test func `a mail arrives once, and Python's email library reads it`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server) {
      $0.replyTo = .text("help@contoso.example")
      $0.envelopeFrom = .text("bounces@contoso.example")
    }
    #expect(await scene.deliver(ChannelScene.message(number: 1)) == nil)
    let mail = try #require(server.documents.first)
    #expect(server.documents.count == 1 && mail["defects"] == [])
    #expect(mail["from"] == "bounces@contoso.example" && mail["to"] == ["ada@example.com"])
    #expect(mail["hello"] == "contoso.example" && mail["utf8"] == false)
    let headers = try #require(mail["headers"])
    #expect(headers["from"] == "Contoso <no-reply@contoso.example>" && headers["to"] == "ada@example.com")
    #expect(headers["reply-to"] == "help@contoso.example" && headers["subject"] == "Your code")
    #expect(headers["auto-submitted"] == "auto-generated" && headers["content-language"] == "en")
    #expect(headers["date"] == "Mon, 21 Sep 2026 14:13:20 +0000")
    #expect(headers["message-id"] == "<00000000000000070000000000000001@contoso.example>")
    #expect(headers["list-unsubscribe"] == nil)
    #expect(mail["parts"] == [["text/plain", "Your code is 12345678. It is valid for 10 minutes.\n"]])
  }

  @Test func `connections are kept for the next mail, and there are no more of them than are allowed`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server, connections: 2)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask { #expect(await scene.deliverInTurn(ChannelScene.message("u\(number)@example.com")) == nil) }
      }
    }
    #expect(server.documents.count == 16)
    #expect((1...2).contains(Set(server.documents.compactMap { $0["peer"]?.int }).count))
  }

  @Test(arguments: [MailEncryption.startTLS, .implicit])
  func `a mail goes over TLS, with a log-in, to a server whose certificate is known`(
    _ encryption: MailEncryption
  ) async throws {
    try LiveMailServer.makeCertificate(in: folder.path)
    let server = try LiveMailServer(
      in: folder.path,
      [
        "--tls", encryption.name, "--certificate", "cert.pem", "--key", "cert-key.pem", "--user", "shop", "--password",
        "s3cret!",
      ])
    let scene = try scene(server) {
      $0.encryption = encryption
      $0.user = .text("shop")
      $0.password = .file("smtp")
      $0.authorities = .file("ca.pem")
    }
    scene.write(secret: "ca.pem", try #require(folder.read("cert.pem")))
    scene.write(secret: "smtp", "wrong\n")
    #expect(await scene.deliver(ChannelScene.message())?.retry == .settings)
    // A new password is taken as soon as it is there.
    scene.write(secret: "smtp", "s3cret!\n")
    #expect(await scene.deliver(ChannelScene.message()) == nil)
    let mail = try #require(server.documents.first)
    #expect(server.documents.count == 1 && mail["tls"] == true && mail["user"] == "shop")
    #expect(folder.read("mails")?.contains("s3cret") == false)
  }

  @Test(arguments: [MailEncryption.startTLS, .implicit])
  func `a server with a certificate that nobody vouches for, or of another name, gets no mail and no password`(
    _ encryption: MailEncryption
  ) async throws {
    try LiveMailServer.makeCertificate(in: folder.path)
    try LiveMailServer.makeCertificate(in: folder.path, name: "other", host: "mail.example.com")
    for (shown, trusted) in [("cert", nil as String?), ("other", "other"), ("cert", "other")] {
      let server = try LiveMailServer(
        in: folder.path, ["--tls", encryption.name, "--certificate", "\(shown).pem", "--key", "\(shown)-key.pem"])
      let scene = try scene(server) {
        $0.encryption = encryption
        if trusted != nil { $0.authorities = .file("ca.pem") }
      }
      if let trusted { scene.write(secret: "ca.pem", try #require(folder.read("\(trusted).pem"))) }
      let error = await scene.deliver(ChannelScene.message())
      #expect(
        error?.retry == .settings && error?.reason.contains("no connection to the mail server is safe") == true,
        "\(error as Any)")
      #expect(server.mails.isEmpty)
      let told = trusted == shown ? "`host` has another name" : "self-signed"
      #expect(error?.reason.contains(told) == true && error?.reason.contains("SSH") == false, "\(error as Any)")
    }
  }

  @Test func `a server that offers no TLS gets no mail where it is demanded`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let error = await (try scene(server) { $0.encryption = .startTLS }).deliver(ChannelScene.message())
    #expect(error?.retry == .settings, "\(error as Any)")
    #expect(server.mails.isEmpty)
  }

  @Test func `what a server says is told apart, and its words are not repeated`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server)
    #expect(
      await scene.deliver(ChannelScene.message("nobody@example.com"))
        == .undeliverable("the mail server refuses the address (550 5.1.1)"))
    #expect(
      await scene.deliver(ChannelScene.message("full@example.com"))
        == .temporary("the mail server said \"later\" (452 4.2.2)", .busy))
    let relayed = await scene.deliver(ChannelScene.message("relay@example.com"))
    #expect(
      relayed?.retry == .settings
        && relayed?.reason.hasPrefix("the mail server's policy refuses the mail (554 5.7.1): look at") == true)
    #expect(
      await scene.deliver(ChannelScene.message("spam@example.com"))
        == .permanent("the mail server refuses the mail (554 5.6.0)"))
    #expect(await scene.deliver(ChannelScene.message()) == nil, "what was refused keeps nobody else's mail back")
    server.stop()
    #expect(await scene.deliver(ChannelScene.message())?.retry == .connection)
  }

  @Test func `what a server said comes to the outbox, without addresses and without what the mail holds`() async throws
  {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server)
    func words(_ address: String) async -> String? { await scene.failure(ChannelScene.message(address))?.parts.words }
    #expect(await words("nobody@example.com") == "(address) no such user")
    #expect(await words("full@example.com") == "the mailbox is (withheld)")
    #expect(await words("echo@example.com") == "your code (withheld) is in it")
    #expect(
      ServerWords("refused \u{1B}[31m s3cret\u{0} for Ada", hiding: ["S3cret", "ada"])?.text
        == "refused [31m (withheld) for (withheld)")
    #expect(ServerWords("550 5.7.1 (…)", hiding: []) == nil)
    let encodings = [
      "NjkzNjIxMTY=", "Y29kZTo2OTM2MjExNg==", "eDY5MzYyMTE2", "%36%39%33%36%32%31%31%36", "c=%36936%32116",
    ]
    for encoded in encodings {
      #expect(ServerWords("your thing \(encoded) is bad", hiding: ["69362116"])?.text == "your thing (withheld) is bad")
    }
    #expect(ServerWords("100% bad: %zz %4", hiding: ["69362116"])?.text == "100% bad: %zz %4")
    let quoted = try #require(await words("quote@example.com"))
    #expect(quoted.hasPrefix("we saw this before: ") && quoted.contains("(withheld)"), "\(quoted)")
    #expect(!quoted.contains("12345678"), "\(quoted)")
  }

  /// A token as links have it, and all that a server may make of it.
  @Test func `no server's way of repeating a secret shows a part of it`() throws {
    let token = String(repeating: "0123456789abcdef", count: 8).enumerated().map { index, digit in
      index % 5 == 0 ? "7" : String(digit)
    }.joined()
    let url = "https://app.example.com/join?token=\(token)&tokenId=abc"
    func words(_ said: String, _ secrets: [String]? = nil) -> String {
      ServerWords(said, hiding: secrets ?? [token, "12345678"])?.text ?? ""
    }
    let long = String(repeating: "it is spam ", count: 16)
    for said in [
      url, url.uppercased(), url.replacing("token=", with: "token=3D"), "hxxps" + url.dropFirst(5), long + url,
      String(token.dropFirst(40).prefix(40)), "x" + token.prefix(15),
      token.prefix(8) + " " + token.dropFirst(8).prefix(9),
      token.prefix(7).map { String($0) }.joined(separator: "-"),
    ] {
      let shown = words("refused: \(said) end")
      let dense = shown.lowercased().filter { $0.isHexDigit || $0.isLetter }
      #expect(shown.contains("(withheld)"), "\(shown)")
      for start in 0..<(token.count - 6) {
        #expect(!dense.contains(token.dropFirst(start).prefix(6)), "\(shown)")
      }
    }
    for said in ["1234567", "345678", "code:12345.", "12 34 56 78"] {
      #expect(words("the code \(said) is in it") == "the code (withheld) is in it")
    }
    // Pieces apart from each other, with letters or words between them.
    #expect(words("1234abcd5678") == "(withheld)")
    #expect(words("1234 of yours 5678 is spam") == "(withheld) of yours (withheld) is spam")
    #expect(words("a123b, 45x678") == "(withheld)")
    let apart = stride(from: 0, to: 30, by: 5).map { token.dropFirst($0).prefix(4) }
    for piece in apart {
      let shown = words("refused " + apart.joined(separator: " is ") + " end")
      #expect(!shown.contains(piece) && shown.hasSuffix(" end"), "\(shown)")
    }
    let link = ["overabcdefghijklmnopq1"]
    #expect(words("overa is cdefg is ijklm", link) == "(withheld) is (withheld) is (withheld)")
    #expect(words("over is a word", link) == "over is a word")
    // Of nobody's knowledge, and too much like a secret.
    for said in ["deadbeefdeadbeefdeadbeef", "QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "id=0a1b2c3d4e5f6a7b8c"] {
      #expect(words("spam \(said) here", []) == "spam (withheld) here")
    }
    let plain = "Administratively prohibited. See https://support.example.com/mail/answer/81126 for more (id 4 of 12)"
    #expect(words(plain) == plain)
    #expect(words("no ada=40example.com here") == "no (address) here")
  }

  @Test func `what is answered to DATA is no part of what is said of the mail`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server)
    let words = await scene.failure(ChannelScene.message("spam@example.com"))?.parts.words
    #expect(words == "we do not like it" && server.mails.isEmpty)
  }

  @Test func `a log-in that the server does not offer is no log-in`() async throws {
    let server = try LiveMailServer(in: folder.path)
    var settings = ChannelScene.mail(server.port)
    (settings.user, settings.password) = (.text("shop"), .file("password"))
    let channel = ChannelScene.smtp(settings)
    let scene = try ChannelScene([channel], in: folder)
    scene.write(secret: "password", "s3cret\n")
    let error = await scene.deliver(ChannelScene.message())
    #expect(error?.retry == .settings && error?.reason.contains("offers no log-in (AUTH)") == true, "\(error as Any)")
    let steps = ChannelTrial(of: channel, tenant: ChannelScene.tenant, settings: scene.settings)
      .send(to: "ada@example.com")
    #expect(steps.first { $0.outcome == .failed }?.name == "log-in", "\(steps)")
    #expect(server.mails.isEmpty)
  }

  @Test func `a trial tells each step as it is done, and which one is waited for`() async throws {
    let server = try LiveMailServer(in: folder.path, ["--hello-delay", "5"])
    let channel = ChannelScene.smtp(ChannelScene.mail(server.port))
    let scene = try ChannelScene([channel], in: folder)
    var events: [ChannelTrial.Event] = []
    let steps = ChannelTrial(of: channel, tenant: ChannelScene.tenant, settings: scene.settings)
      .send(to: "ada@example.com") { events.append($0) }
    #expect(steps.allSatisfy { $0.outcome != .failed } && server.mails.count == 1, "\(steps)")
    var expected = steps.map(ChannelTrial.Event.step)
    expected.insert(.waiting(for: "EHLO", atMost: 25), at: 3)
    #expect(events == expected)
  }

  @Test func `each answer is waited for as long as is said, and the step is named that had none`() async throws {
    let server = try LiveMailServer(in: folder.path, ["--hello-delay", "4"])
    let scene = try scene(server)
    let secrets = TenantSecrets(of: ChannelScene.tenant, in: scene.settings.secrets)
    let settings = try MailSettings(ChannelScene.mail(server.port), secrets)
    let address = try #require(EmailAddress("ada@example.com"))
    let impatient = try #require(
      SMTPConnection(patience: SMTPPatience(answer: .seconds(1), handing: .seconds(60), end: .seconds(60))))
    var reason = ""
    do throws(DeliveryError) {
      try impatient.send([], to: address, settings, scene.settings.hosts, hiding: [], CancelFlag())
    } catch { reason = error.reason }
    #expect(reason.hasPrefix("the mail server did not answer EHLO in time: "), "\(reason)")
    #expect(await scene.deliver(ChannelScene.message()) == nil, "a server that is slow is waited for")
    #expect(server.mails.count == 1)
  }

  @Test
  func `the answer behind the mail is waited for longer, and where none comes it is said that the mail may be there`()
    async throws
  {
    let server = try LiveMailServer(in: folder.path, ["--delay", "3"])
    let scene = try scene(server)
    let secrets = TenantSecrets(of: ChannelScene.tenant, in: scene.settings.secrets)
    let settings = try MailSettings(ChannelScene.mail(server.port), secrets)
    let address = try #require(EmailAddress("ada@example.com"))
    func failure(end: Int, lingers: Bool = true) throws -> DeliveryError? {
      let patience = SMTPPatience(answer: .seconds(1), handing: .seconds(60), end: .seconds(end))
      let connection = try #require(SMTPConnection(patience: patience))
      do throws(DeliveryError) {
        let mail = Array("Subject: A\r\n\r\nB\r\n".utf8)
        try connection.send(
          mail, to: address, settings, scene.settings.hosts, hiding: [], CancelFlag(), lingers: { lingers })
        return nil
      } catch { return error }
    }
    #expect(try failure(end: 60) == nil)
    for error in [try failure(end: 2), try failure(end: 60, lingers: false)] {
      #expect(error?.retry == .unanswered, "\(error as Any)")
      #expect(
        error?.reason.contains("may have been delivered; it is tried again with the same Message-ID") == true,
        "\(error as Any)")
    }
    // The server has taken all three.
    #expect(server.mails(atLeast: 3).count == 3)
  }

  @Test func `a message whose answer takes long gives its turn to the next, as many as a channel may have`()
    async throws
  {
    let gate = ChannelGate(connections: 1, perSecond: nil)
    var turns: [DeliveryTurn] = []
    for number in 0..<8 {
      try await gate.enter(RandomID(high: 0, low: UInt64(number)))
      turns.append(DeliveryTurn(in: gate))
      #expect(turns.last?.linger() == true)
    }
    try await gate.enter(RandomID(high: 0, low: 9))
    let last = DeliveryTurn(in: gate)
    #expect(!last.linger(), "there are too many, so it is broken off")
    await #expect(throws: DeliveryError.self) { try await gate.enter(RandomID(high: 0, low: 10)) }
    _ = last.end(.works, "")
    for turn in turns { #expect(turn.end(.works, "") == nil) }
    // Each turn was given back once.
    try await gate.enter(RandomID(high: 0, low: 11))
    await #expect(throws: DeliveryError.self) { try await gate.enter(RandomID(high: 0, low: 12)) }
  }

  @Test func `a try that somebody asks for lengthens no rest of a channel where it fails`() async throws {
    let gate = ChannelGate(connections: 1, perSecond: nil)
    func fail() async throws -> Duration? {
      try await gate.enter(RandomID(high: 0, low: .random(in: 0 ... .max)))
      return gate.leave(.fails, "away")
    }
    func rest() async -> ChannelRest? {
      do throws(DeliveryError) { try await gate.enter(RandomID(high: 0, low: 1)) } catch {
        if case .resting(let rest) = error { return rest }
      }
      return nil
    }
    for _ in 0..<4 { #expect(try await fail() == nil) }
    #expect(try await fail() == .seconds(5))
    let before = try #require(await rest())
    #expect(before.failures == 5 && before.failed != nil)
    for _ in 0..<3 {
      gate.rouse(asked: SystemClock().now() + 1_000)
      #expect(try await fail() == nil)
      let after = try #require(await rest())
      #expect(after.ends <= before.ends, "it rests on as before")
    }
    gate.rouse(asked: SystemClock().now() + 1_000)
    try await gate.enter(RandomID(high: 0, low: 2))
    #expect(gate.leave(.works) == nil)
    #expect(await rest() == nil)
  }

  @Test func `of a tenant that is not served, that is said`() async throws {
    let channels = TenantChannels(outbox: nil, settings: FunctionSettings())
    await #expect {
      try await channels.deliver(ChannelScene.message())
    } throws: {
      ($0 as? DeliveryError)?.reason.contains("shop is not served here") == true
    }
  }

  @Test func `settings that are wrong are told apart, with what to change`() async throws {
    let server = try LiveMailServer(in: folder.path, ["--user", "shop", "--password", "s3cret"])
    try LiveMailServer.makeCertificate(in: folder.path)
    let implicit = try LiveMailServer(in: folder.path, ["--tls", "implicit", "--key", "cert-key.pem"])
    func told(_ change: (inout MailServerSettings) -> Void) async throws -> String {
      let scene = try scene(server, change)
      scene.write(secret: "password", "wr0ng\n")
      scene.write(secret: "ca.pem", try #require(folder.read("cert.pem")))
      return await scene.deliver(ChannelScene.message())?.reason ?? "it was delivered"
    }
    #expect(
      try await told { ($0.host, $0.encryption) = (.text("nowhere.invalid"), .startTLS) }.contains(
        "leads nowhere: look at `host`"))
    #expect(
      try await told { $0.port = .text("1") }.contains("nothing answers at localhost:1: look at `host` and `port`"))
    #expect(try await told { $0.encryption = .implicit }.contains("write `tls: starttls`"))
    #expect(try await told { $0.encryption = .startTLS }.contains("offers no STARTTLS"))
    #expect(
      try await told {
        ($0.encryption, $0.port) = (.startTLS, .text(String(implicit.port)))
        $0.authorities = .file("ca.pem")
      }.contains("write `tls: implicit`"))
    #expect(try await told { _ in }.contains("give `user` and `password`"))
    let denied = try await told { ($0.user, $0.password) = (.text("shop"), .file("password")) }
    #expect(denied.contains("refuses the user or the password (535") && !denied.contains("wr0ng"))
  }

  @Test func `a certificate of an authority is no secret, and a password is`() async throws {
    try LiveMailServer.makeCertificate(in: folder.path)
    let server = try LiveMailServer(
      in: folder.path, ["--tls", "implicit", "--key", "cert-key.pem", "--user", "shop", "--password", "s3cret"])
    let scene = try scene(server) {
      ($0.encryption, $0.authorities) = (.implicit, .file("ca.pem"))
      ($0.user, $0.password) = (.text("shop"), .file("password"))
    }
    scene.write(secret: "ca.pem", try #require(folder.read("cert.pem")))
    scene.write(secret: "password", "s3cret\n")
    chmod(folder.path + "/secrets/shop/ca.pem", 0o644)
    #expect(await scene.deliver(ChannelScene.message()) == nil)
    chmod(folder.path + "/secrets/shop/ca.pem", 0o666)
    #expect(await scene.deliver(ChannelScene.message())?.reason.contains("can be written by everybody") == true)
    chmod(folder.path + "/secrets/shop/ca.pem", 0o644)
    chmod(folder.path + "/secrets/shop/password", 0o644)
    #expect(await scene.deliver(ChannelScene.message())?.reason.contains("can be read by everybody") == true)
    scene.write(secret: "password", "s3cret\n")
    scene.write(secret: "ca.pem", "nothing\n")
    #expect(await scene.deliver(ChannelScene.message())?.reason.contains("has none in PEM") == true)
  }

  @Test func `a log-in that is asked for more and never answered has failed`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let transcript = SMTPTranscript(
      mail: [], needsUTF8: false, offersUTF8: false,
      settings: try MailSettings(ChannelScene.mail(server.port), TenantSecrets(of: ChannelScene.tenant)),
      place: try #require(HookURL("http://localhost:25")), hosts: .public, patience: .standard,
      isCancelled: CancelFlag(), lingers: { true })
    func trace(_ lines: [(said: String, heard: String)]) {
      for line in lines {
        Array(line.said.utf8).withUnsafeBytes(transcript.said)
        Array(line.heard.utf8).withUnsafeBytes(transcript.heard)
      }
    }
    trace([("EHLO a", "250 ok"), ("AUTH PLAIN", "334 go on")])
    #expect(!transcript.isLoggedIn)
    trace([("AGE=", "235 2.7.0 welcome")])
    #expect(transcript.isLoggedIn)
  }

  @Test func `a trial tells how far a message comes`() async throws {
    try LiveMailServer.makeCertificate(in: folder.path)
    let server = try LiveMailServer(
      in: folder.path, ["--tls", "starttls", "--key", "cert-key.pem", "--user", "shop", "--password", "s3cret"])
    func steps(_ address: String, _ change: (inout MailServerSettings) -> Void = { _ in }) throws -> [ChannelTrial.Step]
    {
      var settings = ChannelScene.mail(server.port, .startTLS)
      settings.authorities = .file("ca.pem")
      (settings.user, settings.password) = (.text("shop"), .file("password"))
      change(&settings)
      let channel = ChannelScene.smtp(settings)
      let scene = try ChannelScene([channel], in: folder)
      scene.write(secret: "ca.pem", try #require(folder.read("cert.pem")))
      scene.write(secret: "password", "s3cret\n")
      scene.write(secret: "wrong", "wr0ng\n")
      return ChannelTrial(of: channel, tenant: ChannelScene.tenant, settings: scene.settings).send(to: address)
    }
    let all = try steps("ada@example.com")
    #expect(all.map(\.outcome) == Array(repeating: .done, count: 9), "\(all)")
    #expect(
      all.map(\.name) == ["settings", "name", "connection", "EHLO", "TLS", "log-in", "sender", "address", "message"])
    #expect(server.documents.first?["headers"]?["subject"] == "A test")
    func failed(_ steps: [ChannelTrial.Step]) -> String { steps.first { $0.outcome == .failed }?.name ?? "none" }
    let refused = try steps("nobody@example.com")
    #expect(failed(refused) == "address" && refused.last?.outcome == .notTried, "\(refused)")
    #expect(refused.contains { $0.text.contains("550 5.1.1") && $0.text.contains("it said: (address) no such user") })
    let denied = try steps("ada@example.com") { $0.password = .file("wrong") }
    #expect(failed(denied) == "log-in" && !"\(denied)".contains("wr0ng"), "\(denied)")
    #expect(failed(try steps("ada@example.com") { $0.authorities = nil }) == "TLS")
    #expect(failed(try steps("ada@example.com") { $0.host = .text("nowhere.invalid") }) == "name")
    #expect(failed(try steps("ada@example.com") { $0.port = .text("1") }) == "connection")
    #expect(failed(try steps("ada@example.com") { $0.password = .file("none") }) == "settings")
    #expect(failed(try steps("ada")) == "address")
    #expect(server.mails.count == 1)
  }

  @Test func `a server that greylists gets the mail again, and takes it once`() async throws {
    let server = try LiveMailServer(in: folder.path, ["--greylist", "1"])
    let scene = try scene(server)
    let message = ChannelScene.message()
    #expect(await scene.deliver(message)?.retry == .busy)
    #expect(await scene.deliver(message) == nil)
    #expect(server.mails.count == 1)
  }

  @Test func `a connection that is dropped behind the mail is no delivery; the next one is the same mail`() async throws
  {
    let server = try LiveMailServer(in: folder.path, ["--drop", "1"])
    let scene = try scene(server)
    let message = ChannelScene.message()
    #expect(await scene.deliver(message)?.retry == .unanswered)
    #expect(await scene.deliver(message) == nil)
    #expect(server.mails.count == 2)
    #expect(Set(server.documents.compactMap { $0["raw"]?.string }).count == 1, "byte for byte, under one Message-ID")
  }

  @Test func `an address of other letters is sent where the server takes it, and refused where not`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server) { $0.from = .text("Bücher-Versand für alle <no-reply@bücher.example>") }
    #expect(await scene.deliver(ChannelScene.message("ada@bücher.example")) == nil)
    #expect(await scene.deliver(ChannelScene.message("äda@bücher.example")) == nil)
    let mails = server.documents
    #expect(mails.map { $0["to"] } == [["ada@xn--bcher-kva.example"], ["äda@xn--bcher-kva.example"]])
    #expect(mails.map { $0["utf8"] } == [false, true])
    // Python calls such an address a defect of its header, and there is no other.
    #expect(mails.map { $0["defects"] } == [[], ["local-part contains non-ASCII characters)"]])
    #expect(mails.first?["headers"]?["from"] == "Bücher-Versand für alle <no-reply@xn--bcher-kva.example>")
    let raw = try #require(mails.first?["raw"]?.string)
    #expect(raw.utf8.allSatisfy { $0 < 0x80 } && raw.contains("From: =?utf-8?B?"))
    let old = try LiveMailServer(in: folder.path, ["--ascii"])
    guard case .undeliverable? = await (try self.scene(old)).deliver(ChannelScene.message("äda@example.com")) else {
      Issue.record("it was not refused")
      return
    }
    let heard = old.mails
    let trial = ChannelTrial(
      of: ChannelScene.smtp(ChannelScene.mail(old.port)), tenant: ChannelScene.tenant, settings: scene.settings
    ).send(to: "äda@example.com")
    #expect(trial.first { $0.outcome == .failed }?.name == "address" && old.mails == heard, "\(trial)")
    #expect(
      trial.contains { $0.text.contains("SMTPUTF8") } && trial.first { $0.name == "sender" }?.outcome == .notTried)
    #expect(await (try self.scene(old)).deliver(ChannelScene.message()) == nil)
  }

  @Test(arguments: [
    "ada@example.com\r\nRCPT TO:<eve@example.com>", "ada@example.com>\r\nDATA", "<ada@example.com>",
    "Ada <ada@example.com>", "ada@example.com,eve@example.com", "ada @example.com", "ada@", "",
  ])
  func `what is no single address is sent to nobody`(_ address: String) async throws {
    let server = try LiveMailServer(in: folder.path)
    guard case .undeliverable? = await (try scene(server)).deliver(ChannelScene.message(address)) else {
      Issue.record("it was not refused")
      return
    }
    #expect(server.mails.isEmpty)
  }

  @Test func `a server in a network that was not allowed is not called, whatever its name`() async throws {
    let server = try LiveMailServer(in: folder.path)
    var table = FlowTable(tenant: ChannelScene.tenant)
    table.channels = [ChannelScene.smtp(ChannelScene.mail(server.port))]
    let strict = TenantChannels(outbox: nil, settings: FunctionSettings())
    strict.take([table])
    await #expect(throws: DeliveryError.self) { try await strict.deliver(ChannelScene.message()) }
    #expect(server.mails.isEmpty)
    #expect(
      ChannelCheck.problem(of: table.channels[0], tenant: ChannelScene.tenant, settings: FunctionSettings())?
        .contains("--allow-hosts") == true)
  }

  @Test func `all variables that are not set are named at once, and a wrong value by its variable`() {
    var mail = ChannelScene.mail(25)
    (mail.host, mail.port, mail.replyTo) = (.variable("TRIED_HOST"), .variable("TRIED_PORT"), .variable("TRIED_REPLY"))
    let channel = ChannelScene.smtp(mail)
    func problem() -> String? {
      ChannelCheck.problem(of: channel, tenant: ChannelScene.tenant, settings: FunctionSettings())
    }
    let names = ["HOST", "PORT", "REPLY"].map { TenantSecrets.prefix(of: ChannelScene.tenant) + "TRIED_" + $0 }
    #expect(names.allSatisfy { problem()?.contains($0) == true }, "\(problem() ?? "")")
    for (name, value) in zip(names, ["localhost", "25x", "a@b.example"]) { setenv(name, value, 1) }
    #expect(problem() == "its `port` of the environment variable \(names[1]) is no port")
    setenv(names[1], "25", 1)
    setenv(names[2], "nobody", 1)
    #expect(problem() == "its `reply-to` of the environment variable \(names[2]) is no mail address")
    for name in names { unsetenv(name) }
  }

  @Test func `messages begin no faster than the rate, and each comes in the end`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server, perSecond: 20)
    let begun = ContinuousClock.now
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<30 {
        group.addTask { #expect(await scene.deliverInTurn(ChannelScene.message("u\(number)@example.com")) == nil) }
      }
    }
    #expect(server.mails.count == 30)
    #expect(ContinuousClock.now - begun > .milliseconds(1400))
  }

  @Test func `where several in a row failed the server is left alone, and then tried with one`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server)
    let port = server.port
    server.stop()
    for _ in 0..<5 { #expect(await scene.deliver(ChannelScene.message())?.retry == .connection) }
    guard case .resting(let rest)? = await scene.deliver(ChannelScene.message()) else {
      Issue.record("it was tried")
      return
    }
    let wait = rest.wait
    #expect((3_000...6_500).contains(wait) && rest.ends <= wait && rest.failures == 5)
    #expect(rest.reason.contains("nothing answers at localhost"))
    let again = try LiveMailServer(in: folder.path, ["--port", String(port)])
    try await Task.sleep(for: .milliseconds(wait))
    #expect(await scene.deliver(ChannelScene.message()) == nil)
    #expect(await scene.deliver(ChannelScene.message()) == nil)
    #expect(again.mails.count == 2)
  }

  @Test func `a rest ends for one try where somebody asks for it`() async throws {
    let server = try LiveMailServer(in: folder.path)
    let scene = try scene(server)
    let port = server.port
    server.stop()
    let before = SystemClock().now() - 1
    for _ in 0..<5 { #expect(await scene.deliver(ChannelScene.message())?.retry == .connection) }
    func isResting() async -> Bool {
      if case .resting? = await scene.deliver(ChannelScene.message()) { true } else { false }
    }
    #expect(await isResting())
    scene.channels.rouse(.email, of: ChannelScene.tenant, asked: before)
    #expect(await isResting(), "that was asked before it failed")
    try await Task.sleep(for: .milliseconds(2))
    scene.channels.rouse(.email, of: ChannelScene.tenant, asked: SystemClock().now())
    #expect(await scene.deliver(ChannelScene.message())?.retry == .connection)
    #expect(await isResting(), "one try was asked for")
    let again = try LiveMailServer(in: folder.path, ["--port", String(port)])
    try await Task.sleep(for: .milliseconds(2))
    scene.channels.rouse(.email, of: ChannelScene.tenant, asked: SystemClock().now())
    #expect(await scene.deliver(ChannelScene.message()) == nil)
    #expect(await scene.deliver(ChannelScene.message()) == nil)
    #expect(again.mails.count == 2)
  }
}
