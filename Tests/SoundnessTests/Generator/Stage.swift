import FlowModel

/// A piece of a flow as people think of it; a few states with one way on, and ways back where it does not succeed.
enum Stage: Sendable {
  /// A page that collects these.
  case ask([String])
  /// A page that collects these, and by another event goes on behind the next stages.
  case askOrSkip([String], Int)
  /// Finds the account; a missing one leads on as well, or back.
  case find(String, missingGoesOn: Bool)
  /// Goes on only where there is no such account.
  case lacks(String)
  /// Sends a code and asks for it, on a page that may collect more; `forAccount`: one that only the account found can
  /// enter.
  case prove(String, also: [String], forAccount: Bool = false)
  /// The same in a sub-flow.
  case call(String)
  case checkPassword, verifyPassword, setPassword
  /// `withPassword`: whether it is created with the one that was asked for before.
  case create(String, AccountStatus = .active, withPassword: Bool = false)
  case confirm(keepsPassword: Bool = false)
  case update, discard, issue
  case sendLink(String, to: String)
  case redeemLink, redeemGrant
  /// Invites an address to the flow that redeems links, and takes one over there.
  case invite(String)
  case redeemInvitation(String)
  /// Asks a function of an address; whether it attests it, and which link it is handed.
  case function(String, attests: Bool, link: String? = nil)
  /// Accounts that may not sign in are led back.
  case gate
  /// Goes on behind the next stages where a fact of the account holds.
  case skipWhere(String, Int)
  case assign(String, String)
  /// An effect of the catalogue; what it needs beside secrets is this attribute.
  case effect(Effect, String)
}

/// Builds a flow of stages.
struct SketchBuilder {
  private(set) var sketch: Sketch
  private let stages: [Stage]
  private let grants: Bool
  private let tokens: Bool

  init(_ name: String, _ stages: [Stage], grants: Bool = false) {
    sketch = Sketch(name: name)
    self.stages = stages
    self.grants = grants
    tokens = stages.contains { if case .issue = $0 { true } else { false } }
    build()
  }

  private func entry(_ index: Int) -> String { index < stages.count ? "s\(index)" : "completed" }

  private mutating func build() {
    var back = "failed"
    for (index, stage) in stages.enumerated() {
      let (name, next) = (entry(index), entry(index + 1))
      func skip(_ count: Int) -> String { entry(min(stages.count, index + 1 + count)) }
      switch stage {
      case .ask(let fields):
        page(name, fields, [("submit", next)])
        back = name
      case .askOrSkip(let fields, let count):
        page(name, fields, [("submit", next), ("other", skip(count))])
        back = name
      case .find(let id, let missingGoesOn):
        effect(name, .accountFind, [("identifier", id)], ["found": next, "missing": missingGoesOn ? next : back + "!"])
      case .lacks(let id):
        effect(name, .accountFind, [("identifier", id)], ["missing": next], others: back)
      case .prove(let id, let also, let forAccount):
        effect(
          name, .codeSend, [("to", id)] + (forAccount ? [("for", "account")] : []),
          ["sent": name + "-page", "throttled": name + "-page!"], others: back)
        page(name + "-page", ["code"] + also, [("submit", name + "-verify"), ("resend", name)])
        effect(name + "-verify", .codeVerify, [], ["valid": next], others: name + "-page")
      case .call(let id):
        add(
          name, .call("prove-\(id)"),
          [.init(name: "proven", to: next), .init(name: "unproven", to: back, isError: true)])
      case .checkPassword: effect(name, .passwordCheck, [], ["accepted": next], others: back)
      case .verifyPassword: effect(name, .passwordVerify, [], ["match": next], others: back)
      case .setPassword: effect(name, .passwordSet, [], ["set": next], others: back)
      case .create(let id, let status, let withPassword):
        effect(
          name, .accountCreate,
          [("identifier", id)] + (status == .active ? [] : [("status", status.name)])
            + (withPassword ? [("password", "password")] : []),
          ["created": next], others: back)
      case .confirm(let keeps):
        effect(
          name, .accountConfirm, keeps ? [("keep", "password")] : [], ["confirmed": next, "already": next],
          others: back)
      case .update: effect(name, .accountUpdate, [], ["updated": next], others: back)
      case .discard: effect(name, .accountDiscard, [], ["discarded": next], others: back)
      case .issue: effect(name, .tokenIssue, [], ["issued": next], others: back)
      case .sendLink(let id, let flow):
        effect(name, .linkSend, [("to", id), ("flow", flow)], ["sent": next], others: back)
      case .invite(let address):
        effect(name, .invitationSend, [("to", address), ("flow", "redeem")], ["sent": next], others: back)
      case .redeemInvitation(let address):
        effect(name, .invitationRedeem, [("into", address)], ["valid": next], others: back)
      case .redeemLink: effect(name, .linkRedeem, [], ["valid": next], others: back)
      case .redeemGrant: effect(name, .grantRedeem, [], ["valid": next], others: back)
      case .function(let address, let attests, let link):
        var arguments = [("function", "ask"), ("pass", "[\(address)]")]
        if attests { arguments.append(("attests", "verified(\(address))")) }
        if let link { arguments.append(("link", link)) }
        effect(
          name, .functionCall, arguments, ["success": next].merging(link == nil ? [:] : ["pending": next]) { $1 },
          others: back)
      case .effect(let kind, let attribute):
        let outcomes = kind.definition.outcomes.map(\.name)
        effect(name, kind, arguments(kind, attribute), outcomes.first.map { [$0: next] } ?? [:], others: back)
      case .gate:
        add(
          name, .choose,
          [.init(name: "account.enabled && account.confirmed", to: next), .init(name: "", to: back, isError: true)])
      case .skipWhere(let fact, let count):
        add(name, .choose, [.init(name: fact, to: skip(count)), .init(name: "", to: next)])
      case .assign(let attribute, let expression):
        add(name, .choose, [.init(name: "", to: next, set: (attribute, expression))])
      }
    }
    add("completed", .end(grants: grants, tokens: tokens), [])
    add("failed", .end(grants: false, tokens: false), [])
  }

  /// What an effect must be given, one attribute for all.
  private func arguments(_ effect: Effect, _ attribute: String) -> [(String, String)] {
    effect.definition.parameters.filter { $0.isRequired || $0.kind == .identifier }.compactMap { parameter in
      switch parameter.kind {
      case .secret: nil
      case .function: (parameter.name, "ask")
      case .notice: (parameter.name, StandardNotice.welcome.name)
      default: (parameter.name, attribute)
      }
    }
  }

  private mutating func add(_ name: String, _ kind: Sketch.Kind, _ ways: [Sketch.Way]) {
    sketch.states.append(.init(name: name, kind: kind, ways: ways))
  }

  private mutating func page(_ name: String, _ fields: [String], _ events: [(String, String)]) {
    add(
      name, .page(fields.map { Sketch.Field(name: $0, isRequired: true) }), events.map { .init(name: $0.0, to: $0.1) })
  }

  /// An effect; a target with `!` keeps an error, and so do all outcomes that are not named.
  private mutating func effect(
    _ name: String, _ effect: Effect, _ arguments: [(String, String)], _ ways: [String: String],
    others: String = "failed"
  ) {
    let given = arguments.map { effect.definition.parameter($0.0) }
    let outcomes = effect.definition.outcomes.filter { $0.needs.map(given.contains) ?? true }.map { outcome in
      guard let target = ways[outcome.name] else {
        return Sketch.Way(name: outcome.name, to: others, isError: others != "failed")
      }
      let isError = target.hasSuffix("!")
      return Sketch.Way(name: outcome.name, to: isError ? String(target.dropLast()) : target, isError: isError)
    }
    add(name, .effect(effect, arguments.map { (parameter: $0, argument: $1) }), outcomes)
  }
}
