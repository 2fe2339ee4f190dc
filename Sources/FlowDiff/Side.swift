import FlowExpression
import FlowCompiler
import FlowModel
import FlowSource

/// One of the two versions of a tenant.
struct Side: Sendable {
  let table: FlowTable
  /// The texts of conditions and assignments; none of a table's file, which has no texts.
  let expressions: [String]
  /// Where flows and states stand; none of a table's file.
  let places: [FlowPlaces]
  /// What the compiler said, of a folder.
  let checked: CheckedTenant?

  init(_ table: FlowTable, _ tenant: CompiledTenant? = nil, _ checked: CheckedTenant? = nil) {
    self.table = table
    self.checked = checked
    places = tenant?.flows ?? []
    expressions = (tenant?.expressions ?? []).map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  func flow(_ name: String) -> Flow? { table.flows.first { $0.name == name } }

  func span(ofFlow name: String) -> Span? { places.first { $0.name == name }?.span }

  func span(of state: Int, in flow: String) -> Span? {
    places.first { $0.name == flow }.flatMap { $0.states.indices.contains(state) ? $0.states[state] : nil }
  }

  func name(_ slot: Slot, _ flow: Flow) -> String { table.name(of: slot, in: flow) }

  /// An expression in words: its text, or, where nobody has that, what it reads.
  func text(_ index: Int32, _ flow: Flow) -> String {
    guard index >= 0 else { return "otherwise" }
    if expressions.indices.contains(Int(index)) { return expressions[Int(index)] }
    guard table.expressions.indices.contains(Int(index)) else { return "" }
    let expression = table.expressions[Int(index)]
    var names: [String] = []
    for read in expression.reads + expression.tests {
      let name = name(Slot(truncatingIfNeeded: read.slot), flow)
      if !names.contains(name) { names.append(name) }
    }
    return "… " + names.joined(separator: ", ")
  }

  /// An argument in words; nil: it was not given.
  func text(_ argument: EffectArgument, _ parameter: ParameterDefinition, _ flow: Flow) -> String? {
    switch argument {
    case .absent: nil
    case .slot(let slot): name(slot, flow)
    case .slots(let slots): slots.map { name($0, flow) }.joined(separator: ", ")
    case .word(let word):
      if case .word(let words) = parameter.kind, words.indices.contains(Int(word)) {
        words[Int(word)].name
      } else {
        nil
      }
    case .function(let index): table.functions.indices.contains(Int(index)) ? table.functions[Int(index)].name : nil
    case .flow(let index): table.flows.indices.contains(Int(index)) ? table.flows[Int(index)].name : nil
    case .notice(let name): name
    case .verified(let slot): "verified(\(name(slot, flow)))"
    }
  }

  /// The arguments of a call by their names.
  func arguments(_ call: EffectCall, _ flow: Flow) -> [(name: String, text: String)] {
    zip(call.definition.parameters, call.arguments).compactMap { parameter, argument in
      text(argument, parameter, flow).map { (parameter.name, $0) }
    }
  }

  /// What a call is for: its effect, with the function that it asks or the notice that it sends.
  func subject(_ call: EffectCall, _ flow: Flow) -> String {
    let told = zip(call.definition.parameters, call.arguments).compactMap { parameter, argument -> String? in
      switch argument {
      case .function, .notice: text(argument, parameter, flow)
      default: nil
      }
    }
    return ([call.effect.name] + told).joined(separator: " ")
  }

  func error(_ index: Int32) -> String? {
    table.errors.indices.contains(Int(index)) ? table.errors[Int(index)].code : nil
  }
}

extension Flow {
  func page(_ state: Int) -> Page? {
    guard states.indices.contains(state), states[state].kind == .page else { return nil }
    return pages[Int(states[state].payload)]
  }
  func call(_ state: Int) -> EffectCall? {
    guard states.indices.contains(state), states[state].kind == .effect else { return nil }
    return calls[Int(states[state].payload)]
  }
  func end(_ state: Int) -> End? {
    guard states.indices.contains(state), states[state].kind == .end else { return nil }
    return ends[Int(states[state].payload)]
  }

  /// The transitions by which a state is left, by what takes them.
  func exits(_ state: Int, _ side: Side) -> [(label: String, transition: Transition)] {
    guard states.indices.contains(state) else { return [] }
    let payload = Int(states[state].payload)
    switch states[state].kind {
    case .page:
      let page = pages[payload]
      let late: [(String, Int32)] = page.timeoutTransition >= 0 ? [("time-out", page.timeoutTransition)] : []
      return (page.events.map { ($0.name, $0.transition) } + late).map { ($0.0, transitions[Int($0.1)]) }
    case .effect:
      return zip(calls[payload].definition.outcomes, calls[payload].transitions).compactMap { outcome, transition in
        transition >= 0 ? (outcome.name, transitions[Int(transition)]) : nil
      }
    case .choose:
      return choices[payload].branches.map { (side.text($0.condition, self), transitions[Int($0.transition)]) }
    case .end: return []
    }
  }
}
