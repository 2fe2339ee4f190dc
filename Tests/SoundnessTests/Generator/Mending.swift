import FlowModel
import TestSupport

/// Most flows that read what was not collected say nothing new: the compiler refuses them before it looks for proofs.
extension [Stage] {
  /// Mostly asks for what a stage reads, and looks for the account that it needs, where nothing before it did.
  func mended(_ dice: inout Dice, _ names: Names) -> [Stage] {
    var mended: [Stage] = []
    var collected: Set<String> = []
    var hasAccount = false
    for stage in self {
      let missing = stage.reads.subtracting(collected).sorted()
      if !missing.isEmpty, !dice.oneIn(10) {
        mended.append(.ask(missing))
        collected.formUnion(missing)
      }
      if stage.needsAccount, !hasAccount, !dice.oneIn(10) {
        let id = names.identifiers.first { collected.contains($0) } ?? dice.pick(names.identifiers)
        if collected.insert(id).inserted { mended.append(.ask([id])) }
        mended.append(.find(id, missingGoesOn: false))
        hasAccount = true
      }
      mended.append(stage)
      collected.formUnion(stage.collects)
      collected.subtract(stage.consumes)
      if let binds = stage.binds { hasAccount = binds }
    }
    return mended
  }
}

extension Stage {
  fileprivate var reads: Set<String> {
    switch self {
    case .find(let id, _), .lacks(let id), .prove(let id, _, _), .call(let id), .create(let id, _, _),
      .sendLink(let id, _), .invite(let id):
      [id]
    case .effect(_, let name): [name]
    case .checkPassword, .verifyPassword, .setPassword: ["password"]
    case .redeemLink, .redeemInvitation: ["token", "tokenId"]
    case .redeemGrant: ["grant"]
    case .function(let address, _, _): [address]
    case .skipWhere(let expression, _), .assign(_, let expression): Members.reads(expression)
    default: []
    }
  }

  fileprivate var collects: Set<String> {
    switch self {
    case .ask(let fields), .prove(_, let fields, _): Set(fields)
    case .assign(let attribute, _), .redeemInvitation(let attribute): [attribute]
    default: []
    }
  }

  fileprivate var consumes: Set<String> {
    switch self {
    case .verifyPassword, .setPassword: ["password"]
    case .redeemLink, .redeemGrant, .redeemInvitation: reads
    default: []
    }
  }

  fileprivate var needsAccount: Bool {
    switch self {
    case .setPassword, .confirm, .update, .discard, .issue, .gate, .invite: true
    case .effect(let effect, _): !effect.definition.demands.isEmpty
    case .skipWhere(let fact, _): fact.hasPrefix("account.")
    default: false
    }
  }

  /// Whether an account is bound behind it; nil: as before.
  fileprivate var binds: Bool? {
    switch self {
    case .find(_, let missingGoesOn): !missingGoesOn
    case .verifyPassword, .create, .redeemLink, .redeemGrant: true
    case .lacks, .discard: false
    default: nil
    }
  }
}
