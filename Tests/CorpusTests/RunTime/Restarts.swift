import EngineSupport
import FlowJSON
import FlowModel

@testable import FlowRuntime

extension Invariant {
  /// Keycloak: a restart discards an enforced step.
  static let restarts =
    (Scene.shipped + ["CVE-2026-94218"]).map { tenant in
      Invariant(
        "CVE-2026-94218", "neither starting again nor an old token nor waiting leads past a step of \(tenant)"
      ) { _ in try await everyWalk(of: tenant) }
    } + [
      Invariant("CVE-2026-94218", "a page that is waited out leads where its flow says") {
        _ in try await everyWalk(of: "CVE-2026-94218")
      }
    ]

  /// Walks every flow of a tenant to every place it has, and starts again from there in every way.
  private static func everyWalk(of tenant: String) async throws -> [String] {
    var breaks: [String] = []
    for flow in try await Scene(tenant).table.flows {
      let prelude = ["confirm": "register", "set-new-password": "reset-by-link"][flow.name]
      var ways: [[Choice]] = [[]]
      var seen: Set<[String]> = []
      var next = 0
      while next < ways.count {
        let walk = try await Walk(flow.name, of: tenant, ways[next], prelude: prelude)
        next += 1
        let reply = walk.reply
        let values = reply.page.map { page in page.fields.map { "\(page.value(of: $0) != nil)" } } ?? []
        let isProven = walk.choices.contains(where: \.proves)
        let last = walk.choices.last.map { "\($0.event)" } ?? ""
        guard seen.insert([reply.state ?? "", reply.error?.code ?? "", "\(isProven)", last] + values).inserted else {
          continue
        }
        if reply.page != nil, walk.choices.count < 9 { ways += Choice.all(reply).map { walk.choices + [$0] } }
        breaks += try await restart(walk).map { "\(flow.name), \(reply.state ?? "-"), by \(walk.choices): \($0)" }
        if reply.end?.grants != nil || reply.end?.result?["tokens"] != nil, !isProven {
          breaks.append("\(flow.name): \(walk.choices) is let in without a proof")
        }
        if !breaks.isEmpty { return breaks }
      }
    }
    return breaks
  }

  /// What a run lets be done that was walked to a place and is then begun again.
  private static func restart(_ walk: Walk) async throws -> [String] {
    var breaks: [String] = []
    let scene = walk.scene
    let before = try await scene.run(walk.reply.token)
    let newest = walk.choices.indices.last { walk.replies[$0].token != walk.reply.token }
    for (index, choice) in walk.choices.enumerated() where walk.replies[index].token != walk.reply.token {
      let old = walk.replies[index].token ?? ""
      let told = await scene.send(choice.event, choice.filled(scene), old)
      let current = await scene.engine.current(token: old)
      // The event that led here is answered with where it led; nothing is done again.
      let isAnswered =
        index == newest && told.token == walk.reply.token && told.state == walk.replies[index + 1].state
      if !isAnswered && told.error?.code != "invalid_token" || current.error?.code != "invalid_token" {
        breaks.append("an old token is taken")
      }
    }
    let again = await scene.start(walk.flow)
    let fresh = try await scene.run(again.token)
    if again.state != walk.replies[0].state || !fresh.proofs.isEmpty || fresh.account != nil || fresh.challenge != nil {
      breaks.append("a new run begins with something of the old one")
    }
    if try await scene.run(walk.reply.token) != before { breaks.append("the run was changed from outside") }

    let flow = scene.table.flows[Int(before.flow)]
    let state = flow.states[Int(before.state)]
    let page = state.kind == .page ? flow.pages[Int(state.payload)] : nil
    if let page, page.timeoutTransition >= 0 {
      scene.clock.advance(seconds: page.timeout)
      let late = await scene.engine.current(token: walk.reply.token ?? "")
      let target = flow.states[Int(flow.transitions[Int(page.timeoutTransition)].target)].name
      if late.state != target { breaks.append("waiting leads to \(late.state ?? "-")") }
    }
    scene.clock.advance(seconds: flow.lifetime)
    for choice in Choice.all(walk.reply) {
      let late = await scene.send(choice.event, choice.filled(scene), walk.reply.token)
      if late.run != nil { breaks.append("the run goes on after its lifetime: \(late.json.text)") }
    }
    return breaks
  }
}
