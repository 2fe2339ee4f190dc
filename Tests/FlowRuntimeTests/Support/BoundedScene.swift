import FlowThreads
import EngineSupport
import FlowJSON
import FlowModel
import FlowThreads
import Testing

@testable import FlowRuntime

/// A flow whose page leads to one effect that the catalogue bounds, with three of everything that is counted: from `ask` it
/// comes back to `ask`, or where something is used up to `out`.
struct BoundedScene: Sendable, CustomTestStringConvertible {
  private typealias F = FlowBuilder

  static let ada: JSON = "ada@example.com"
  static let limit = 3

  let effect: Effect
  /// How often it can be done in one run.
  var limitOfRun = limit
  /// Makes the table; the outcome is that of a counter that is used up.
  let table: @Sendable (_ usedUp: String) -> FlowTable
  /// Starts so many runs that rest at `ask`.
  var begin: @Sendable (Fixture, Int) async -> [String?] = { fixture, count in
    var tokens: [String?] = []
    for _ in 0..<count { tokens.append(await fixture.start().token) }
    return tokens
  }
  let input: @Sendable (Fixture) -> JSONObject
  /// How often the effect's handler did what is bounded.
  let done: @Sendable (Fixture) -> Int

  var testDescription: String { effect.name }

  /// The outcome of a counter that is used up.
  var usedUp: String {
    for case .outcome(let name) in effect.definition.bounds.map(\.usedUp) { return name }
    return ""
  }

  static let all = [
    BoundedScene(
      effect: .passwordVerify,
      table: { usedUp in
        var flow = asking([F.email, SecretField.password.slot], then: "find") {
          $0.passwords.attempts = Rate(limit, per: 900)
        }
        flow.effect("find", .accountFind, [.slot(F.email)], others: "act")
        flow.effect("act", .passwordVerify, [.slot(SecretField.password.slot)], [usedUp: "out"], others: "ask!")
        return flow.build()
      }, input: { _ in ["email": ada, "password": "Wrong-password-1"] }, done: { $0.engine.hashing.jobs }),
    BoundedScene(
      effect: .codeSend,
      table: { usedUp in
        var flow = asking([F.email], then: "act") {
          $0.codes.perIdentifier = Rate(limit, per: 3600)
          $0.codes.resendAfter = 0
        }
        flow.effect("act", .codeSend, [.slot(F.email)], [usedUp: "out"], others: "ask!")
        return flow.build()
      }, input: { _ in ["email": ada] }, done: { $0.outbox.messages.count }),
    BoundedScene(
      effect: .linkSend,
      table: { usedUp in
        var flow = asking([F.email], then: "find") { $0.links.perIdentifier = Rate(limit, per: 3600) }
        flow.effect("find", .accountFind, [.slot(F.email)], others: "act")
        flow.effect("act", .linkSend, [.slot(F.email), .flow(0)], [usedUp: "out"], others: "ask!")
        return flow.build()
      }, input: { _ in ["email": ada] }, done: { $0.outbox.messages.count }),
    BoundedScene(
      effect: .messageSend,
      table: { usedUp in
        var flow = asking([F.email], then: "find") { $0.notices.perIdentifier = Rate(limit, per: 3600) }
        flow.effect("find", .accountFind, [.slot(F.email)], others: "act")
        flow.effect("act", .messageSend, [.notice("welcome"), .slot(F.email)], [usedUp: "out"], others: "ask!")
        return flow.build()
      }, input: { _ in ["email": ada] }, done: { $0.outbox.messages.count }),
    BoundedScene(
      effect: .invitationSend,
      table: { usedUp in
        var flow = asking([F.email, SecretField.password.slot], then: "find") {
          $0.links.perIdentifier = Rate(limit, per: 3600)
        }
        flow.effect("find", .accountFind, [.slot(F.email)], others: "verify")
        flow.effect("verify", .passwordVerify, [.slot(SecretField.password.slot)], others: "act")
        flow.effect("act", .invitationSend, [.slot(F.email), .flow(0)], [usedUp: "out"], others: "ask!")
        return flow.build()
      }, input: { _ in ["email": ada, "password": .string(Fixture.password)] },
      done: { $0.outbox.messages.count }),
    BoundedScene(
      effect: .functionCall,
      table: { usedUp in
        var flow = asking([F.email], then: "act") {
          let rate = Rate(limit, per: 3600)
          $0.functions = [FunctionDefinition(name: "attest", target: .command(["attest"]), attempts: rate)]
        }
        flow.effect(
          "act", .functionCall, [.function(0), .absent, .absent, .absent, .absent, .verified(F.email)],
          [usedUp: "out"], others: "ask!")
        return flow.build()
      }, input: { _ in ["email": ada] }, done: { $0.functions.requests.count }),
    // One guess of each code, and three at the address: the runs after the third wait for codes of the next hour.
    BoundedScene(
      effect: .codeVerify, limitOfRun: 1,
      table: { usedUp in
        var flow = F()
        flow.table {
          $0.codes.attempts = 1
          $0.codes.lifetime = 3 * 3600
          $0.codes.perIdentifier = Rate(limit, per: 3600)
        }
        flow.page("start", [F.email], submit: "send")
        flow.effect("send", .codeSend, [.slot(F.email)], ["sent": "ask"], others: "start!")
        flow.page("ask", [SecretField.code.slot], submit: "act")
        flow.page("out", [SecretField.code.slot], submit: "act")
        flow.effect("act", .codeVerify, [.slot(SecretField.code.slot)], [usedUp: "out"], others: "ask!")
        var table = flow.build()
        table.flows[0].lifetime = 4 * 3600
        return table
      },
      begin: { fixture, count in
        var tokens: [String?] = []
        for number in 0..<count {
          if number > 0, number % limit == 0 { fixture.clock.advance(minutes: 61) }
          tokens.append(await fixture.start("flow", ["email": ada]).token)
        }
        return tokens
      }, input: { fixture in ["code": (try? fixture.wrongCode(to: "ada@example.com")) ?? .null] },
      done: { _ in 0 }),
  ]

  private static func asking(_ fields: [Slot], then effect: String, _ policies: (inout FlowTable) -> Void) -> F {
    var flow = F()
    flow.table(policies)
    flow.page("ask", fields, submit: effect)
    flow.page("out", fields, submit: effect)
    return flow
  }
}
