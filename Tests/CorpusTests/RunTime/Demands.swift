import FlowJSON
import FlowModel

@testable import FlowRuntime

extension Invariant {
  /// Keycloak: the gate of a reset reports success with no token presented. The compiler refuses such a flow; should one
  /// get past it, or a table be made by hand, the engine does not obey.
  static let demands = [
    Invariant(
      "CVE-2026-18963", "no password is set without the proof before it, whatever the table says"
    ) { backend in
      let scene = try await Scene("native-auth", on: backend) { table in
        guard let index = table.flow(named: "reset-password").map({ Int($0) }) else { return }
        let names = table.flows[index].states.map(\.name)
        guard let gate = names.firstIndex(of: "prove-email"), let open = names.firstIndex(of: "new-password") else {
          return
        }
        for way in table.flows[index].transitions.indices
        where table.flows[index].transitions[way].target == Int32(gate) {
          table.flows[index].transitions[way].target = Int32(open)
        }
      }
      let before = try await scene.account()
      let opened = await scene.start("reset-password", ["email": .string(Scene.ada)])
      guard opened.state == "new-password" else { return ["the gate is still there: \(opened)"] }
      let reply = await scene.send("submit", ["password": "Eve's-own-word-1"], opened.token)
      var breaks: [String] = []
      if try await scene.account() != before { breaks.append("the password was replaced") }
      if reply.end?.grants != nil { breaks.append("a sign-in was granted") }
      return breaks
    }
  ]
}
