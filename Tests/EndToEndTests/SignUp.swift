import FlowJSON
import TestSupport

/// The events of a whole `sign-up`, each made from the reply before it.
struct SignUp {
  let email: String
  let folder: TemporaryFolder

  /// The states that it rests in, in order.
  static let states = [
    "identify", "prove-email/enter-code", "collect-attributes/where-you-live", "collect-attributes/about-you",
    "completed",
  ]

  /// What a person submits in a state; nil at the end.
  func input(_ reply: JSON) throws -> JSON? {
    switch reply.text("state") {
    case "identify": ["email": .string(email)]
    case "prove-email/enter-code": ["code": .string(try code())]
    case "collect-attributes/where-you-live": ["country": "Norway", "city": "Oslo"]
    case "collect-attributes/about-you": ["age": 36, "newsletter": false]
    default: nil
    }
  }

  /// Goes on to the end, or for a number of steps; the last reply.
  func run(_ process: LiveUsher, from reply: JSON, steps: Int = .max) throws -> JSON {
    var reply = reply
    for _ in 0..<min(steps, Self.states.count) {
      guard let input = try input(reply) else { break }
      reply = try process.send("submit", input)
    }
    return reply
  }

  private func code() throws -> String {
    try folder.mail().last { $0.text("to") == email }?.text("code") ?? ""
  }
}
