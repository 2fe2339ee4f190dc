import FlowJSON

@testable import FlowRuntime

extension Invariant {
  /// authentik: an exception in a policy skips the stage that it guards.
  static let guards = [
    Invariant(
      "CVE-2024-47070", "a condition that fails leads nowhere"
    ) { backend in
      let scene = try await Scene("CVE-2024-47070", on: backend)
      var breaks: [String] = []
      for (network, isTrusted) in [("7", true), ("8", false), ("x", false), ("9223372036854775808", false)] {
        let asked = await scene.start("by-choice", ["email": .string(Scene.eve), "network": .string(network)])
        let reply = await scene.send("submit", ["code": scene.code(to: Scene.eve)], asked.token)
        if isTrusted != (reply.end?.name == "completed") {
          breaks.append("from network \(network) a session is \(isTrusted ? "not " : "")opened without a password")
        }
        if Int(network) == nil, reply.error?.code != "denied" || reply.token != asked.token {
          breaks.append("a step with a condition that failed was kept: \(reply)")
        }
      }
      return breaks
    },
    Invariant(
      "CVE-2024-47070", "a page whose condition fails is shown"
    ) { backend in
      let scene = try await Scene("CVE-2024-47070", on: backend)
      var breaks: [String] = []
      for (network, isTrusted) in [("7", true), ("8", false), ("x", false), ("9223372036854775808", false)] {
        let asked = await scene.start("by-skip", ["email": .string(Scene.eve), "network": .string(network)])
        let reply = await scene.send("submit", ["code": scene.code(to: Scene.eve)], asked.token)
        let expected = isTrusted ? "completed" : "accept-terms"
        if reply.state != expected { breaks.append("from network \(network) the run comes to \(reply.state ?? "-")") }
      }
      return breaks
    },
  ]
}
