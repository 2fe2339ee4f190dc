import FlowExpression
import FlowJSON
import FlowModel

/// Why an event cannot be taken by the page; nothing has happened yet.
struct InvalidEvent: Error {
  let view: Reply.ErrorView
}

extension EffectStep {
  /// The state the run is in.
  var state: FlowState { code.flow.states[Int(run.state)] }

  /// The page the run rests in.
  var page: Page? {
    let state = code.states[Int(run.state)]
    return state.kind == .page ? code.flow.pages[Int(state.payload)] : nil
  }

  /// The call that sends the code which is held. A run rests before an effect for no other reason.
  var heldCall: EffectCall? { isHeld ? code.flow.calls[Int(code.states[Int(run.state)].payload)] : nil }

  /// Whether a code is held.
  var isHeld: Bool { code.states[Int(run.state)].kind == .effect }

  /// Whether a held code was not asked for in the time that it would have been good for. No page waits so long without a
  /// time-out of its own, and what was proven before must not.
  var isHeldTooLong: Bool { isHeld && now >= heldDeadline }

  /// When a held code can be asked for no more.
  var heldDeadline: Milliseconds { run.entered + Milliseconds(table.codes.lifetime) * 1000 }

  /// Parts what a run is started with into the flow's parameters and the fields of its first page.
  func split(_ input: JSONObject) -> (parameters: [(Int, JSON)], fields: JSONObject) {
    var parameters: [(Int, JSON)] = []
    let fields = input.filter { member in
      guard let index = flow.inputs.firstIndex(where: { $0.name == member.name }) else { return true }
      parameters.append((index, member.value))
      return false
    }
    return (parameters, fields)
  }

  /// Writes the parameters into the run, or says which are missing or not valid.
  mutating func accept(parameters: [(Int, JSON)]) -> Reply.ErrorView? {
    var invalid: [Reply.FieldError] = []
    for (index, json) in parameters {
      let definition = flow.inputs[index]
      let slot = firstAttributeSlot + Slot(table.attributes.count + index)
      let value = program.tidied(SlotValue(slot, Value(json, for: definition.type)), in: code, run.locale).value
      if value.isBlank { continue }
      if let complaint = program.complaint(about: value, for: slot, in: code) {
        invalid.append(fieldError(slot, complaint))
      } else {
        run[slot] = value
        run.note(value, givenFor: slot)
      }
    }
    if run.isTooLarge { return view(EngineError.runTooLarge) }
    if !invalid.isEmpty { return view(EngineError.attributesInvalid, fields: invalid) }
    let missing = flow.inputs.indices.filter {
      flow.inputs[$0].isRequired && run[firstAttributeSlot + Slot(table.attributes.count + $0)] == nil
    }
    if missing.isEmpty { return nil }
    return view(EngineError.attributesRequired, fields: missing.map { .init(name: flow.inputs[$0].name) })
  }

  /// Sends the page an event. Where it cannot be taken, or its fields are not what they must be, this says so; then the run
  /// is as it was, but that it keeps what is valid of an event that comes in parts. `asItWas` makes the step of before once
  /// more: a copy that is kept beside would have each step copy all that it changes.
  mutating func submit(_ event: ClientEvent, asItWas: () throws -> EffectStep) throws -> Reply.ErrorView? {
    var input: [SlotValue] = []
    do {
      let decoded = try decode(event)
      if case .submit(_, let values) = decoded { input = values }
      try take(decoded, holdingCodes: event.holdsCodes)
      return nil
    } catch let invalid as InvalidEvent {
      return invalid.view
    } catch let refused as StepRefused {
      switch refused.refusal {
      case .missing, .invalid:
        self = try asItWas()
        if event.comesInParts { program.keep(input, of: program.flows[Int(run.flow)], in: &run) }
        if run.isTooLarge { throw self.refused(.tooLarge) }
        return view(refused.refusal)
      // That the page has no such event is found before anything is done; behind that it is no harmless slip.
      case .tooLarge, .denied, .unproven, .unknownEvent: throw refused
      }
    }
  }

  /// Finds the page's event and the slots of its fields, or the event that lets a held code go.
  func decode(_ event: ClientEvent) throws -> StepEvent {
    if isHeld { return try decodeRelease(event) }
    guard let page,
      let index = page.events.firstIndex(where: { $0.name == event.event })
    else {
      let offered = page?.events.map(\.name).joined(separator: ", ") ?? "none"
      throw InvalidEvent(
        view: .init(
          EngineError.unknownEvent, precisely: "This page has no event \"\(event.event)\"; it has: \(offered).",
          in: words.standard))
    }
    let fields = code.fields[Int(code.states[Int(run.state)].payload)][index]
    var input: [SlotValue] = []
    input.reserveCapacity(fields.count)
    var unknown: [Reply.FieldError] = []
    for member in event.input.members {
      guard let field = fields.first(where: { $0.name == member.name }) else {
        unknown.append(.init(name: member.name, complaint: .unknownField(.page), in: words.standard))
        // Whoever sends a hundred thousand of them need not be told of all.
        if unknown.count == 32 { break }
        continue
      }
      input.append(SlotValue(field.slot, Value(member.value, for: field.type)))
    }
    if !unknown.isEmpty {
      throw InvalidEvent(view: .init(EngineError.unknownField, fields: unknown, in: words.standard))
    }
    return .submit(event: index, input: input)
  }

  private func decodeRelease(_ event: ClientEvent) throws -> StepEvent {
    guard event.event == ClientEvent.release else {
      throw InvalidEvent(
        view: .init(
          EngineError.unknownEvent, precisely: "A code is held; the event \"\(ClientEvent.release)\" sends it.",
          in: words.standard))
    }
    guard event.input.members.isEmpty else {
      let fields = event.input.members.prefix(32).map(\.name)
      throw InvalidEvent(
        view: .init(
          EngineError.unknownField,
          fields: fields.map { .init(name: $0, complaint: .unknownField(.event), in: words.standard) },
          in: words.standard))
    }
    return .release
  }

  /// Follows the page's time-out, if its time is over. Unless the flow names another error, it says `timed_out`.
  mutating func timeOut() throws -> Bool {
    guard program.hasTimedOut(run, now: now) else { return false }
    run.attributesSince = nil
    try take(.timeout)
    return true
  }

  /// When the run has outlived its time.
  var runExpiry: Milliseconds { run.started + Milliseconds(flow.lifetime) * 1000 }

  /// Writes the run as it rests now; `step` is the number that its token carries. `answering`: the event that brought it
  /// there, which can be answered again until the run is written next.
  mutating func save(step: UInt32, answering event: EventDigest? = nil) throws {
    run.answered = event.map { _ in
      AnsweredEvent(
        salt: run.salt, tag: AnsweredEvent.tag(seed, ports.key), time: now, retryAt: spent.retryAt,
        hasTokens: signing != nil)
    }
    run.salt = attempts.salt
    run.attributesSince = collectsAttributesAlone ? run.attributesSince ?? step : nil
    try accounts.audit(by: auditOrigin, ports.key)
    let content = run.encoded()
    var record = RunRecord(id: runID, table: program.hash, step: step, expires: runExpiry, sealed: [])
    record.seal(content, ports.key)
    try records.put(record)
  }
}
