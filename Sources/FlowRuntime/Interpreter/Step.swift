package import FlowExpression
package import FlowModel

/// A value for a slot.
package struct SlotValue: Hashable, Sendable {
  /// The slot.
  package var slot: Slot
  /// The value; `null` takes an earlier one back.
  package var value: Value

  /// A value for a slot.
  package init(_ slot: Slot, _ value: Value) {
    self.slot = slot
    self.value = value
  }
}

/// What happens to a run.
package enum StepEvent: Sendable {
  /// It begins.
  case start
  /// The client sent an event of the page, by its index, with values.
  case submit(event: Int, input: [SlotValue])
  /// The effect that `perform` asked for has answered, by the outcome's index.
  case outcome(Int)
  /// The effect that the run rests before is to be performed now.
  case release
  /// The page's time is over.
  case timeout
}

/// What is to be done after a step.
package enum StepResult: Hashable, Sendable {
  /// Perform the effect of this index in `Flow.calls`, then step on with its outcome.
  case perform(Int32)
  /// Wait for an event.
  case rest
  /// The run is over.
  case ended
  /// Nothing was changed, or must be kept: the run is as it was before its last event.
  case refused(Refusal)
}

/// Why an event was refused.
package enum Refusal: Error, Hashable, Sendable {
  /// Required fields have no value.
  case missing([Slot])
  /// Values that their types do not allow, each with why.
  case invalid([InvalidField])
  /// The state has no such event.
  case unknownEvent
  /// The run would have been given more than runs may.
  case tooLarge
  /// A guard failed, or what the flow asks for is not allowed.
  case denied(String)
  /// An effect, a new identifier or an end's grant without the proof it needs. The compiler proves that this never
  /// happens.
  case unproven(String)
}

/// A field with a value that its type does not allow.
package struct InvalidField: Hashable, Sendable {
  /// The field.
  package var slot: Slot
  /// Why.
  package var complaint: FieldComplaint
}

extension Program {
  /// Takes a run one event further: pure, so that tests, proofs and replay do what production does.
  ///
  /// Automatic states are passed through until an effect is to be performed, the run rests or it is over. After
  /// `.refused` the run may hold half of a step: the caller keeps the one it had. `path` is told which transitions it
  /// takes; nothing else comes of it.
  package func step(
    _ run: inout Run, _ event: StepEvent, now: Milliseconds, telling path: StepPath? = nil
  ) -> StepResult {
    let code = flows[Int(run.flow)]
    let state = code.states[Int(run.state)]
    let payload = Int(state.payload)
    switch event {
    case .start:
      return enter(&run, code, now, path)
    case .submit(let index, let input):
      guard state.kind == .page, code.flow.pages[payload].events.indices.contains(index) else {
        return .refused(.unknownEvent)
      }
      if let refusal = accept(
        input, for: code.flow.pages[payload].events[index].fields, of: code,
        isDependent: code.dependent[payload][index], into: &run)
      {
        return .refused(refusal)
      }
      begin(&run, now)
      return follow(&run, code, code.flow.pages[payload].events[index].transition, now, path)
    case .outcome(let index):
      guard state.kind == .effect else { return .refused(.unknownEvent) }
      guard let transition = code.flow.calls[payload].transition(of: index) else {
        return .refused(.denied("an outcome that the flow does not handle"))
      }
      return follow(&run, code, transition, now, path)
    case .release:
      guard state.kind == .effect else { return .refused(.unknownEvent) }
      // It goes on with the step that came here: `run.steps`, and what is proven of how many there are, count one.
      run.error = nil
      run.slots[Int(RunFact.now.slot)] = Value(milliseconds: now)
      return .perform(state.payload)
    case .timeout:
      guard state.kind == .page, code.flow.pages[payload].timeoutTransition >= 0 else {
        return .refused(.unknownEvent)
      }
      begin(&run, now)
      return follow(&run, code, code.flow.pages[payload].timeoutTransition, now, path)
    }
  }

  /// Whether the page a run rests in has outlived its own time.
  package func hasTimedOut(_ run: Run, now: Milliseconds) -> Bool { deadline(of: run).map { now >= $0 } ?? false }

  /// When the page a run rests in is over; nil where it waits as long as the run lives.
  func deadline(of run: Run) -> Milliseconds? {
    let code = flows[Int(run.flow)]
    let state = code.states[Int(run.state)]
    guard state.kind == .page else { return nil }
    let page = code.flow.pages[Int(state.payload)]
    return page.timeoutTransition >= 0 ? run.entered + Milliseconds(page.timeout) * 1000 : nil
  }

  @inline(__always)
  private func begin(_ run: inout Run, _ now: Milliseconds) {
    run.error = nil
    run.drafts = []
    run.steps += 1
    run.slots[Int(RunFact.now.slot)] = Value(milliseconds: now)
    run.slots[Int(RunFact.steps.slot)] = .int(run.steps)
  }

  /// Takes a transition, and then all automatic states behind it.
  private func follow(
    _ run: inout Run, _ code: FlowCode, _ index: Int32, _ now: Milliseconds, _ path: StepPath?
  ) -> StepResult {
    if let refusal = take(&run, code, index, path) { return .refused(refusal) }
    return enter(&run, code, now, path)
  }

  /// Takes one transition: its assignments, its error, its target.
  @inline(__always)
  private func take(_ run: inout Run, _ code: FlowCode, _ index: Int32, _ path: StepPath?) -> Refusal? {
    let branch = code.branches[Int(index)]
    if branch.detail, let refusal = takeDetails(&run, code, index) { return refusal }
    path?.note(index, of: run.flow)
    run.state = branch.target
    return nil
  }

  private func takeDetails(_ run: inout Run, _ code: FlowCode, _ index: Int32) -> Refusal? {
    let transition = code.flow.transitions[Int(index)]
    if transition.assignmentCount > 0 {
      let first = Int(transition.firstAssignment)
      for assignment in code.flow.assignments[first..<first + Int(transition.assignmentCount)] {
        switch evaluate(assignment.expression, run.slots, code) {
        case .success(let value):
          if let complaint = complaint(about: value, for: assignment.slot, in: code, isGiven: false) {
            return .denied("an assigned value is not allowed: \(complaint.text)")
          }
          run.slots[Int(assignment.slot)] = value
        case .failure(let error): return .denied("an assignment failed: \(error)")
        }
      }
    }
    if transition.error >= 0 { run.error = RunError(error: transition.error, fields: transition.errorFields) }
    return nil
  }

  private func enter(
    _ run: inout Run, _ code: FlowCode, _ now: Milliseconds, _ path: StepPath?
  ) -> StepResult {
    // The compiler allows no loop of automatic states; a table made by hand might hold one.
    var budget = code.flow.states.count + 1
    while budget > 0 {
      budget -= 1
      let state = code.states[Int(run.state)]
      switch state.kind {
      case .page:
        let payload = Int(state.payload)
        guard run.error == nil, isSkipped(code.flow.pages[payload].skip, code.flow.pages[payload].events, run, code),
          let submit = code.flow.pages[payload].events.first?.transition
        else {
          run.entered = now
          return .rest
        }
        if code.dependent[payload].first == true {
          dropUnshown(code.flow.pages[payload].events[0].fields, of: code, from: &run)
        }
        if let refusal = take(&run, code, submit, path) { return .refused(refusal) }
      case .effect:
        return .perform(state.payload)
      case .choose:
        var taken = false
        for branch in code.flow.choices[Int(state.payload)].branches {
          if branch.condition >= 0 {
            switch evaluate(branch.condition, run.slots, code) {
            case .success(.bool(true)): break
            case .success(.bool(false)): continue
            case .success(let other): return .refused(.denied("a condition is no boolean but \(other.typeName)"))
            case .failure(let error): return .refused(.denied("a condition failed: \(error)"))
            }
          }
          if let refusal = take(&run, code, branch.transition, path) { return .refused(refusal) }
          taken = true
          break
        }
        guard taken else { return .refused(.denied("no branch holds")) }
      case .end:
        run.entered = now
        return .ended
      }
    }
    return .refused(.denied("the flow goes round in a circle"))
  }

  /// Whether a page is passed by. One that is entered with an error never is: the error is about what it collects.
  @inline(__always)
  private func isSkipped(_ skip: Page.Skip, _ events: [PageEvent], _ run: borrowing Run, _ code: FlowCode)
    -> Bool
  {
    switch skip {
    case .never: return false
    case .filled:
      guard let fields = events.first?.fields else { return false }
      return areFilled(fields, run, code)
    case .when(let expression):
      return evaluate(expression, run.slots, code) == .success(.bool(true))
    }
  }

  /// Whether all fields have values that need them.
  private func areFilled(_ fields: [PageField], _ run: borrowing Run, _ code: FlowCode) -> Bool {
    let slots = run.slots
    guard fields.contains(where: { $0.terms != nil }) else {
      return fields.allSatisfy { !$0.isRequired || slots[Int($0.slot)] != nil }
    }
    var nothing: [SlotValue] = []
    let settled = settled(fields, &nothing, of: code, run)
    return settled.fields.allSatisfy { field in
      !field.isRequired || slots[Int(field.slot)] != nil && !settled.dropped.contains(field.slot)
    }
  }

  /// The value of an expression of the table.
  @inline(__always)
  private func evaluate(_ index: Int32, _ slots: [Value?], _ code: FlowCode) -> Result<Value, EvaluationError> {
    let expression = table.expressions[Int(index)]
    guard code.comparing.contains(index) else { return expression.evaluate(RunSlots(slots)) }
    return expression.evaluate(
      AddressSlots(RunSlots(slots)) { slot in
        let rule = slot - Int(firstAttributeSlot)
        return code.rules.indices.contains(rule) ? code.rules[rule].definition : nil
      })
  }
}

/// The slots of a run as conditions read them.
struct RunSlots: SlotReader {
  let slots: [Value?]

  init(_ slots: [Value?]) { self.slots = slots }

  func value(ofSlot slot: Int) -> Value? { slots.indices.contains(slot) ? slots[slot] : nil }
}
