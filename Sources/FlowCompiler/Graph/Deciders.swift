import FlowExpression
import FlowModel
import FlowSource

/// What decides at a node where a run goes on, or what it has behind that. Whatever follows decisions reads them here, so that
/// the engine decides by nothing that is not followed.
struct Decider: Sendable {
  enum Kind: Sendable, Hashable {
    /// A branch of a choice, by its number.
    case branch(Int)
    /// A page is passed by: by a condition, or as its fields have values.
    case skip
    /// A field is there, is needed, or has other options.
    case field(Slot)
    /// An effect answers by which account has a name.
    case lookUp
    /// An effect answers by what the account holds.
    case reading
    /// A function that nothing counts answers by what it is told.
    case told
    /// A code, or another message, goes there.
    case address
  }

  let kind: Kind
  /// What is asked; nil: what the slots hold decides by itself.
  let condition: ResolvedExpression?
  /// What it depends on.
  let slots: [Int]
  /// Where it stands.
  let place: SourceSpan

  /// Whether it decides where the run goes on, and not what it has alone.
  var isWay: Bool { if case .field = kind { false } else { true } }
}

/// The deciders of each node of a flow.
struct Deciders: Sendable {
  private let all: [[Decider]]
  /// Stands for the error that a run keeps until it rests: a page that is entered with one is not passed by.
  let errorSlot: Int

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    let errorSlot =
      Int(firstAttributeSlot) + resolved.scope.tenant.attributes.count + resolved.scope.flows[graph.root].inputs.count
    self.errorSlot = errorSlot
    all = graph.nodes.indices.map { node in
      switch graph.nodes[node].kind {
      case .choose, .page, .effect: graph.kind(node, resolved.flows).deciders(errorSlot, resolved)
      case .call, .end, .unknown: []
      }
    }
  }

  subscript(node: Int) -> [Decider] { all[node] }

  /// The slots that conditions of a node ask for.
  func asked(at node: Int) -> [Int] { all[node].filter(\.isCondition).flatMap(\.slots) }

  /// What decides at a node by values of the run's own, whoever else there is: conditions, and where a code goes.
  func ofRun(at node: Int) -> [Decider] { all[node].filter { $0.isCondition || $0.kind == .address } }

  /// The conditions of a node.
  func conditions(at node: Int) -> [ResolvedExpression] { all[node].compactMap(\.condition) }
}

extension Decider {
  /// Whether the run alone decides, by values that it has.
  var isCondition: Bool {
    switch kind {
    case .branch, .skip, .field: true
    case .lookUp, .reading, .told, .address: false
    }
  }
}

extension ResolvedState.Kind {
  fileprivate func deciders(_ errorSlot: Int, _ resolved: ResolvedTenant) -> [Decider] {
    func asking(_ kind: Decider.Kind, _ condition: ResolvedExpression, besides: [Int] = []) -> Decider {
      let slots = resolved.expressions[Int(condition.index)].code.slotsRead
      return Decider(kind: kind, condition: condition, slots: slots + besides, place: condition.place)
    }
    switch self {
    case .choose(let conditions):
      return conditions.enumerated().compactMap { branch, condition in condition.map { asking(.branch(branch), $0) } }
    case .page(let page):
      var found: [Decider] = []
      switch page.skip {
      case .never: break
      case .when(let condition): found.append(asking(.skip, condition, besides: [errorSlot]))
      case .filled:
        guard let submit = page.events.first else { break }
        let needed = submit.fields.filter(\.mayBeRequired).map { Int($0.slot) }
        found.append(Decider(kind: .skip, condition: nil, slots: needed + [errorSlot], place: submit.place))
      }
      return found
        + page.events.flatMap(\.fields).flatMap { field in field.conditions.map { asking(.field(field.slot), $0) } }
    case .effect(let call): return call.deciders(resolved)
    default: return []
    }
  }
}

extension ResolvedEffect {
  fileprivate func deciders(_ resolved: ResolvedTenant) -> [Decider] {
    func deciding(_ kind: Decider.Kind, _ slots: [Slot]) -> [Decider] {
      slots.isEmpty ? [] : [Decider(kind: kind, condition: nil, slots: slots.map(Int.init), place: place)]
    }
    var named = definition.parameters.indices.filter { definition.parameters[$0].kind == .identifier }
      .compactMap { slot($0) }
    if changesAccount {
      named += resolved.scope.tenant.attributes.indices.filter {
        resolved.scope.tenant.attributes[$0].definition.isIdentifier
      }
      .map(resolved.scope.slot).filter(writes)
    }
    let isCounted = function.map { resolved.scope.tenant.functions[$0].attempts != nil } ?? true
    let read: [Slot] = if case (.accountValue, let slot)? = write(by: 0) { [slot] } else { [] }
    return deciding(.lookUp, named) + deciding(.reading, read) + deciding(.told, isCounted ? [] : passed)
      + deciding(.address, address.map { [$0] } ?? [])
  }
}
