package import FlowExpression
package import FlowModel

/// What a table holds by numbers, in the words of its author.
extension FlowTable {
  /// The names of what an expression reads or asks about, each once.
  package func namesRead(by expression: CompiledExpression, in flow: Flow) -> [String] {
    var names: [String] = []
    for read in expression.reads + expression.tests {
      let name = name(of: Slot(truncatingIfNeeded: read.slot), in: flow)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// An argument of an effect; nil: it was not given.
  package func text(of argument: EffectArgument, _ parameter: ParameterDefinition, in flow: Flow) -> String? {
    switch argument {
    case .absent: nil
    case .slot(let slot): name(of: slot, in: flow)
    case .slots(let slots): slots.map { name(of: $0, in: flow) }.joined(separator: " ")
    case .word(let word):
      if case .word(let words) = parameter.kind, words.indices.contains(Int(word)) {
        words[Int(word)].name
      } else {
        nil
      }
    case .function(let index): functions.indices.contains(Int(index)) ? functions[Int(index)].name : nil
    case .flow(let index): flows.indices.contains(Int(index)) ? flows[Int(index)].name : nil
    case .notice(let name): name
    case .verified(let slot): "verified(\(name(of: slot, in: flow)))"
    }
  }
}
