import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@testable import FlowDelivery

/// The standard words of notices and invitations.
@Suite struct NoticeTextTests {
  private func message(_ content: Message.Content) -> Message {
    Message(
      id: RandomID(high: 0, low: 1), time: 0, tenant: "contoso", channel: .email, to: "ada@example.com", flow: "join",
      content: content)
  }

  @Test func `each standard notice has words of its own, and no secret stands in a subject`() {
    let notices = StandardNotice.allCases.map { message(.notice($0.name, lifetime: 60)).words }
    #expect(Set(notices.map(\.subject)).count == notices.count && Set(notices.map(\.text)).count == notices.count)
    #expect(notices.allSatisfy { $0.subject.count > 5 && $0.text.hasSuffix(".") && $0.html == nil })
    let url = "https://app.example.com/auth/join?token=1234&tokenId=5678"
    let invitation = message(.invitation(token: "1234", tokenId: "5678", url: url, lifetime: 604_800)).words
    #expect(invitation.text.hasSuffix("valid for 7 days:\n\(url)") && !invitation.subject.contains("1234"))
  }

  @Test func `a web hook is told what a message is`() {
    let notice = MessageHookCall.body(message(.notice("welcome", lifetime: 60)))
    #expect(notice["kind"] == "notice" && notice["notice"] == "welcome" && notice["lifetime"] == nil)
    #expect(notice["subject"] == "Welcome")
    let invitation = MessageHookCall.body(message(.invitation(token: "t", tokenId: "i", url: "u", lifetime: 60)))
    #expect(invitation["kind"] == "invitation" && invitation["url"] == "u" && invitation["lifetime"] == 60)
    #expect(invitation["token"] == nil && invitation["notice"] == nil)
  }
}
