import FlowCompiler
import FlowExpression
import FlowModel
import FlowRuntime

extension CaseSuite.Stage {
  /// The stage with a mutation; nil where its table would be no other one, or none at all.
  func mutated(_ mutation: Mutation) -> CaseSuite.Stage? {
    var table = tried.table
    var isOther = false
    for (index, places) in edges.enumerated() {
      for (transition, place) in places.enumerated() where place.key == mutation.key {
        isOther = table.apply(mutation, in: index, at: transition, place) || isOther
      }
    }
    guard isOther, let tried = try? TriedTable(table) else { return nil }
    return CaseSuite.Stage(tried: tried, edges: edges, harness: harness)
  }
}

extension FlowTable {
  /// Applies a mutation at one transition; whether there is something to change.
  fileprivate mutating func apply(_ mutation: Mutation, in index: Int, at number: Int, _ place: EdgePlace) -> Bool {
    switch mutation.change {
    case .target(let name):
      let expansion = Expansion(flows[index], number, place)
      guard let target = expansion.state(name, in: flows[index]) else { return false }
      flows[index].transitions[number].target = Int32(target)
    case .noError:
      flows[index].transitions[number].error = -1
      flows[index].transitions[number].errorFields = []
    case .noAssignment: flows[index].transitions[number].assignmentCount = 0
    case .dropped:
      let source = Int(flows[index].sources[number])
      guard flows[index].states[source].kind == .effect else { return false }
      flows[index].choices.append(Choice(branches: [Choice.Branch(condition: -1, transition: Int32(number))]))
      flows[index].states[source].kind = .choose
      flows[index].states[source].payload = Int32(flows[index].choices.count - 1)
    case .never, .bound, .text, .relation:
      let source = Int(flows[index].sources[number])
      guard flows[index].states[source].kind == .choose else { return false }
      let choice = Int(flows[index].states[source].payload)
      guard let branch = flows[index].choices[choice].branches.firstIndex(where: { $0.transition == Int32(number) })
      else { return false }
      if case .never = mutation.change {
        flows[index].choices[choice].branches.remove(at: branch)
        return true
      }
      let condition = Int(flows[index].choices[choice].branches[branch].condition)
      guard expressions.indices.contains(condition), let other = expressions[condition].mutated(mutation.change) else {
        return false
      }
      expressions.append(other)
      flows[index].choices[choice].branches[branch].condition = Int32(expressions.count - 1)
    }
    return true
  }
}

extension CompiledExpression {
  /// The expression with a bound, a text or a relation that is another one.
  func mutated(_ change: Mutation.Change) -> CompiledExpression? {
    var code = code
    switch change {
    case .bound(let index, let difference):
      guard code.constants.indices.contains(index), case .int(let number) = code.constants[index] else { return nil }
      code.constants[index] = .int(number &+ difference)
    case .text(let index):
      guard code.constants.indices.contains(index), case .string(let text) = code.constants[index] else { return nil }
      code.constants[index] = .string(text + "?")
    case .relation(let index):
      guard code.instructions.indices.contains(index), let other = code.instructions[index].relation?.otherwise else {
        return nil
      }
      code.instructions[index].aux = other.rawValue
    case .target, .noError, .noAssignment, .never, .dropped: return nil
    }
    return CompiledExpression(code: code, type: type, reads: reads, tests: tests, logic: .unknown)
  }
}
