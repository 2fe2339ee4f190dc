import FlowModel
import TestSupport

/// Flows as tenants write them, before anything is broken in them.
enum Recipe: CaseIterable {
  case signUp, signUpPassword, reset, logIn, signInCode, register, confirm, setNew, sendReset, profile, grantIn
  case byFunction, twoAddresses, lateAddress, resetPending, secondFactor
  case registerAll, registerLate, useUnproven, addAddress, functionSends, leave, member, confirmNew
  case notify, change, invite, join

  /// The stages, and whether the end grants a sign-in. `redeemer` is a flow that redeems links.
  func stages(_ dice: inout Dice, _ names: Names, redeemer: String) -> (stages: [Stage], grants: Bool) {
    let id = dice.pick(names.identifiers)
    let address = names.addresses.contains(id) ? id : dice.pick(names.addresses)
    let prove: Stage = dice.oneIn(4) ? .call(address) : .prove(address, also: [], forAccount: dice.oneIn(4))
    let mail = names.addresses.contains("email") ? "email" : address
    let identify: Stage = .ask(id == address ? [id] : [id, address])
    switch self {
    case .signUp where names.addresses.contains("contact") && dice.oneIn(2):
      return (
        [.ask(["email"]), .assign("contact", "attributes.email"), .prove("contact", also: []), .create("email")],
        !dice.oneIn(3)
      )
    case .signUp:
      return ([identify, .lacks(id), prove, .create(id)], !dice.oneIn(3))
    case .signUpPassword:
      return (
        [
          identify, .ask(["password"]), .checkPassword, .lacks(id), prove, .create(id),
          .setPassword,
        ], !dice.oneIn(3)
      )
    case .reset:
      return (
        [
          identify, .find(id, missingGoesOn: dice.oneIn(4)), prove, .gate, .ask(["password"]), .setPassword,
        ],
        dice.oneIn(2)
      )
    case .logIn:
      return ([.ask([id, "password"]), .find(id, missingGoesOn: true), .verifyPassword, .gate, .issue], false)
    case .signInCode:
      return (
        [
          identify, .find(id, missingGoesOn: false), .skipWhere("account.has_password", 2), prove,
          .skipWhere("account.confirmed", 2), .ask(["password"]), .verifyPassword, .gate, .issue,
        ], false
      )
    case .register:
      let create: [Stage] =
        dice.oneIn(2)
        ? [.create(id, .pending, withPassword: true)] : [.create(id, .pending), .setPassword]
      return (
        [.ask(id == mail ? [id, "password"] : [id, mail, "password"])] + create + [
          .sendLink(mail, to: redeemer)
        ], false
      )
    case .confirm:
      return ([.ask(["token", "tokenId"]), .redeemLink, .confirm(keepsPassword: dice.oneIn(4))], dice.oneIn(2))
    case .setNew: return ([.ask(["token", "tokenId", "password"]), .redeemLink, .setPassword], dice.oneIn(2))
    case .sendReset:
      return (
        [.ask(id == mail ? [id] : [id, mail]), .find(id, missingGoesOn: false), .sendLink(mail, to: redeemer)], false
      )
    case .profile:
      return (
        [
          .ask([id, "password"]), .find(id, missingGoesOn: true), .verifyPassword, .ask([address, "city"]), prove,
          .update,
        ], false
      )
    case .grantIn: return ([.ask(["grant"]), .redeemGrant, .gate, .issue], false)
    case .byFunction:
      return (
        [
          .ask([address, "password"]), .find(address, missingGoesOn: false),
          .function(address, attests: !dice.oneIn(4)),
          .setPassword,
        ], dice.oneIn(3)
      )
    case .twoAddresses:
      let proofs = names.addresses.map { Stage.prove($0, also: []) }
      return (
        [.ask(names.all)] + proofs + [.create(id), .ask(["password"]), .setPassword], dice.oneIn(2)
      )
    case .lateAddress:
      return (
        [
          identify, prove, .find(id, missingGoesOn: true), .askOrSkip(["city"], 1), .ask(["password"]),
          .setPassword,
        ], dice.oneIn(2)
      )
    case .secondFactor:
      return (
        [
          .ask([id, "password"]), .find(id, missingGoesOn: true), .verifyPassword,
          .effect(.accountRead, dice.pick(names.addresses)), prove, .gate, .issue,
        ], false
      )
    case .resetPending:
      return (
        [
          identify, .find(id, missingGoesOn: false), .skipWhere("account.confirmed", 2), prove, .confirm(),
          .ask(["password"]), .setPassword,
        ], true
      )
    case .registerAll:
      return (
        [
          .ask(names.all + ["password"]), .create(id, .pending), .setPassword, .sendLink(mail, to: redeemer),
          .ask(["age"]),
        ], false
      )
    case .registerLate:
      return (
        [
          .ask(id == mail ? [id] : [id, mail]), .create(id, dice.oneIn(2) ? .pending : .unproven),
          .sendLink(mail, to: redeemer), .ask(["password"]), .setPassword,
        ], dice.oneIn(2)
      )
    case .useUnproven:
      return (
        [
          .ask(id == mail ? [id, "password"] : [id, mail, "password"]), .create(id, .unproven), .setPassword,
          .sendLink(mail, to: redeemer),
        ], dice.oneIn(2)
      )
    case .addAddress where names.addresses.contains("contact") && dice.oneIn(2):
      return (
        [
          .ask([id, "password"]), .find(id, missingGoesOn: true), .verifyPassword, .ask(["contact"]),
          .prove("contact", also: []), .assign("email", "attributes.contact"), .update, .gate,
        ], dice.oneIn(2)
      )
    case .addAddress:
      return (
        [
          .ask([id, "password"]), .find(id, missingGoesOn: true), .verifyPassword,
          .effect(.accountRead, dice.pick(names.all)), .ask([dice.pick(names.addresses)]), prove, .update, .gate,
        ], dice.oneIn(2)
      )
    case .functionSends:
      return (
        [
          identify, .find(id, missingGoesOn: false), .function(address, attests: dice.oneIn(3), link: redeemer),
        ], false
      )
    case .leave:
      return (
        [
          .ask([id, "password"]), .find(id, missingGoesOn: true), .verifyPassword, .ask(["city"]),
          dice.oneIn(2) ? .effect(.accountDisable, id) : .update,
        ], false
      )
    case .member:
      return (
        [
          .ask([id, "password", "age"]), .find(id, missingGoesOn: true), .verifyPassword,
          .skipWhere(dice.pick(Members.facts), 1), .assign("city", "'Ulm'"), .update, .gate, .issue,
        ], false
      )
    case .notify:
      return ([identify, .find(id, missingGoesOn: dice.oneIn(2)), .effect(.messageSend, address)], false)
    case .change where names.addresses.contains("contact"):
      return (
        [
          .ask(["email", "password"]), .find("email", missingGoesOn: true), .verifyPassword, .ask(["contact"]),
          .prove("contact", also: []), .assign("email", "attributes.contact"), .gate,
          dice.oneIn(3) ? .effect(.accountDelete, "email") : .update, .effect(.messageSend, "email"),
        ], false
      )
    case .change:
      return (
        [
          .ask([id, "password"]), .find(id, missingGoesOn: true), .verifyPassword, .gate, .effect(.accountDelete, id),
          .effect(.messageSend, address),
        ], false
      )
    case .invite:
      return (
        [.ask([id, "password"]), .find(id, missingGoesOn: true), .verifyPassword, .ask([mail]), .gate, .invite(mail)],
        false
      )
    case .join:
      return (
        [
          .ask(["token", "tokenId"]), .redeemInvitation(mail), dice.oneIn(3) ? .ask(["city"]) : .lacks(mail),
          .create(mail),
        ],
        !dice.oneIn(3)
      )
    case .confirmNew:
      return (
        [.ask(["token", "tokenId", "password"]), .redeemLink, .confirm(), .setPassword], dice.oneIn(2)
      )
    }
  }

  /// Flows that redeem links.
  static let redeemers: [Recipe] = [.confirm, .confirm, .setNew, .confirmNew]
}
