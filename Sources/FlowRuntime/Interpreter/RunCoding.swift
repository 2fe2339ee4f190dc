import FlowExpression
import FlowModel

extension Run {
  /// The version of the encoding; runs of an unknown version cannot be gone on with. Those of version 1 have no drafts; before
  /// version 3 each count had a place of its own; version 4 has what proofs rest on, and what was read of the account;
  /// version 5 what the next step draws from, what the last one answered, and what the client has taken out; version 6 how
  /// much the client gave, and by what proofs came about; version 7 which addresses the account had, and its language.
  private static let encodingVersion: UInt8 = 7

  /// The run as bytes, to be sealed.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.encodingVersion)
    flow.encode(to: &writer)
    (application ?? -1).encode(to: &writer)
    state.encode(to: &writer)
    started.encode(to: &writer)
    entered.encode(to: &writer)
    steps.encode(to: &writer)
    func isCollected(_ slot: Int) -> Bool { slots[slot] != nil && !Run.isDerived(Slot(slot)) }
    writer.write(count: slots.count)
    writer.write(count: slots.indices.count(where: isCollected))
    for slot in slots.indices where isCollected(slot) {
      writer.write(count: slot)
      slots[slot]?.encode(to: &writer)
    }
    writer.write(error != nil)
    if let error {
      error.error.encode(to: &writer)
      error.fields.encode(to: &writer)
    }
    account.encode(to: &writer)
    lookedUp.encode(to: &writer)
    writer.write(count: proofs.count)
    for proof in proofs { proof.encode(to: &writer) }
    writer.write(challenge != nil)
    if let challenge {
      writer.write(challenge.codeHash)
      challenge.target.encode(to: &writer)
      challenge.expires.encode(to: &writer)
      let (owner, id): (UInt8, String) =
        switch challenge.owner {
        case .anyone: (0, "")
        case .account(let id): (1, id)
        case .nobody: (2, "")
        }
      writer.write(owner)
      id.encode(to: &writer)
    }
    writer.write(sent != nil)
    if let sent {
      sent.to.encode(to: &writer)
      sent.channel.encode(to: &writer)
      sent.length.encode(to: &writer)
      sent.resendAt.encode(to: &writer)
    }
    counts.encode(to: &writer)
    writer.write(credentials != nil)
    if let credentials { writer.write(credentials) }
    writer.write(count: drafts.count)
    for draft in drafts {
      writer.write(count: Int(draft.slot))
      draft.value.encode(to: &writer)
    }
    writer.write(count: provenFor.count)
    for (identifier, version) in provenFor.sorted(by: { $0.key.text < $1.key.text }) {
      identifier.encode(to: &writer)
      version.encode(to: &writer)
    }
    writer.write(attributesSince ?? .max)
    writer.write(count: readings.count)
    for reading in readings {
      writer.write(count: Int(reading.slot))
      reading.value.encode(to: &writer)
    }
    writer.write(salt)
    writer.write(answered != nil)
    if let answered {
      writer.write(answered.salt)
      writer.write(answered.tag)
      answered.time.encode(to: &writer)
      answered.retryAt.encode(to: &writer)
      writer.write(answered.hasTokens)
    }
    writer.write(count: removed.count)
    for slot in removed.sorted() { writer.write(count: Int(slot)) }
    writer.write(count: given.count)
    for part in given {
      writer.write(count: Int(part.slot))
      writer.write(count: part.size)
    }
    writer.write(count: shown.count)
    for one in shown {
      one.proof.encode(to: &writer)
      one.method.rawValue.encode(to: &writer)
      one.time.encode(to: &writer)
    }
    writer.write(signIn != nil)
    if let signIn {
      signIn.methods.map(\.rawValue).sorted().encode(to: &writer)
      signIn.time.encode(to: &writer)
    }
    writer.write(count: formerAddresses.count)
    for address in formerAddresses { address.encode(to: &writer) }
    locale.encode(to: &writer)
    return writer.bytes
  }

  /// Reads a run of a program; it must fit the program's table.
  init(encoded bytes: [UInt8], _ program: Program) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    let version = try reader.read(UInt8.self)
    guard (1...Self.encodingVersion).contains(version) else { throw reader.failure("an unknown version") }
    let flow = try Int32(from: &reader)
    guard program.flows.indices.contains(Int(flow)) else { throw reader.failure("an unknown flow") }
    let starter = try Int32(from: &reader)
    guard starter == -1 || program.table.applications.indices.contains(Int(starter)) else {
      throw reader.failure("an unknown application")
    }
    self.init(flow: flow, of: program.table, now: 0, application: starter == -1 ? nil : starter)
    state = try Int32(from: &reader)
    guard program.flows[Int(flow)].flow.states.indices.contains(Int(state)) else {
      throw reader.failure("an unknown state")
    }
    started = try Milliseconds(from: &reader)
    entered = try Milliseconds(from: &reader)
    steps = try Int64(from: &reader)
    guard try reader.read(UInt32.self) == UInt32(slots.count) else { throw reader.failure("other slots") }
    for _ in 0..<(try reader.readCount()) {
      let slot = Int(try reader.read(UInt32.self))
      guard slots.indices.contains(slot) else { throw reader.failure("an unknown slot") }
      slots[slot] = try Value(from: &reader)
    }
    if try reader.readBool() {
      error = RunError(error: try Int32(from: &reader), fields: try [Slot](from: &reader))
    }
    account = try String?(from: &reader)
    lookedUp = try Identifier?(from: &reader)
    for _ in 0..<(try reader.readCount()) { proofs.append(try Proof(from: &reader)) }
    var former = RunCounts()
    if try reader.readBool() {
      let (codeHash, target) = (try reader.readBlock(), try Identifier(from: &reader))
      let expires = try Milliseconds(from: &reader)
      if version < 3 {
        former[.guessesOfCode, codeHash.hex] = RunCounts.Count(count: try Int64(from: &reader), expires: expires)
      }
      challenge = Challenge(
        codeHash: codeHash, target: target, expires: expires, owner: try Self.owner(from: &reader))
    }
    if try reader.readBool() {
      sent = SentNotice(
        to: try String(from: &reader), channel: try ChannelKind(from: &reader), length: try Int64(from: &reader),
        resendAt: try Milliseconds(from: &reader))
    }
    if version < 3 {
      try readFormerCounts(into: &former, from: &reader, program.table)
      restore(RestedCounts(former))
    } else {
      restore(RestedCounts(try RunCounts(from: &reader)))
      if try reader.readBool() { credentials = try reader.readBlock() }
    }
    for _ in 0..<(version > 1 ? try reader.readCount() : 0) {
      let slot = Int(try reader.read(UInt32.self))
      guard slots.indices.contains(slot) else { throw reader.failure("an unknown slot") }
      drafts.append(SlotValue(Slot(slot), try Value(from: &reader)))
    }
    if version > 3 { try readProvenance(from: &reader) }
    if version > 4 {
      salt = try reader.readBlock()
      if try reader.readBool() {
        answered = AnsweredEvent(
          salt: try reader.readBlock(), tag: try reader.readBlock(), time: try Milliseconds(from: &reader),
          retryAt: try Milliseconds?(from: &reader), hasTokens: try reader.readBool())
      }
      for _ in 0..<(try reader.readCount()) {
        let slot = Int(try reader.read(UInt32.self))
        guard slots.indices.contains(slot) else { throw reader.failure("an unknown slot") }
        removed.insert(Slot(slot))
      }
    }
    if version > 5 {
      for _ in 0..<(try reader.readCount()) {
        let slot = Int(try reader.read(UInt32.self))
        guard slots.indices.contains(slot) else { throw reader.failure("an unknown slot") }
        given.append(GivenSize(slot: Slot(slot), size: Int(try reader.read(UInt32.self))))
      }
      try readSignIn(from: &reader)
      for _ in 0..<(version > 6 ? try reader.readCount() : 0) { formerAddresses.append(try Identifier(from: &reader)) }
    } else {
      // What was given is not known: what is there is.
      for slot in slots.indices { if let value = slots[slot] { note(value, givenFor: Slot(slot)) } }
    }
    if version > 6 {
      let name = try String(from: &reader)
      guard let known = program.language(named: name) else {
        throw reader.failure("an unknown language")
      }
      locale = known
    }
    slots[Int(RunFact.started.slot)] = Value(milliseconds: started)
    slots[Int(RunFact.steps.slot)] = .int(steps)
  }

  /// Reads by what proofs came about.
  private mutating func readSignIn(from reader: inout ByteReader) throws(DecodingFailure) {
    func method(_ text: String) throws(DecodingFailure) -> SignIn.Method {
      guard let method = SignIn.Method(rawValue: text) else { throw reader.failure("an unknown method") }
      return method
    }
    for _ in 0..<(try reader.readCount()) {
      let proof = try Proof(from: &reader)
      shown.append(
        Shown(proof: proof, method: try method(try String(from: &reader)), time: try Milliseconds(from: &reader)))
    }
    guard try reader.readBool() else { return }
    var methods: Set<SignIn.Method> = []
    for text in try [String](from: &reader) { methods.insert(try method(text)) }
    signIn = SignIn(methods: methods, time: try Milliseconds(from: &reader))
  }

  /// Reads what proofs rest on, and what was read of the account.
  private mutating func readProvenance(from reader: inout ByteReader) throws(DecodingFailure) {
    for _ in 0..<(try reader.readCount()) {
      let identifier = try Identifier(from: &reader)
      provenFor[identifier] = try Int64(from: &reader)
    }
    let since = try reader.read(UInt32.self)
    attributesSince = since == .max ? nil : since
    for _ in 0..<(try reader.readCount()) {
      let slot = Int(try reader.read(UInt32.self))
      guard slots.indices.contains(slot) else { throw reader.failure("an unknown slot") }
      readings.append(Reading(slot: Slot(slot), value: try Value?(from: &reader)))
    }
  }

  /// Reads the counts of codes and links as runs kept them before version 3: how often, and since when.
  private func readFormerCounts(
    into counts: inout RunCounts, from reader: inout ByteReader, _ table: FlowTable
  ) throws(DecodingFailure) {
    for (counter, rate) in [(Counter.codesOfRun, table.codes.perIdentifier), (.linksOfRun, table.links.perIdentifier)] {
      let (count, since) = (try Int64(from: &reader), try Milliseconds(from: &reader))
      counts[counter, ""] = RunCounts.Count(count: count, expires: since + Milliseconds(rate.seconds) * 1000)
    }
    if let challenge, let sent, sent.length > 0 {
      counts[.codesInARow, challenge.target.text] = RunCounts.Count(count: 1, expires: sent.resendAt)
    }
  }

  private static func owner(from reader: inout ByteReader) throws(DecodingFailure) -> Challenge.Owner {
    let kind = try reader.read(UInt8.self)
    let id = try String(from: &reader)
    switch kind {
    case 0: return .anyone
    case 1: return .account(id)
    case 2: return .nobody
    default: throw reader.failure("an unknown owner of a code")
    }
  }

  /// Whether a slot's value follows from the rest of the run.
  private static func isDerived(_ slot: Slot) -> Bool { slot < firstAttributeSlot && slot >= RunFact.flow.slot }
}

/// What a run had spent when it came to rest: only reading one makes it.
struct RestedCounts {
  let counts: RunCounts
  fileprivate init(_ counts: RunCounts) { self.counts = counts }
}
