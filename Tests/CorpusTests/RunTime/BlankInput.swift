import EngineSupport
import FlowJSON
import FlowModel

@testable import FlowRuntime

extension Invariant {
  /// authentik: an empty POST passes a stage.
  static let blankInput =
    [
      Invariant(
        "CVE-2026-49448", "a page is passed with what it asks for, and with nothing else"
      ) { backend in
        let scene = try await Scene("CVE-2026-49448", on: backend)
        var reply = await scene.start("sign-in")
        var breaks: [String] = []
        for (field, right) in [("email", { .string(Scene.eve) }), ("code", { scene.code(to: Scene.eve) })]
          as [(String, () -> JSON)]
        {
          for (event, input) in [
            ("submit", [:]), ("submit", [field: ""]), ("submit", [field: .null]), ("submit", [field: []]), ("", [:]),
            ("skip", [:]), ("skip", [field: right()]), ("submit", ["password": .string(Scene.password)]),
            ("submit", [field: right(), "password": .string(Scene.password)]), ("submit", [field: [right()]]),
          ] as [(String, JSONObject)] {
            let told = await scene.send(event, input, reply.token)
            if told.token != reply.token || told.state != reply.state || !isContract(told) {
              breaks.append("\(event) with \(JSON.object(input).text) passes \(reply.state ?? "-"): \(told.json.text)")
            }
          }
          if !breaks.isEmpty { return breaks }
          reply = await scene.send("submit", [field: right()], reply.token)
        }
        return reply.state == "enter-password" ? [] : ["what it asks for is not enough: \(reply.json.text)"]
      }
    ]
    + Scene.shipped.map { tenant in
      Invariant(
        "CVE-2026-49448", "whatever is sent to the pages of \(tenant), each takes what it says it takes"
      ) { backend in
        let functions = TestFunctions { _, request in
          switch request["username"] {
          case .string(Scene.eve): .success
          case .string(Scene.ada): .pending
          default: .fail
          }
        }
        let scene = try await Scene(tenant, on: backend, functions: functions) { table in
          table.codes.attempts = CodePolicy.attemptsRange.upperBound
          table.codes.perIdentifier = Rate(1000, per: 3600)
          table.links.perIdentifier = Rate(1000, per: 3600)
          table.passwords.attempts = Rate(1000, per: 3600)
        }
        var generated = GeneratedInput(seed: 49448, scene)
        for _ in 0..<8 {
          for flow in scene.table.flows {
            if let told = await walk(flow.name, &generated) { return [told] }
          }
        }
        return []
      }
    }

  /// The errors of events that a page does not take.
  private static func isContract(_ reply: Reply) -> Bool {
    ["attributes_required", "attributes_invalid", "unknown_field", "unknown_event"].contains(reply.error?.code)
  }

  /// Sends a run generated events until it ends; what was wrong with an answer.
  private static func walk(_ flow: String, _ generated: inout GeneratedInput) async -> String? {
    var reply = await generated.scene.start(flow)
    for _ in 0..<20 {
      guard reply.page != nil else { break }
      let event = generated.event(reply)
      let told = await generated.scene.send(event.event, event.input, event.token)
      let isKept = told.token == reply.token && told.state == reply.state && told.page?.title == reply.page?.title
      let isRight =
        reply.allows(event)
        ? !isContract(told) && !["denied", "unavailable", "invalid_token"].contains(told.error?.code)
        : isContract(told) && isKept
      if !isRight {
        return "\(flow), at \(reply.state ?? "-"): \(event.event) \(JSON.object(event.input).text) -> \(told.json.text)"
      }
      if let grant = told.end?.grants?["sign-in"] { generated.grants.append(grant) }
      reply = told
    }
    return nil
  }
}
