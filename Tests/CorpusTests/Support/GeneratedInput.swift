import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime
import TestSupport

/// Events as nobody would send them, and as people do, for the page that a reply shows.
struct GeneratedInput {
  var dice: Dice
  let scene: Scene
  /// Grants that were handed out.
  var grants: [JSON] = []

  init(seed: UInt64, _ scene: Scene) {
    dice = Dice(seed)
    self.scene = scene
  }

  private static let strayEvents = ["", "submit", "resend", "continue", "back", "submit\u{0}", "SUBMIT", "use-code"]
  private static let strayFields = [
    "email", "password", "code", "token", "tokenId", "grant", "age", "account.id", "account.confirmed", "run.steps", "",
    "x", "input.locale",
  ]

  /// An event for a page.
  mutating func event(_ reply: Reply) -> ClientEvent {
    let name = dice.oneIn(6) ? dice.pick(Self.strayEvents) : dice.pick(reply.events)
    var input = JSONObject()
    if dice.oneIn(5) { return ClientEvent(name, token: reply.token) }
    for field in reply.page?.event(name)?.fields ?? [] {
      switch Int.random(in: 0..<12, using: &dice) {
      case 0: break
      case 1: input[field.name] = dice.pick([.null, "", []] as [JSON])
      case 2: input[field.name] = odd()
      default: input[field.name] = proper(field.name)
      }
    }
    if dice.oneIn(8) {
      let name = dice.pick(Self.strayFields)
      input[name] = dice.oneIn(2) ? odd() : proper(name)
    }
    return ClientEvent(name, input: input, token: reply.token)
  }

  private mutating func odd() -> JSON {
    let odd: [JSON] = [
      .bool(true), 0, -1, .double(1.5), .int(.max), " ", "\u{0}", "é@é", .string(String(repeating: "x", count: 5000)),
      ["x", []],
      ["a": ["b": .null]], .double(1e300), "00000000", "null",
    ]
    return dice.pick(odd)
  }

  /// A value as the field wants it, right or wrong.
  private mutating func proper(_ name: String) -> JSON {
    let person = dice.pick([Scene.ada, Scene.eve, "new\(Int.random(in: 0..<4, using: &dice))@example.com"])
    switch name {
    case "email": return .string(person)
    case "password":
      // Words that the policy allows are hashed, which takes its time.
      return dice.oneIn(3) ? dice.pick([.string(Scene.password), "Another-word-for-7"] as [JSON]) : "short"
    case "code":
      let sent = scene.outbox.messages.last?.to ?? person
      return dice.oneIn(3) ? scene.wrongCode(to: sent) : scene.code(to: sent)
    case "token", "tokenId":
      guard let link = scene.outbox.links(to: person).first, !dice.oneIn(4) else { return "0123456789abcdef" }
      return .string(name == "token" ? link.token : link.tokenId)
    case "grant": return grants.isEmpty || dice.oneIn(3) ? "0123.4567" : dice.pick(grants)
    case "country": return dice.pick([JSON.string("United States"), "Italy"])
    case "age": return .int(Int64.random(in: 10..<40, using: &dice))
    case "newsletter": return .bool(dice.oneIn(2))
    case "interests": return dice.pick([["music"], ["music", "sport"], ["knitting"]] as [JSON])
    case "arguments": return dice.pick([["blue"], ["red"]] as [JSON])
    default: return "Ulm"
    }
  }
}

extension Reply {
  /// Whether the page that this shows allows an event, going by nothing but what it says itself.
  func allows(_ event: ClientEvent) -> Bool {
    guard let page, let fields = page.event(event.event)?.fields else { return false }
    for member in event.input.members {
      guard let field = fields.first(where: { $0.name == member.name }) else { return false }
      if !member.value.isBlank, field.isWrong(member.value) { return false }
    }
    return fields.allSatisfy { field in
      if !field.isRequired { return true }
      if let given = event.input[field.name] { return !given.isBlank }
      return page.value(of: field) != nil
    }
  }
}

extension FieldView {
  fileprivate func isWrong(_ value: JSON) -> Bool {
    if secret == nil { return complaint(about: value) != nil }
    guard case .string(let text) = value else { return true }
    return text.utf8.count > 4096
  }
}

extension JSON {
  fileprivate var isBlank: Bool { self == .null || self == "" || self == [] }
}
