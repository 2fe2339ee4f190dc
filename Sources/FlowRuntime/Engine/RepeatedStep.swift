import FlowJSON
import FlowModel

/// An event as a step knows it again: a keyed hash of all that the client said. It tells nothing of the event, and is never
/// the same for two.
struct EventDigest: Hashable, Sendable {
  fileprivate let bytes: [UInt8]

  init(_ event: ClientEvent, _ key: ServerKey) {
    // One object of JSON, written piece by piece: each request has one.
    var said: [UInt8] = []
    said.reserveCapacity(512)
    said += "event\0{\"event\":".utf8
    JSON.string(event.event).append(to: &said)
    said += ",\"input\":[".utf8
    for (index, member) in event.input.members.sorted(by: { $0.name < $1.name }).enumerated() {
      if index > 0 { said.append(UInt8(ascii: ",")) }
      said.append(UInt8(ascii: "["))
      JSON.string(member.name).append(to: &said)
      said.append(UInt8(ascii: ","))
      member.value.append(to: &said)
      said.append(UInt8(ascii: "]"))
    }
    said += "],\"parts\":\(event.comesInParts),\"holds\":\(event.holdsCodes)}".utf8
    bytes = key.hash(said, .token)
  }

  /// From what a step of a run draws all that is random in it: the same for the same event, until the run is written again.
  /// So whatever a step makes (ids, codes, links) it makes again where it was lost, and whoever is asked twice for the same
  /// work is told so.
  func seed(_ run: RandomID, step: UInt32, salt: [UInt8], _ key: ServerKey) -> [UInt8] {
    var context: [UInt8] = []
    context.reserveCapacity(128)
    context += "step\0".utf8
    run.append(to: &context)
    withUnsafeBytes(of: step.bigEndian) { context.append(contentsOf: $0) }
    context += bytes
    context += salt
    return key.hash(context, .token)
  }
}

/// The event that brought a run where it rests, kept so that it can be answered again where the answer was lost.
///
/// The reply follows from the run. What an end hands out does not rest: it is drawn again from `salt` and the event, which
/// is kept nowhere, and so nobody reads it from storage.
package struct AnsweredEvent: Hashable, Sendable {
  /// What the step drew its random numbers from, beside the event.
  package var salt: [UInt8]
  /// A keyed hash of event and step.
  package var tag: [UInt8]
  /// When the step was taken.
  package var time: Milliseconds
  /// When what was used up could be tried again; nil: nothing was.
  package var retryAt: Milliseconds?
  /// Whether tokens were issued.
  package var hasTokens: Bool

  /// How long what an end hands out is handed out again, in milliseconds: a client that lost the answer asks at once.
  static let handOutLifetime: Milliseconds = 600_000

  /// The tag of the step that draws from `seed`.
  static func tag(_ seed: [UInt8], _ key: ServerKey) -> [UInt8] { key.hash(seed, .ticket, length: 16) }
}

/// Thrown to answer a step that was taken before, and to leave everything as it is.
struct AnsweredBefore: Error {
  let answer: StepAnswer
}

extension Engine {
  /// Answers once more the event that the newest step was taken with, to whoever holds its token and sends the same. Returns
  /// where it is another event, or the run has gone on since.
  func answerAgain(
    _ event: ClientEvent, _ token: ContinuationToken, _ transaction: any StorageTransaction,
    _ attempts: StepAttempts, _ tokens: (any TokenIssuer)?
  ) throws {
    guard let record = try transaction.run(token.run), token.step < record.step, record.step - token.step == 1 else {
      return
    }
    let newest = ContinuationToken(run: token.run, step: record.step)
    var (_, step) = try find(newest, transaction, attempts, tokens)
    guard let before = step.run.answered else { return }
    // The step may have been taken before the master key was rotated.
    let seeds = ports.key.each.lazy.map { key in
      let seed = EventDigest(event, key).seed(token.run, step: token.step, salt: before.salt, key)
      return equalInConstantTime(AnsweredEvent.tag(seed, key), before.tag) ? seed : nil
    }
    guard let seed = seeds.compactMap({ $0 }).first,
      event.scope.map({ step.belongs(to: $0) }) ?? true
    else { return }
    guard try step.handOutAgain(before, seed: seed) else { return }
    throw AnsweredBefore(answer: step.answer(step: record.step))
  }
}

extension EffectStep {
  /// Hands out what the step handed out that was drawn from `seed`; false where it was too long ago, or the account is not
  /// what it was.
  fileprivate mutating func handOutAgain(_ before: AnsweredEvent, seed: [UInt8]) throws -> Bool {
    sayAgain(retryAt: before.retryAt)
    guard case .end = state.kind else { return true }
    let hasGrant = flow.ends[Int(state.payload)].grantsSignIn
    guard hasGrant || before.hasTokens else { return true }
    guard now < before.time + AnsweredEvent.handOutLifetime, let account = try boundAccount(), account.isEnabled,
      isUnchanged(account)
    else { return false }
    if before.hasTokens, let issuer, try records.hasEnded(before.time, tenant: table.tenant, by: issuer) {
      return false
    }
    if before.hasTokens { signing = try issueTokens(to: account, at: before.time, seed: seed) }
    if hasGrant { grants = ["sign-in": .string(Handout(.grant, at: before.time, seed: seed).text)] }
    return true
  }
}

/// A secret of a step, `id.secret`: the same whenever it is drawn from the same seed and time.
struct Handout {
  let id: String
  let secret: String

  init(_ kind: TicketRecord.Kind, at time: Milliseconds, seed: [UInt8]) {
    let random = Expansion.bytes(OrderedID.randomSize + 32, seed: seed, index: .max - 1 - UInt64(kind.rawValue))
    id = OrderedID.text(now: time, random: Array(random.prefix(OrderedID.randomSize)))
    secret = Base64URL.encode(Array(random.dropFirst(OrderedID.randomSize)))
  }

  var text: String { id + "." + secret }
}
