import FlowCompiler
import FlowModel
import FlowSource

/// What is different on a page, for the programs that send its events and the people who read it.
struct PageComparison {
  private(set) var changes: [Change] = []
  private let old: (flow: Flow, side: Side)
  private let new: (flow: Flow, side: Side)
  private let place: String
  private let span: SourceSpan?

  init(
    _ page: Page, _ old: Flow, _ oldSide: Side, _ other: Page, _ new: Flow, _ newSide: Side, place: String,
    span: SourceSpan?
  ) {
    (self.old, self.new) = ((old, oldSide), (new, newSide))
    (self.place, self.span) = (place, span)
    if page.title != other.title {
      tell(.people, .extended, "is headed \(other.title.named), and was \(page.title.named)")
    }
    if !isSkipSame(page, other) {
      tell(.people, .lost, "is \(skip(other, self.new)), and was \(skip(page, self.old))")
    }
    if page.timeout != other.timeout {
      let before = page.timeout == 0 ? "had none" : "had one of \(durationText(page.timeout))"
      let after = other.timeout == 0 ? "has no time-out" : "has a time-out of \(durationText(other.timeout))"
      // Whoever finds a page that was left has longer to go on with it.
      let isLonger = page.timeout > 0 && (other.timeout == 0 || other.timeout > page.timeout)
      tell(isLonger ? .security : .people, isLonger ? .lost : .extended, "\(after), and \(before)")
    }
    for event in page.events {
      if let same = other.events.first(where: { $0.name == event.name }) {
        compare(event, same)
      } else {
        tell(.clients, .lost, "the event \(event.name.named) is gone")
      }
    }
    for event in other.events where !page.events.contains(where: { $0.name == event.name }) {
      tell(.clients, .extended, "the event \(event.name.named) is new")
    }
  }

  private mutating func compare(_ event: PageEvent, _ other: PageEvent) {
    if event.label != other.label { tell(.people, .extended, "the event \(event.name.named) has another label") }
    for field in event.fields {
      let name = old.side.name(field.slot, old.flow)
      guard let same = other.fields.first(where: { new.side.name($0.slot, new.flow) == name }) else {
        tell(.clients, .lost, "\(event.name.named) takes no \(name.named) any more")
        continue
      }
      if same.isRequired, !field.isRequired { tell(.clients, .lost, "\(name.named) is required now") }
      if !same.isRequired, field.isRequired { tell(.clients, .extended, "\(name.named) is not required any more") }
      compare(named(field.terms, old), named(same.terms, new), name)
      if field.help != same.help || field.placeholder != same.placeholder {
        tell(.people, .extended, "\(name.named) has other words beside it")
      }
    }
    for field in other.fields {
      let name = new.side.name(field.slot, new.flow)
      guard !event.fields.contains(where: { old.side.name($0.slot, old.flow) == name }) else { continue }
      let isAsked = field.isRequired && field.terms == nil
      tell(
        .clients, isAsked ? .lost : .extended,
        isAsked ? "\(event.name.named) needs \(name.named), too" : "\(event.name.named) takes \(name.named), too")
    }
  }

  /// Whatever depended on something may depend on something else, in both directions: only what is free now is more.
  private mutating func compare(_ terms: FieldTerms<String>, _ other: FieldTerms<String>, _ name: String) {
    func said(_ rule: FieldRule<String>?) -> String { rule.map { ($0.text ?? "…").named } ?? "always" }
    if terms.show?.condition != other.show?.condition {
      tell(
        .clients, other.show == nil ? .extended : .lost,
        "\(name.named) is shown \(other.show == nil ? "always" : "if \(said(other.show))"), and was shown \(terms.show == nil ? "always" : "if \(said(terms.show))")"
      )
    }
    if terms.required?.condition != other.required?.condition {
      let now = other.required == nil ? "is never needed by a condition" : "is needed if \(said(other.required))"
      let was = terms.required == nil ? "was not" : "was if \(said(terms.required))"
      tell(.clients, other.required == nil ? .extended : .lost, "\(name.named) \(now), and \(was)")
    }
    let (before, after) = (terms.options, other.options)
    let isSame =
      before.count == after.count
      && zip(before, after).allSatisfy { $0.when?.condition == $1.when?.condition && $0.options == $1.options }
    if isSame { return }
    let isMore =
      before.count == after.count
      && zip(before, after).allSatisfy {
        $0.when?.condition == $1.when?.condition && Set($0.options).isSubset(of: $1.options)
      }
    tell(
      .clients, isMore || after.isEmpty ? .extended : .lost,
      isMore ? "\(name.named) offers more options" : "\(name.named) offers other options")
  }

  private func isSkipSame(_ page: Page, _ other: Page) -> Bool {
    switch (page.skip, other.skip) {
    case (.never, .never), (.filled, .filled): true
    case (.when(let one), .when(let two)): old.side.isSame(one, old.flow, new.side, two, new.flow)
    default: false
    }
  }

  private func skip(_ page: Page, _ at: (flow: Flow, side: Side)) -> String {
    switch page.skip {
    case .never: "never skipped"
    case .filled: "skipped when filled"
    case .when(let condition): "skipped if \(at.side.text(condition, at.flow).named)"
    }
  }

  private func named(_ terms: FieldTerms<Slot>?, _ at: (flow: Flow, side: Side)) -> FieldTerms<String> {
    terms.flatMap { $0.map { at.side.name($0, at.flow) }?.terms } ?? FieldTerms()
  }

  private mutating func tell(_ area: Change.Area, _ verdict: DifferenceVerdict, _ text: String) {
    changes.append(Change(area, verdict, place, text, at: span))
  }
}
