import FlowExpression
import FlowJSON
import FlowModel

extension EffectStep {
  /// The answer for the run as it stands; `error` goes before the one that the run keeps.
  func answer(step: UInt32, error: Reply.ErrorView? = nil) -> StepAnswer {
    let reply = reply(step: step, error: error)
    return StepAnswer(reply, signing: signing, events: events, measured: measured(reply.error?.code))
  }

  /// What is counted of the step; nil where nothing is.
  private func measured(_ error: String?) -> MeasuredStep? {
    guard program.measures.indices.contains(Int(run.flow)) else { return nil }
    return MeasuredStep(measures: program.measures[Int(run.flow)], beginning: beginning, state: run.state, error: error)
  }

  /// The answer where there is to be no run, in the language that it would have spoken.
  func refusal(_ error: Reply.ErrorView) -> Reply.ErrorView {
    var error = error
    error.locale = run.locale
    return error
  }

  private func reply(step: UInt32, error: Reply.ErrorView?) -> Reply {
    var reply = Reply(error: error ?? keptError)
    reply.run = runID.hex
    reply.tenant = table.tenant
    reply.flow = flow.name
    reply.locale = run.locale
    reply.error?.locale = run.locale
    reply.token = ContinuationToken(run: runID, step: step).text(ports.key)
    if let heldCall {
      reply.held = held(heldCall)
      (reply.expiresAt, reply.deadline) = (runExpiry, heldDeadline)
      return reply
    }
    reply.state = state.name
    if state.kind == .page {
      let template = words.templates[Int(run.flow)][Int(state.payload)]
      reply.page = template.page(of: run)
      (reply.expiresAt, reply.deadline) = (runExpiry, program.deadline(of: run))
      reply.sent = run.sent.map {
        Reply.Sent(
          to: $0.to, channel: $0.channel, length: $0.length > 0 ? Int($0.length) : nil,
          resendAfter: seconds(until: resendTime($0)))
      }
      reply.targets = template.targets.compactMap { target in
        guard let to = identifier(target.slot).map({ mask($0.value) }) else { return nil }
        // What `sent` says is not said again.
        if let sent = reply.sent, sent.to == to, sent.channel == target.channel { return nil }
        return Reply.Target(event: target.event, to: to, channel: target.channel)
      }
    } else if state.kind == .end {
      reply.end = endView(words.table.flows[Int(run.flow)].ends[Int(state.payload)])
    }
    return reply
  }

  /// A refusal as the wire contract shows it.
  func view(_ refusal: Refusal) -> Reply.ErrorView {
    switch refusal {
    case .missing(let slots):
      view(EngineError.attributesRequired, fields: slots.map { named($0) })
    case .invalid(let fields):
      view(EngineError.attributesInvalid, fields: fields.map { fieldError($0.slot, $0.complaint) })
    case .unknownEvent: view(EngineError.unknownEvent)
    case .tooLarge: view(EngineError.runTooLarge)
    case .denied, .unproven: view(EngineError.denied)
    }
  }

  /// An error of the interpreter's own, in the run's language.
  func view(_ error: ErrorDefinition, fields: [Reply.FieldError] = []) -> Reply.ErrorView {
    .init(error, fields: fields, in: words.standard)
  }

  /// What is wrong with the value of a field, in the run's language.
  func fieldError(_ slot: Slot, _ complaint: FieldComplaint) -> Reply.FieldError {
    let attribute = definition(slot)
    let reason = complaint.text(hint: attribute?.hint ?? "", in: words.standard) {
      attribute?.label(ofOption: $0) ?? $0
    }
    return .init(name: name(slot), label: label(slot), complaint: complaint, reason: reason)
  }

  /// A field of which nothing more is said than that it is the one.
  private func named(_ slot: Slot) -> Reply.FieldError { .init(name: name(slot), label: label(slot)) }

  /// What people know a field by, in the run's language.
  private func label(_ slot: Slot) -> String? {
    table.secret(of: slot)?.label(in: words.standard) ?? definition(slot)?.displayLabel
  }

  /// The error beside the state, about those of its fields that the page has.
  private var keptError: Reply.ErrorView? {
    guard let error = run.error, table.errors.indices.contains(Int(error.error)) else { return nil }
    let shown = page?.events.flatMap { $0.fields.map(\.slot) } ?? []
    var view = Reply.ErrorView(
      words.table.errors[Int(error.error)],
      fields: error.fields.filter(shown.contains).map { slot in
        let complaint = slot == SecretField.password.slot ? self.complaint(aboutPassword: error.error) : nil
        return complaint.map { fieldError(slot, $0) } ?? named(slot)
      })
    view.retryAfter = spent.retryAt.map(seconds)
    return view
  }

  /// What the policy has against a password that a standard error refuses for its length.
  private func complaint(aboutPassword error: Int32) -> FieldComplaint? {
    switch table.errors[Int(error)].code {
    case "password_too_short": .tooShort(min: table.passwords.minLength)
    case "password_too_long": .tooLong(max: table.passwords.maxLength)
    default: nil
    }
  }

  /// When another code may be sent: also after a clock was set back, never later than a pause from now.
  private func resendTime(_ sent: SentNotice) -> Milliseconds {
    min(sent.resendAt, now + Milliseconds(table.codes.resendAfter) * 1000)
  }

  /// How many whole seconds are left; none where the time has come.
  private func seconds(until time: Milliseconds) -> Int { Int(max(0, (time - now + 999) / 1000)) }

  private func name(_ slot: Slot) -> String { table.name(of: slot, in: flow) }

  /// What people read, in the run's language.
  var words: ProgramWords { program.words(run.locale) }

  /// The attribute or parameter behind a slot, in the run's language.
  private func definition(_ slot: Slot) -> AttributeDefinition? {
    words.table.definition(of: slot, in: words.table.flows[Int(run.flow)])
  }

  private func endView(_ end: End) -> Reply.EndView {
    var result = JSONObject()
    var labels: [String: String] = [:]
    for one in end.results {
      switch one {
      case .slot(let slot, let name):
        result[name] = run[slot].map(JSON.init) ?? .null
        labels[name] = definition(slot)?.displayLabel ?? AccountFact(slot: slot)?.label(in: words.standard)
      case .tokens: result["tokens"] = signing.map { _ in .null }
      }
    }
    var view = Reply.EndView(
      name: end.name, grants: grants, result: end.results.isEmpty ? nil : result, redirect: end.redirect)
    view.labels = labels
    return view
  }
}
