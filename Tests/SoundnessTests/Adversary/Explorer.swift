import FlowExpression
import FlowJSON
import FlowModel

@testable import FlowRuntime

/// Takes every way through a tenant's flows that Eve can go, on the real interpreter, nearest first.
struct Explorer {
  private let moves: Moves
  private let program: Program
  private let taking: Taking
  private let cast: Cast
  private let budget: Int
  private var exploration = Exploration()
  private var positions: [Position] = []
  private var seen: Set<PositionKey> = []

  /// `observer`: the engine performs what it would refuse, and tells the observer.
  static func explore(
    _ table: FlowTable, as cast: Cast, budget: Int, observer: EngineObserver? = nil
  ) throws -> Exploration {
    guard let key = ServerKey.random() else { return Exploration() }
    let program = try Program(table, hash: ContentHash(of: []))
    var explorer = Explorer(program, Taking(program, key, observer: observer), cast, budget)
    explorer.explore()
    return explorer.exploration
  }

  private init(_ program: Program, _ taking: Taking, _ cast: Cast, _ budget: Int) {
    self.program = program
    self.taking = taking
    self.cast = cast
    self.budget = budget
    moves = Moves(program, cast)
    exploration.cast = cast
  }

  private mutating func explore() {
    var beginning = Position(ledger: People.belongings(program.table, taking.key))
    if cast == .thief { beginning.mayChange = [People.robbed] }
    visit(beginning)
    var next = 0
    while next < positions.count, exploration.violation == nil {
      let here = positions[next]
      let acts = moves.ofOwners(here)
      for act in acts where exploration.violation == nil { perform(act, from: next) }
      for move in moves.ofEve(here) where exploration.violation == nil {
        if exploration.steps >= budget { return }
        let looks = take(move, from: next).subtracting(cast == .alone ? [] : [.rates, .time])
        for surroundings in Surroundings.others(looks, acts) where exploration.violation == nil {
          var other = move
          other.surroundings = surroundings
          take(other, from: next)
        }
      }
      next += 1
    }
    exploration.isComplete = exploration.violation == nil
  }

  private mutating func visit(_ position: Position) {
    if seen.insert(PositionKey(position, taking)).inserted { positions.append(position) }
  }

  /// An owner acts.
  private mutating func perform(_ act: OwnerAct, from index: Int) {
    var position = positions[index]
    position.parent = index
    position.move = Move(kind: .act(act), name: act.told(position.ledger))
    guard let done = taking.perform(act, on: position.ledger, seed: exploration.steps) else { return }
    exploration.steps += done.steps
    exploration.acts += 1
    note(act, done, &position, isMeanwhile: false)
    visit(position)
  }

  private mutating func note(_ act: OwnerAct, _ done: Taking.Act, _ position: inout Position, isMeanwhile: Bool) {
    let remains = Oracle.remains(position.ledger, done.ledger, of: done.owned)
    position.acts.append(act)
    position.ledger = done.ledger
    position.owned.formUnion(done.owned)
    // The password of an account that is disabled is still the right one, if Eve has typed it and it is compared later.
    let isTyped = position.run?.run[SecretField.password.slot] != nil
    if act != .disables || !isMeanwhile && !isTyped { position.mayChange = [] }
    if let remains { fail(remains, position) }
  }

  /// Takes a move of Eve's; what it looked at.
  @discardableResult
  private mutating func take(_ move: Move, from index: Int) -> Set<Surroundings.Matter> {
    let here = positions[index]
    var position = here
    position.parent = index
    position.move = move
    var event = StepEvent.start
    switch move.kind {
    case .start(let flow):
      position.runs += 1
      position.waiting = here.run ?? here.waiting
      position.run = Started(run: Run(flow: flow, of: program.table, now: Taking.now), number: position.runs)
    case .event(let number, let input): event = .submit(event: number, input: input)
    case .act: return []
    }
    guard let started = position.run else { return [] }
    exploration.steps += 1
    let outcome = taking.take(event, started, here.ledger, move.surroundings, seed: exploration.steps)
    if let done = outcome.meanwhile, let act = move.surroundings.meanwhile {
      note(act, done, &position, isMeanwhile: true)
    }
    switch outcome.result {
    // Between two steps another one may have changed the account: then nothing is proven of it any more.
    case .refused(.unproven(let reason)) where cast == .alone: fail(reason, position)
    case .refused(.denied(let reason)):
      if reason.isOfExpression { exploration.failure = exploration.failure ?? (reason, trace(position)) }
    case .refused, .failed: break
    case .impossible: exploration.steps -= 1
    case .taken(let run, let ledger, let grants): go(to: position, run, ledger, grants)
    }
    return outcome.looks
  }

  /// Goes on from a step that was taken, unless it did harm.
  private mutating func go(to position: Position, _ run: Run, _ ledger: Ledger, _ grants: JSONObject?) {
    let (before, owned) = (position.ledger, position.owned)
    var position = position
    position.ledger = ledger
    position.run?.run = run
    let hasChanged = before.accounts != ledger.accounts || before.tickets != ledger.tickets
    if hasChanged { exploration.changes += 1 }
    if let account = run.account, case .string(let grant)? = grants?["sign-in"] {
      position.ledger.grants.append(.init(secret: grant, account: account))
    }
    // A thief who knows the password is the owner, until the owner acts. What she changes until then is lost.
    if Oracle.change(before, ledger, of: position.mayChange) != nil { return }
    let open = position.acts.isEmpty ? position.mayChange : []
    if let harm = Oracle.change(before, ledger, of: owned.subtracting(position.mayChange))
      ?? Oracle.address(before, ledger, besides: owned) ?? Oracle.entry(before, ledger, of: owned.subtracting(open))
      ?? Oracle.notice(before, ledger)
      ?? (cast == .thief ? nil : Oracle.error(run))
    {
      return fail(harm, position)
    }
    let isOver = program.ends(run)
    if isOver, cast != .thief, let lie = program.lie(run, ledger) { fail(lie, position) }
    if isOver { position.run = nil }
    visit(position)
    guard isOver || hasChanged else { return }
    if let waiting = position.waiting {
      // What one run has changed is met by the other one.
      (position.run, position.waiting) = (waiting, position.run)
    } else if position.run != nil, cast != .twoRuns {
      // What a run left behind is met by the runs after it, whether it goes on or not.
      position.run = nil
    } else {
      return
    }
    visit(position)
  }

  private mutating func fail(_ what: String, _ position: Position) {
    exploration.violation = exploration.violation ?? (what, trace(position))
  }

  /// What was done to come to a position.
  private func trace(_ position: Position) -> [String] {
    var trace = [position.move?.description ?? ""]
    var at = position.parent
    while at >= 0 {
      if let move = positions[at].move { trace.append(move.description) }
      at = positions[at].parent
    }
    return trace.reversed()
  }
}

extension OwnerAct {
  fileprivate func told(_ ledger: Ledger) -> String {
    guard case .opens(let mail) = self else { return "\(People.robbed) \(self)" }
    return "\(ledger.mail[mail].to) opens the link for \(ledger.mail[mail].flow)"
  }
}

extension String {
  /// Whether a step was refused for a condition or an assignment that failed.
  fileprivate var isOfExpression: Bool {
    ["a condition ", "an assignment ", "an assigned ", "no branch "].contains { hasPrefix($0) }
  }
}
