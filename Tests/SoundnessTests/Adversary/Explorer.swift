import FlowExpression
import FlowJSON
import FlowModel

@testable import FlowRuntime

/// What an exploration of a tenant came to.
struct Exploration: Sendable {
  /// What went wrong first, and how it was come to; nil: nothing.
  var violation: (what: String, trace: [String])?
  /// How many steps were taken.
  var steps = 0
  /// How many steps have changed accounts, or handed something out.
  var changes = 0
  /// Whether everything was seen, within the number of runs.
  var isComplete = false
  /// How many steps were refused for reasons that no rule proves away.
  var denials: [String: Int] = [:]
}

/// Takes every way through a tenant's flows that Eve can go, on the real interpreter, nearest first.
struct Explorer {
  private let moves: Moves
  private let program: Program
  private let key: ServerKey
  private let budget: Int
  private let observer: EngineObserver?
  private var exploration = Exploration()
  private var positions: [Position] = []
  private var seen: Set<PositionKey> = []

  /// How many runs Eve starts, one after the other.
  private static let runs = 3

  /// `observer`: the engine performs what it would refuse, and tells the observer.
  static func explore(_ table: FlowTable, budget: Int, observer: EngineObserver? = nil) throws -> Exploration {
    guard let key = ServerKey.random() else { return Exploration() }
    var explorer = Explorer(
      try Program(table, hash: ContentHash(of: [])), key: key, budget: budget, observer: observer)
    explorer.explore()
    return explorer.exploration
  }

  private init(_ program: Program, key: ServerKey, budget: Int, observer: EngineObserver?) {
    self.program = program
    self.key = key
    self.budget = budget
    self.observer = observer
    moves = Moves(program: program)
  }

  private mutating func explore() {
    visit(Position(ledger: People.belongings(program.table, key)))
    var next = 0
    while next < positions.count, exploration.violation == nil {
      let here = positions[next]
      let choices = here.run.map { moves.events($0, here.ledger) } ?? (here.runs < Self.runs ? moves.starts() : [])
      for move in choices {
        if exploration.steps >= budget { return }
        let looks = take(move, from: next)
        for surroundings in Surroundings.others(looks) where exploration.violation == nil {
          var other = move
          other.surroundings = surroundings
          take(other, from: next)
        }
        if exploration.violation != nil { return }
      }
      next += 1
    }
    exploration.isComplete = exploration.violation == nil
  }

  private mutating func visit(_ position: Position) {
    if seen.insert(PositionKey(position)).inserted { positions.append(position) }
  }

  /// Takes a move; what it looked at.
  @discardableResult
  private mutating func take(_ move: Move, from index: Int) -> Set<Surroundings.Matter> {
    let here = positions[index]
    exploration.steps += 1
    var position = here
    position.parent = index
    position.move = move
    if move.start != nil { position.runs += 1 }
    let run = move.start.map { Run(flow: $0, of: program.table, now: Taking.now) } ?? here.run
    guard let run else { return [] }
    let event = move.start != nil ? StepEvent.start : .submit(event: move.event, input: move.input)
    let taking = Taking(
      program: program, key: key, surroundings: move.surroundings, seed: exploration.steps, number: position.runs,
      observer: observer)
    let outcome = taking.take(event, run, here.ledger)
    switch outcome.result {
    case .refused(.unproven(let reason)): fail(reason, position)
    case .refused(.denied(let reason)): exploration.denials[reason, default: 0] += 1
    case .refused, .failed: break
    case .impossible: exploration.steps -= 1
    case .taken(let after, let ledger, let grants):
      if here.ledger.accounts != ledger.accounts || here.ledger.tickets != ledger.tickets { exploration.changes += 1 }
      position.run = after
      position.ledger = ledger
      if let account = after.account, case .string(let grant)? = grants?["sign-in"] {
        position.ledger.grants.append(.init(secret: grant, account: account))
      }
      if let harm = Oracle.harm(here.ledger, ledger) ?? Oracle.error(after) {
        fail(harm, position)
        return []
      }
      if program.ends(after) {
        if let lie = program.lie(after, ledger) { fail(lie, position) }
        position.run = nil
      }
      visit(position)
      // What a run left behind is met by the runs after it, whether it goes on or not.
      if position.run != nil, here.ledger.accounts != ledger.accounts || here.ledger.tickets != ledger.tickets {
        position.run = nil
        visit(position)
      }
    }
    return outcome.looks
  }

  private mutating func fail(_ what: String, _ position: Position) {
    var trace = [position.move?.description ?? ""]
    var at = position.parent
    while at >= 0 {
      if let move = positions[at].move { trace.append(move.description) }
      at = positions[at].parent
    }
    exploration.violation = (what, trace.reversed())
  }
}

extension Program {
  /// Whether a run is over.
  fileprivate func ends(_ run: Run) -> Bool { table.flows[Int(run.flow)].states[Int(run.state)].kind == .end }

  /// An end that says what is not so: a sign-up that is `completed` without an account.
  fileprivate func lie(_ run: Run, _ ledger: Ledger) -> String? {
    let flow = table.flows[Int(run.flow)]
    let end = flow.ends[Int(flow.states[Int(run.state)].payload)]
    guard end.name == "completed", flow.calls.contains(where: { $0.effect == .accountCreate }) else { return nil }
    let owner = run.account.map { ledger.owner($0) }
    if owner == nil { return "the sign-up is completed without an account" }
    return People.othersAccounts.contains(run.account ?? "") ? "the sign-up is completed with another's account" : nil
  }
}
