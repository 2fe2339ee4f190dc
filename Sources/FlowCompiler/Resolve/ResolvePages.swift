import FlowExpression
import FlowModel
import FlowSource

extension Resolver {
  /// A page: its events with what they collect, and its time-out.
  mutating func resolve(_ syntax: PageSyntax, into state: inout StateDraft) {
    var page = ResolvedPage(title: syntax.title.text)
    let submit = syntax.events.first { $0.name.text == PageEvent.submit }
    let ordered = (submit.map { [$0] } ?? []) + syntax.events.filter { $0.name.text != PageEvent.submit }
    for handler in ordered {
      let fields = fields((handler.name.text == PageEvent.submit ? syntax.fields : []) + handler.transition.fields)
      page.events.append(
        ResolvedEvent(
          name: handler.name.text, place: handler.name.span, fields: fields,
          transition: append(handler.transition, to: &state)))
    }
    // Fields that no event collects are reported; what is wrong with themselves is told as well.
    if submit == nil { _ = fields(syntax.fields) }
    for label in syntax.labels where !syntax.isBroken {
      var index = page.events.firstIndex { $0.name == label.event.text }
      if index == nil {
        let near = reportUnknown(
          "U115", "the page has no event \(label.event.text.quoted)", label.event, page.events.map(\.name))
        index = near.flatMap { near in page.events.firstIndex { $0.name == near } }
      }
      if let index { page.events[index].label = label.label }
    }
    if let after = syntax.after {
      page.timeout = after.seconds
      page.timeoutTransition = append(TransitionSyntax(span: after.target.span, target: after.target), to: &state)
    }
    if let skip = syntax.skip { page.skip = self.skip(skip, page) }
    if syntax.isBroken {
      state.isDoubtful = true
      resolved.hasUnknownValues = true
    } else {
      checkEvents(syntax, &state, hasSubmit: submit != nil)
    }
    state.kind = .page(page)
  }

  /// The fields of an event. First all of them, as conditions may ask for others.
  private mutating func fields(_ syntax: [FieldSyntax]) -> [ResolvedField] {
    var fields: [ResolvedField] = []
    for field in syntax { append(field, to: &fields) }
    for field in syntax where field.hasTerms {
      guard let index = fields.firstIndex(where: { $0.name.span == field.name.span }) else { continue }
      terms(field, index, of: &fields)
    }
    reportFieldsBehind(fields)
    return fields
  }

  private mutating func append(_ field: FieldSyntax, to fields: inout [ResolvedField]) {
    guard let slot = fieldSlot(field.name) else { return }
    if let first = fields.first(where: { $0.slot == slot }) {
      problems.report(
        Diagnostic(
          "U127", .error, "the field \(field.name.text.quoted) is collected twice by this event", at: field.name.span,
          labels: [Label(first.name.span, "first here")], help: "remove one of the two"))
      return
    }
    fields.append(ResolvedField(slot: slot, isRequired: field.isRequired, name: field.name))
  }

  private mutating func skip(_ syntax: SkipSyntax, _ page: ResolvedPage) -> ResolvedPage.Skip {
    let submit = page.events.first { $0.name == PageEvent.submit }
    if submit == nil {
      problems.report(
        Diagnostic(
          "U138", .error, "a page without `submit` cannot be skipped", at: syntax.span,
          help: "a page that is skipped follows `submit`: add it under `then`, or remove `skip`"))
    }
    switch syntax {
    case .filled(let span):
      if let submit, !submit.fields.contains(where: \.mayBeRequired) {
        problems.report(
          Diagnostic(
            "U138", .error, "this page would always be skipped: `submit` has no required field", at: span,
            help: "make a field `required`, or give a condition"))
      }
      return .filled
    case .when(let condition):
      return compile(condition, expecting: .bool).map { .when($0) } ?? .never
    }
  }

  /// A page must offer an event, and its fields one that collects them.
  private mutating func checkEvents(_ syntax: PageSyntax, _ state: inout StateDraft, hasSubmit: Bool) {
    let name = state.name
    if syntax.events.isEmpty {
      problems.report(
        Diagnostic(
          "U114", .error, "the page \(name.text.quoted) offers no event", at: syntax.title.span,
          help: "say where it leads: `then: { submit: state }`"))
      state.isDoubtful = true
      resolved.hasUnknownValues = true
    } else if let slip = syntax.fields.isEmpty || hasSubmit
      ? nil : syntax.events.lazy.map(\.name).first(where: isSubmit)
    {
      let guess = Guess(slip, among: [PageEvent.submit])
      problems.report(
        Diagnostic(
          "U114", .error, "the page \(name.text.quoted) has fields, and no `submit` that collects them", at: slip.span,
          help: guess?.help, edit: guess?.edit(slip)))
      resolved.hasUnknownValues = true
    } else if let field = syntax.fields.first, !hasSubmit {
      problems.report(
        Diagnostic(
          "U114", .error, "the page \(name.text.quoted) has fields, and no `submit` that collects them",
          at: field.name.span,
          help:
            "add `submit` under `then`, or give the fields to an event: `then: { save: { to: state, fields: { … } } }`")
      )
      resolved.hasUnknownValues = true
    }
  }
}

/// Whether an event's name is `submit` by a slip of the pen.
private func isSubmit(_ word: Word) -> Bool { Guess(word, among: [PageEvent.submit])?.isSlip == true }

extension FieldSyntax {
  /// Whether a page says more of it than whether it is needed.
  fileprivate var hasTerms: Bool {
    show != nil || required != nil || !options.isEmpty || !help.isEmpty || !placeholder.isEmpty
  }
}
