extension Flow {
  /// Whether a password that an event collects becomes an account's, and is not only compared: so it is where the first
  /// effect behind it that takes a password sets or checks one.
  func setsPassword(behind transition: Int32) -> Bool {
    var pending = [transition]
    var seen = Set<Int32>()
    while let next = pending.popLast() {
      guard transitions.indices.contains(Int(next)), case let target = transitions[Int(next)].target,
        states.indices.contains(Int(target)), seen.insert(target).inserted
      else { continue }
      let state = states[Int(target)]
      switch state.kind {
      case .effect:
        let call = calls[Int(state.payload)]
        guard call.takesPassword else {
          pending += call.transitions
          continue
        }
        if !call.definition.comparesPassword, !call.definition.asksOthers { return true }
      case .choose: pending += choices[Int(state.payload)].branches.map(\.transition)
      case .page:
        // Another page that asks for a password has one of its own.
        for event in pages[Int(state.payload)].events
        where !event.fields.contains(where: { $0.slot == SecretField.password.slot }) {
          pending.append(event.transition)
        }
      case .end: break
      }
    }
    return false
  }
}

extension EffectCall {
  /// Whether it is handed the password that a client has typed.
  fileprivate var takesPassword: Bool {
    arguments.contains { if case .slot(let slot) = $0 { slot == SecretField.password.slot } else { false } }
  }
}
