import FlowExpression
import FlowModel

/// The analysis behind `ComparedValues`. Lattice: five sets of slots under union. Transfer: what an edge collects, then what it
/// assigns, one after the other, and then what tells where ways meet.
struct ComparedFlow: DataFlowProblem {
  static let direction = DataFlowDirection.forward

  struct Kinds {
    var typed = SlotSet()
    var held = SlotSet()
    var compared = SlotSet()
    /// What the account holds, and a client may have typed in another run.
    var changeable = SlotSet()
    /// What was read of an account that the run has left since: its owner may have typed it.
    var former = SlotSet()

    /// The run leaves its account.
    fileprivate mutating func leave() {
      typed.formUnion(held)
      former.formUnion(held)
      (held, changeable) = (SlotSet(), SlotSet())
    }

    fileprivate mutating func set(_ slot: Int, typed: Bool, held: Bool, compared: Bool, changeable: Bool) {
      if typed { self.typed.insert(slot) } else { self.typed.remove(slot) }
      if held { self.held.insert(slot) } else { self.held.remove(slot) }
      if compared { self.compared.insert(slot) } else { self.compared.remove(slot) }
      if changeable { self.changeable.insert(slot) } else { self.changeable.remove(slot) }
      former.remove(slot)
    }
  }

  let start: Int
  /// What accounts hold that clients have typed, as often as they like: compared with what they cannot change, a guess.
  let changeable: SlotSet
  var atStart = Kinds()
  var steps: [Int: Step] = [:]

  init(start: Int, changeable: SlotSet) { (self.start, self.changeable) = (start, changeable) }

  func initial(_ node: Int) -> Kinds { node == start ? atStart : Kinds() }

  func transfer(_ fact: Kinds, along edge: Int) -> Kinds {
    guard let step = steps[edge] else { return fact }
    var here = fact
    if step.leavesAccount { here.leave() }
    func compares(_ code: Code, _ guesses: SlotSet? = nil) -> Bool {
      guess(by: code, here, of: guesses) != nil || code.slotsRead.contains(where: here.compared.contains)
    }
    if let passing = step.passing {
      // Whoever is led past a page has what they had, and others have what they type.
      let tells = passing.asked.contains { compares($0) } || passing.slots.contains(where: here.compared.contains)
      for (slot, kind) in step.collected {
        guard kind == .typed else {
          here.set(slot, typed: false, held: false, compared: false, changeable: false)
          continue
        }
        here.typed.insert(slot)
        if tells { here.compared.insert(slot) }
      }
    } else {
      for (slot, kind) in step.collected {
        here.set(
          slot, typed: kind == .typed, held: kind == .held, compared: kind == .compared,
          changeable: kind == .held && changeable.contains(slot))
      }
    }
    for field in step.shown where field.asked.contains(where: { compares($0) }) { here.compared.insert(field.slot) }
    for write in step.assigned {
      let isFormer = here.former.first(in: write.reads) != nil
      here.set(
        write.slot, typed: write.isPicked || here.typed.first(in: write.guesses) != nil,
        held: here.held.first(in: write.reads) != nil,
        compared: compares(write.code, write.guesses) || write.asked.contains { compares($0) },
        changeable: here.changeable.first(in: write.reads) != nil)
      if isFormer { here.former.insert(write.slot) }
    }
    here.typed.formUnion(step.picked)
    here.compared.formUnion(step.met)
    return here
  }

  /// What code compares that is a guess: something typed, of `guesses` if these are given, with something held; or what was
  /// typed in another run, and rests in the account.
  func guess(by code: Code, _ here: Kinds, of guesses: SlotSet? = nil) -> (typed: Int, held: Int)? {
    func isTyped(_ slot: Int) -> Bool { here.typed.contains(slot) && guesses?.contains(slot) ?? true }
    return code.guess(typed: isTyped, held: here.held.contains) ?? code.guessByTime(held: here.held.contains)
      ?? code.guessByPick(typed: isTyped, held: here.held.contains)
      ?? code.guess(typed: here.changeable.contains, held: { here.held.contains($0) && !here.changeable.contains($0) })
  }

  func join(_ other: Kinds, into fact: inout Kinds) -> Bool {
    let changes = [
      fact.typed.formUnion(other.typed), fact.held.formUnion(other.held), fact.compared.formUnion(other.compared),
      fact.changeable.formUnion(other.changeable), fact.former.formUnion(other.former),
    ]
    return changes.contains(true)
  }
}
