import FlowJSON
import Glibc
import TestSupport
import Testing

/// The flows of `flows/accounts` with the built command, from an administrator's invitation to a farewell.
@Suite struct AccountFlowTests {
  private let folder: TemporaryFolder
  private static let password = "Tea-at-5-oclock"
  private static let ada = "ada@example.com"
  private static let bea = "bea@example.com"

  init() throws { folder = try TemporaryFolder() }

  private func live(_ flow: String) throws -> (LiveUsher, JSON) {
    let run = try folder.live(Flows.accounts, flow)
    return (run, try run.reply())
  }

  /// Starts a flow of owners, past the page that asks who somebody is.
  private func enter(_ flow: String, _ email: String) throws -> (LiveUsher, JSON) {
    let (run, first) = try live(flow)
    #expect(first.text("state") == "who/identify")
    return (run, try run.send("submit", ["email": .string(email), "password": .string(Self.password)]))
  }

  /// The newest message of a kind to an address, once it is there.
  private func message(_ kind: String, to email: String) throws -> JSON {
    for _ in 0..<200 {
      if let found = try folder.mail().last(where: { $0.text("kind") == kind && $0.text("to") == email }) {
        return found
      }
      usleep(50_000)
    }
    throw Stalled(description: "no \(kind) came to \(email): \(folder.read("mail") ?? "")")
  }

  private func usher(_ words: String...) throws -> ProcessResult {
    try run(Repository.program("usher"), words, folder: folder.path)
  }

  private func link(_ message: JSON) -> JSON {
    ["token": .string(message.text("token")), "tokenId": .string(message.text("tokenId"))]
  }

  /// Takes an invitation and has an account then.
  private func accept(_ flow: String, _ email: String) throws {
    let (run, _) = try live(flow)
    let invitation = try message("invitation", to: email)
    #expect(invitation.text("url").hasPrefix("https://app.example.com/auth/\(flow)?token="))
    #expect(invitation.text("text").hasPrefix("You are invited"))
    #expect(try run.send("submit", link(invitation)).text("state") == "take/about-you")
    #expect(try run.send("submit", ["password": .string(Self.password)]).text("state") == "take/terms/ask")
    let done = try run.send("submit", ["acceptsTerms": true])
    #expect(done.text("end", "name") == "completed" && done["end"]?["result"]?["email"] == .string(email), "\(done)")
    #expect(try message("notice", to: email).text("notice") == "welcome")
    #expect(try run.finish() == 0)
  }

  @Test func `an administrator is invited by the command, and invites somebody`() throws {
    // The storage is a server's.
    #expect(try live("request-link").0.finish() == 0)
    let invite = { (words: String...) in
      try TestSupport.run(
        Repository.program("usher"), ["accounts", "invite", Flows.accounts] + words + ["--storage", "sqlite:db"],
        folder: folder.path)
    }
    #expect(try invite(Self.ada).errors.contains("accept-administration"))
    #expect(try invite(Self.ada, "--flow", "accept-administratoin").errors.contains("did you mean"))
    #expect(try invite("ada", "--flow", "accept-administration").status == 2)
    let invited = try invite(Self.ada, "--flow", "accept-administration")
    #expect(invited.status == 0 && invited.output.contains("to accept-administration of accounts"), "\(invited)")
    try accept("accept-administration", Self.ada)

    let (run, whom) = try enter("invite", Self.ada)
    #expect(whom.text("state") == "whom", "\(whom)")
    #expect(try run.send("submit", ["invitee": .string(Self.bea)]).text("end", "name") == "invited")
    #expect(try run.finish() == 0)
    try accept("accept-invitation", Self.bea)
    let (member, refused) = try enter("invite", Self.bea)
    #expect(refused.text("end", "name") == "refused" && refused.text("error", "code") == "not_an_administrator")
    #expect(try member.finish() == 0)
    let outbox = try usher("outbox", "list", "--storage", "sqlite:db")
    #expect(outbox.status == 0 && !outbox.output.contains("token="))
  }

  @Test func `an account is made, changes its address and password, signs in by a link, and goes`() throws {
    let (signUp, _) = try live("sign-up")
    #expect(try signUp.send("submit", ["email": .string(Self.ada)]).text("state") == "enter-code")
    let code = try message("code", to: Self.ada)
    #expect(try signUp.send("submit", ["code": .string(code.text("code"))]).text("state") == "about-you")
    #expect(try signUp.send("submit", ["password": .string(Self.password)]).text("state") == "terms/ask")
    #expect(try signUp.send("submit", ["acceptsTerms": true]).text("end", "name") == "completed")
    #expect(try signUp.finish() == 0)

    let (change, page) = try enter("change-email", Self.ada)
    #expect(page.text("state") == "new-address")
    #expect(try change.send("submit", ["newEmail": .string(Self.bea)]).text("state") == "enter-code")
    let other = try message("code", to: Self.bea)
    #expect(try change.send("submit", ["code": .string(other.text("code"))]).text("end", "name") == "completed")
    #expect(try change.finish() == 0)
    let told = try message("notice", to: Self.ada)
    #expect(
      told.text("notice") == "address-changed" && told.text("text").contains("address of your account was changed"))

    let (request, _) = try live("request-link")
    #expect(try request.send("submit", ["email": .string(Self.bea)]).text("end", "name") == "sent")
    #expect(try request.finish() == 0)
    let (open, _) = try live("open-link")
    let opened = try open.send("submit", link(try message("link", to: Self.bea)))
    #expect(opened.text("end", "name") == "completed" && opened["end"]?["result"]?["tokens"] != nil, "\(opened)")
    #expect(try open.finish() == 0)

    let (delete, asked) = try enter("delete-account", Self.bea)
    #expect(asked.text("state") == "confirm")
    #expect(try delete.send("submit").text("end", "name") == "deleted")
    #expect(try delete.finish() == 0)
    #expect(try message("notice", to: Self.bea).text("notice") == "account-deleted")
    let (gone, refused) = try enter("sign-in", Self.bea)
    #expect(refused.text("error", "code") == "invalid_credentials")
    #expect(try gone.finish() == 0)
  }

  @Test func `whose password was changed is told`() throws {
    #expect(try live("request-link").0.finish() == 0)
    _ = try run(
      Repository.program("usher"),
      ["accounts", "invite", Flows.accounts, Self.ada, "--flow", "accept-invitation", "--storage", "sqlite:db"],
      folder: folder.path)
    try accept("accept-invitation", Self.ada)
    let (change, page) = try enter("change-password", Self.ada)
    #expect(page.text("state") == "new-password")
    #expect(try change.send("submit", ["password": "Short-1"]).text("error", "code") == "password_too_short")
    #expect(try change.send("submit", ["password": "A-fresh-password-2"]).text("end", "name") == "completed")
    #expect(try change.finish() == 0)
    #expect(try message("notice", to: Self.ada).text("notice") == "password-changed")
    let (late, refused) = try enter("sign-in", Self.ada)
    #expect(refused.text("error", "code") == "invalid_credentials")
    let signedIn = try late.send("submit", ["email": .string(Self.ada), "password": "A-fresh-password-2"])
    #expect(signedIn.text("end", "name") == "completed")
    #expect(try late.finish() == 0)
    #expect(try message("notice", to: Self.ada).text("notice") == "signed-in")
  }
}
