import FlowExpression
import FlowModel

/// Pages where some slots are known: whether a run is led past one, which fields are there, and what the run has behind it.
extension ResolvedPage {
  /// Whether a run does not rest here; nil where that is not known.
  func isPassed(_ known: Trial, errorSlot: Int, _ resolved: ResolvedTenant) -> Bool? {
    let isOpen: Bool?
    switch skip {
    case .never: return false
    case .when(let condition): isOpen = resolved.expressions[Int(condition.index)].code.verdict(known)
    case .filled: isOpen = events.first.flatMap { areFilled($0.fields, known) }
    }
    // Who comes with an error is shown the page.
    if isOpen == false || known[errorSlot] == .bool(true) { return false }
    return known[errorSlot] == .bool(false) ? isOpen : nil
  }

  /// Whether all fields have values that need them; nil where that is not known.
  private func areFilled(_ fields: [ResolvedField], _ known: Trial) -> Bool? {
    var values = known
    var isSure = true
    for field in fields where field.mayBeRequired {
      switch (field.needs(values), known.has(Int(field.slot))) {
      case (false?, _), (_, true?): break
      case (true?, false?): return false
      default: isSure = false
      }
      if field.isShown(values) == false { values[Int(field.slot)] = nil }
    }
    return isSure ? true : nil
  }

  /// What is known behind an event. `picked`: what a client fills in, where that is known.
  func leave(
    by event: Int, _ known: inout Trial, _ picked: Trial?, _ asked: AskedSlots, _ resolved: ResolvedTenant
  ) {
    let isPassed = event == 0 ? isPassed(known, errorSlot: asked.errorSlot, resolved) : false
    for field in events[event].fields where asked.slots.contains(Int(field.slot)) {
      let slot = Int(field.slot)
      switch (field.isShown(known), isPassed) {
      case (false?, _): known[slot] = nil
      case (true?, true?): break
      case _ where picked?.knows(slot) == true: known[slot] = picked?[slot]
      case (true?, false?):
        if field.needs(known) == true {
          let isOne = resolved.scope.attribute(of: field.slot)?.definition.type == .choice
          known.forgetValue(slot, among: isOne ? field.offered(known).map(Value.string) : [])
        } else {
          known.forget(slot)
        }
      default: known.forget(slot)
      }
    }
  }
}

extension ResolvedField {
  /// Whether it is there; nil where that is not known.
  fileprivate func isShown(_ known: Trial) -> Bool? { terms?.show.map { $0.condition.verdict(known) } ?? true }

  /// Whether it is there, and must be filled in; nil where that is not known.
  fileprivate func needs(_ known: Trial) -> Bool? {
    let isRequired = isRequired ? true : terms?.required.map { $0.condition.verdict(known) } ?? false
    guard let isShown = isShown(known), let isRequired else {
      return isShown(known) == false || isRequired == false ? false : nil
    }
    return isShown && isRequired
  }

  /// The options of which one must be chosen, where what is known decides on them.
  fileprivate func offered(_ known: Trial) -> [String] {
    for rule in terms?.options ?? [] {
      switch rule.when.map({ $0.condition.verdict(known) }) ?? true {
      case true?: return rule.options
      case false?: continue
      case nil: return []
      }
    }
    return []
  }
}

extension FieldCondition where Field == Slot {
  /// Whether it holds where some slots are known; nil where that depends on others.
  func verdict(_ known: Trial) -> Bool? {
    switch self {
    case .all(let parts):
      let verdicts = parts.map { $0.verdict(known) }
      return verdicts.contains(false) ? false : verdicts.contains(nil) ? nil : true
    case .any(let parts):
      let verdicts = parts.map { $0.verdict(known) }
      return verdicts.contains(true) ? true : verdicts.contains(nil) ? nil : false
    case .not(let part): return part.verdict(known).map { !$0 }
    case .has(let field): return known.has(Int(field))
    case .compare, .compareFields, .isOne, .contains:
      // What is missing makes no comparison true.
      if fields.contains(where: { known.has(Int($0)) == false }) { return false }
      guard fields.allSatisfy({ known[Int($0)] != nil }) else { return nil }
      return holds { known[Int($0)] }
    }
  }
}
