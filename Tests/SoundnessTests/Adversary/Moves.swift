import FlowExpression
import FlowModel

@testable import FlowRuntime

/// What can be done in a tenant.
struct Moves: Sendable {
  let program: Program
  let cast: Cast
  /// The slots that conditions and assignments read.
  private let read: Set<Slot>

  init(_ program: Program, _ cast: Cast) {
    (self.program, self.cast) = (program, cast)
    read = Set(program.table.expressions.flatMap(\.reads).map { Slot($0.slot) })
  }

  /// How many runs Eve starts.
  private static let runs = 3

  /// What Eve can do.
  func ofEve(_ here: Position) -> [Move] {
    var moves = here.run.map { events($0, here) } ?? []
    guard here.runs < Self.runs else { return moves }
    // A run that knows nobody yet can as well be started later.
    let canPause = cast == .twoRuns && here.waiting == nil && here.run?.run.knowsSomebody == true
    if here.run == nil || canPause { moves += starts(here.runs + 1) }
    return moves
  }

  /// What owners can do.
  func ofOwners(_ here: Position) -> [OwnerAct] {
    guard here.acts.count < cast.acts else { return [] }
    if cast == .thief {
      let isIn = here.run?.run.account == People.robbed || here.ledger.tickets.contains { $0.account == People.robbed }
      return isIn ? [.resets, .disables, .deletes] : []
    }
    var acts: [String: OwnerAct] = [:]
    for (number, message) in here.ledger.mail.enumerated() where !People.reads(message.to) {
      guard case .link(_, let id, _, _) = message.content,
        here.ledger.tickets.contains(where: { $0.id == id && $0.used == nil })
      else { continue }
      acts[message.to + " " + message.flow] = .opens(mail: number)
    }
    return acts.sorted { $0.key < $1.key }.map(\.value)
  }

  private func starts(_ number: Int) -> [Move] {
    program.table.flows.indices.map {
      Move(kind: .start(Int32($0)), name: "starts \(program.table.flows[$0].name)", run: number)
    }
  }

  /// The events of the page a run rests in, with all inputs that matter.
  private func events(_ started: Started, _ here: Position) -> [Move] {
    let (run, ledger) = (started.run, here.ledger)
    let flow = program.table.flows[Int(run.flow)]
    let state = flow.states[Int(run.state)]
    guard state.kind == .page else { return [] }
    var moves: [Move] = []
    for (index, event) in flow.pages[Int(state.payload)].events.enumerated() {
      var inputs: [[SlotValue]] = [[]]
      for field in event.fields {
        let values = values(field, run, here)
        inputs = inputs.flatMap { input in
          values.map { value in value.map { input + [SlotValue(field.slot, $0)] } ?? input }
        }
        // With many fields each value is still tried, though not each with each other.
        if inputs.count > 48 { inputs = (0..<48).map { inputs[$0 * inputs.count / 48] } }
      }
      for input in inputs {
        let typed = input.map { "\(program.table.name(of: $0.slot, in: flow)): \(text($0.value, ledger))" }
        moves.append(
          Move(
            kind: .event(index, input), name: "\(state.name): \(event.name) { \(typed.joined(separator: ", ")) }",
            run: started.number))
      }
    }
    return moves
  }

  private func values(_ field: PageField, _ run: Run, _ here: Position) -> [Value?] {
    let absent: [Value?] = field.isRequired && field.terms == nil ? [] : [nil]
    let ledger = here.ledger
    guard let secret = program.table.secret(of: field.slot) else {
      let name = program.table.name(of: field.slot, in: program.table.flows[Int(run.flow)])
      // Where no expression reads it, one value is as good as another.
      if let values = People.members[name] { return absent + (read.contains(field.slot) ? values : [values[0]]) }
      let (others, own) = (People.others[name] ?? [], People.evesOwn[name] ?? [])
      let typed =
        switch cast {
        case .alone, .twoRuns: others.prefix(1) + own + others.dropFirst()
        // Those that it is about, and one of hers that is free.
        case .owners: others.dropFirst().prefix(1) + own.suffix(1)
        case .thief: others.prefix(1) + own.suffix(1)
        }
      return absent + typed.map { .string($0) }
    }
    switch secret {
    case .password:
      let known = cast == .thief && here.acts.isEmpty ? [People.stolenPassword] : []
      return absent + (known + People.evesPasswords.prefix(cast == .alone ? 2 : 1)).map { .string($0) }
    case .code:
      let codes = ledger.mail.reversed().compactMap { message in
        if case .code(let code, _) = message.content, People.reads(message.to) { code } else { nil }
      }
      return absent + (codes.prefix(2) + ["00000000"]).map { .string($0) }
    case .token: return absent + (links(ledger).map(\.token) + ["0"]).map { .string($0) }
    case .tokenId: return absent + (links(ledger).map(\.id) + ["0"]).map { .string($0) }
    case .grant: return absent + (ledger.grants.suffix(2).map(\.secret) + ["0.0"]).map { .string($0) }
    }
  }

  private func links(_ ledger: Ledger) -> [(token: String, id: String)] {
    ledger.mail.suffix(4).filter { People.reads($0.to) }.compactMap { message in
      switch message.content {
      case .link(let token, let id, _, _), .invitation(let token, let id, _, _): (token, id)
      case .code, .notice: nil
      }
    }
  }

  /// A value as people would tell of it.
  private func text(_ value: Value, _ ledger: Ledger) -> String {
    guard case .string(let text) = value else { return value.telling }
    return ledger.label(text) ?? text
  }
}

extension Value {
  /// A value that is no text, to be read and told apart.
  var telling: String { "\(self)" }
}

extension Run {
  /// Whether what it does next depends on what it has come to know of accounts and addresses.
  fileprivate var knowsSomebody: Bool { account != nil || lookedUp != nil || challenge != nil || !proofs.isEmpty }
}
