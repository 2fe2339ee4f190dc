import FlowExpression
import FlowCompiler
import FlowModel
import FlowSource
import FlowTooling

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

  func span(ofFlow name: String) -> SourceSpan? { places.first { $0.name == name }?.span }

  func span(of state: Int, in flow: String) -> SourceSpan? {
    places.first { $0.name == flow }.flatMap { $0.states.indices.contains(state) ? $0.states[state] : nil }
  }

  func name(_ slot: Slot, _ flow: Flow) -> String { table.name(of: slot, in: flow) }

  /// An expression in words: its text, or, where nobody has that, what it reads.
  func text(_ index: Int32, _ flow: Flow) -> String {
    guard index >= 0 else { return "otherwise" }
    if expressions.indices.contains(Int(index)) { return expressions[Int(index)] }
    guard table.expressions.indices.contains(Int(index)) else { return "" }
    return "… " + table.namesRead(by: table.expressions[Int(index)], in: flow).joined(separator: ", ")
  }

  /// Whether an expression is the same in another version: the same text, or the same instructions upon the same names.
  func isSame(_ index: Int32, _ flow: Flow, _ other: Side, _ otherIndex: Int32, _ otherFlow: Flow) -> Bool {
    guard index >= 0, otherIndex >= 0 else { return index == otherIndex }
    if !expressions.isEmpty, !other.expressions.isEmpty,
      text(index, flow).withoutStyle == other.text(otherIndex, otherFlow).withoutStyle
    {
      return true
    }
    guard table.expressions.indices.contains(Int(index)), other.table.expressions.indices.contains(Int(otherIndex))
    else {
      return false
    }
    let (one, two) = (table.expressions[Int(index)], other.table.expressions[Int(otherIndex)])
    return one == two
      && (one.reads + one.tests).allSatisfy {
        let slot = Slot(truncatingIfNeeded: $0.slot)
        return name(slot, flow) == other.name(slot, otherFlow)
      }
  }

  /// What a call is for: its effect, with the function that it asks or the notice that it sends.
  func subject(_ call: EffectCall, _ flow: Flow) -> String {
    let told = zip(call.definition.parameters, call.arguments).compactMap { parameter, argument -> String? in
      switch argument {
      case .function, .notice: table.text(of: argument, parameter, in: flow)
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

  func branches(_ state: Int) -> [Choice.Branch] {
    guard states.indices.contains(state), states[state].kind == .choose else { return [] }
    return choices[Int(states[state].payload)].branches
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

extension String {
  /// The text as code, on one line and whole: what is different may stand at its end.
  var named: String {
    let line = utf8.contains(0x0A) ? String(map { $0.isNewline ? " " : $0 }) : self
    return "`\(line.replacing("`", with: "'"))`"
  }
}

extension String {
  /// An expression without the blanks that mean nothing, and with one kind of quotes where that is all the same.
  fileprivate var withoutStyle: [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    func isWord(_ byte: UInt8?) -> Bool {
      byte.map { $0 == 0x5F || $0 >= 0x80 || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) } ?? false
    }
    while let byte = rest.popFirst() {
      switch byte {
      case 0x20: if isWord(bytes.last), isWord(rest.first) { bytes.append(byte) }
      case 0x22, 0x27:
        var text: [UInt8] = []
        while let next = rest.popFirst(), next != byte {
          text.append(next)
          if next == 0x5C, let escaped = rest.popFirst() { text.append(escaped) }
        }
        // What is quoted or escaped within keeps its quotes.
        let quote: UInt8 = text.contains { [0x22, 0x27, 0x5C].contains($0) } ? byte : 0x22
        bytes += [quote] + text + [quote]
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}

extension Sequence<String> {
  /// `a`, `b` and `c`, whole.
  func named() -> String {
    let words = map(\.named)
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + final
  }
}
