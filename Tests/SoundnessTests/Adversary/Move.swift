import FlowExpression
import FlowModel

@testable import FlowRuntime

/// What the world answers while a step is taken.
struct Surroundings: Hashable, Sendable {
  enum Weather: Hashable, Sendable {
    case fair
    /// All rates are used up.
    case exhausted
    /// Nothing can be delivered.
    case undeliverable
    /// All that was sent has expired.
    case late
  }

  /// What a step can look at.
  enum Matter: Hashable, Sendable {
    case rates, time, function
  }

  var weather = Weather.fair
  var function = FunctionStatus.success

  /// What else could have been, where a step looked at these.
  static func others(_ looks: Set<Matter>) -> [Surroundings] {
    var others: [Surroundings] = []
    if looks.contains(.rates) {
      others += [.exhausted, .undeliverable].map { Surroundings(weather: $0) }
    }
    if looks.contains(.time) { others.append(Surroundings(weather: .late)) }
    if looks.contains(.function) { others += [.pending, .fail].map { Surroundings(function: $0) } }
    return others
  }
}

/// One thing that Eve can do.
struct Move: Sendable, CustomStringConvertible {
  /// Starts a flow, by its index; otherwise an event of the page where the run rests.
  var start: Int32?
  var event = 0
  var input: [SlotValue] = []
  var surroundings = Surroundings()
  /// What she does.
  var name: String

  var description: String {
    let weather = surroundings.weather == .fair ? "" : " (\(surroundings.weather))"
    return name + weather
      + (surroundings.function == .success ? "" : " (the function answers \(surroundings.function))")
  }
}

/// What Eve can do in a tenant.
struct Moves: Sendable {
  let program: Program

  /// The ways to begin.
  func starts() -> [Move] {
    program.table.flows.indices.map {
      Move(start: Int32($0), name: "starts \(program.table.flows[$0].name)")
    }
  }

  /// The events of the page a run rests in, with all inputs that matter.
  func events(_ run: Run, _ ledger: Ledger) -> [Move] {
    let flow = program.table.flows[Int(run.flow)]
    let state = flow.states[Int(run.state)]
    guard state.kind == .page else { return [] }
    var moves: [Move] = []
    for (index, event) in flow.pages[Int(state.payload)].events.enumerated() {
      var inputs: [[SlotValue]] = [[]]
      for field in event.fields {
        let values = values(field, run, ledger)
        inputs = inputs.flatMap { input in
          values.map { value in value.map { input + [SlotValue(field.slot, $0)] } ?? input }
        }
        // With many fields each value is still tried, though not each with each other.
        if inputs.count > 48 { inputs = (0..<48).map { inputs[$0 * inputs.count / 48] } }
      }
      for input in inputs {
        let typed = input.map { "\(program.table.name(of: $0.slot, in: flow)): \(text($0.value, ledger))" }
        moves.append(
          Move(event: index, input: input, name: "\(state.name): \(event.name) { \(typed.joined(separator: ", ")) }"))
      }
    }
    return moves
  }

  private func values(_ field: PageField, _ run: Run, _ ledger: Ledger) -> [Value?] {
    let absent: [Value?] = field.isRequired ? [] : [nil]
    guard let secret = program.table.secret(of: field.slot) else {
      let name = program.table.name(of: field.slot, in: program.table.flows[Int(run.flow)])
      let known = [People.others[name]?[0], People.evesOwn[name]?[0], People.evesOwn[name]?[1]]
      let rest = (People.others[name]?.dropFirst()).map(Array.init) ?? []
      let all = (known.compactMap { $0 } + rest)
      return absent + (all.isEmpty ? ["Ulm"] : all).map { .string($0) }
    }
    switch secret {
    case .password: return absent + People.evesPasswords.map { .string($0) }
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
    ledger.mail.suffix(4).compactMap { message in
      if case .link(let token, let id, _, _) = message.content, People.reads(message.to) { (token, id) } else { nil }
    }
  }

  /// A value as people would tell of it.
  private func text(_ value: Value, _ ledger: Ledger) -> String {
    guard case .string(let text) = value else { return "?" }
    return ledger.label(text) ?? text
  }
}

extension Ledger {
  /// What a secret that was handed out is, however it came out this time; nil for anything else.
  func label(_ text: String) -> String? {
    for message in mail.reversed() {
      switch message.content {
      case .code(text, _): return "the code sent to \(message.to)"
      case .link(text, _, _, _): return "the token sent to \(message.to) for \(message.flow)"
      case .link(_, text, _, _): return "the id of the token sent to \(message.to) for \(message.flow)"
      default: break
      }
    }
    return grants.first { $0.secret == text }.map { "the grant for \(owner($0.account))" }
  }

  /// Whose account it is, however its id came out.
  func owner(_ account: String) -> String {
    accounts[account]?.identifiers.map(\.value).sorted().joined(separator: "+") ?? "nobody"
  }
}
