extension FlowTable {
  /// Whether an argument is of the form that its parameter takes, and names what is there. Handlers read what does not fit as
  /// if nothing were given: a limit such as `for: account` would be gone without a word.
  func isValid(_ argument: EffectArgument, for parameter: ParameterDefinition, in flow: Flow) -> Bool {
    if argument == .absent { return !parameter.isRequired }
    switch parameter.kind {
    case .identifier, .address, .proven, .attribute, .factor, .list:
      guard case .slot(let slot) = argument else { return false }
      return isCollected(slot, in: flow)
    case .secret(let secret): return argument == .slot(secret.slot)
    case .attributes, .written:
      guard case .slots(let slots) = argument else { return false }
      return slots.allSatisfy { isCollected($0, in: flow) }
    case .evidence:
      guard case .verified(let slot) = argument else { return false }
      return isCollected(slot, in: flow)
    case .word(let words):
      guard case .word(let index) = argument else { return false }
      return words.indices.contains(Int(index))
    case .function:
      guard case .function(let index) = argument else { return false }
      return functions.indices.contains(Int(index))
    case .flow:
      guard case .flow(let index) = argument else { return false }
      return flows.indices.contains(Int(index))
    case .notice:
      if case .notice = argument { return true }
      return false
    }
  }

  /// Whether a slot is an attribute's or a parameter's.
  private func isCollected(_ slot: Slot, in flow: Flow) -> Bool {
    (Int(firstAttributeSlot)..<slotCount(flow)).contains(Int(slot))
  }
}
