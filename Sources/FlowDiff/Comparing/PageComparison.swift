import FlowCompiler
import FlowModel
import FlowSource

/// What is different on a page, for the programs that send its events and the people who read it.
struct PageComparison {
  private(set) var changes: [Change] = []
  private let old: (flow: Flow, side: Side)
  private let new: (flow: Flow, side: Side)
  private let place: String
  private let span: Span?

  init(
    _ page: Page, _ old: Flow, _ oldSide: Side, _ other: Page, _ new: Flow, _ newSide: Side, place: String, span: Span?
  ) {
    (self.old, self.new) = ((old, oldSide), (new, newSide))
    (self.place, self.span) = (place, span)
    if page.title != other.title {
      tell(.people, .extended, "is headed \(other.title.quoted), and was \(page.title.quoted)")
    }
    if skip(page, self.old) != skip(other, self.new) {
      tell(.people, .extended, "is \(skip(other, self.new)), and was \(skip(page, self.old))")
    }
    if page.timeout != other.timeout {
      let before = page.timeout == 0 ? "had none" : "had \(durationText(page.timeout))"
      let after = other.timeout == 0 ? "has no time-out" : "has a time-out of \(durationText(other.timeout))"
      tell(.people, .extended, "\(after), and \(before)")
    }
    for event in page.events {
      if let same = other.events.first(where: { $0.name == event.name }) {
        compare(event, same)
      } else {
        tell(.clients, .lost, "the event \(event.name.quoted) is gone")
      }
    }
    for event in other.events where !page.events.contains(where: { $0.name == event.name }) {
      tell(.clients, .extended, "the event \(event.name.quoted) is new")
    }
  }

  private mutating func compare(_ event: PageEvent, _ other: PageEvent) {
    if event.label != other.label { tell(.people, .extended, "the event \(event.name.quoted) has another label") }
    for field in event.fields {
      let name = old.side.name(field.slot, old.flow)
      guard let same = other.fields.first(where: { new.side.name($0.slot, new.flow) == name }) else {
        tell(.clients, .lost, "\(event.name.quoted) takes no \(name.quoted) any more")
        continue
      }
      if same.isRequired, !field.isRequired { tell(.clients, .lost, "\(name.quoted) is required now") }
      if !same.isRequired, field.isRequired { tell(.clients, .extended, "\(name.quoted) is not required any more") }
      if named(field.terms, old) != named(same.terms, new) {
        // Whatever depended on something may depend on something else, in both directions.
        let isFree = same.terms == nil
        tell(
          .clients, isFree ? .extended : .lost,
          isFree ? "\(name.quoted) depends on nothing any more" : "\(name.quoted) depends on something else")
      }
      if field.help != same.help || field.placeholder != same.placeholder {
        tell(.people, .extended, "\(name.quoted) has other words beside it")
      }
    }
    for field in other.fields {
      let name = new.side.name(field.slot, new.flow)
      guard !event.fields.contains(where: { old.side.name($0.slot, old.flow) == name }) else { continue }
      let isAsked = field.isRequired && field.terms == nil
      tell(
        .clients, isAsked ? .lost : .extended,
        isAsked ? "\(event.name.quoted) needs \(name.quoted), too" : "\(event.name.quoted) takes \(name.quoted), too")
    }
  }

  private func skip(_ page: Page, _ at: (flow: Flow, side: Side)) -> String {
    switch page.skip {
    case .never: "never skipped"
    case .filled: "skipped when filled"
    case .when(let condition): "skipped if \(at.side.text(condition, at.flow).quoted)"
    }
  }

  private func named(_ terms: FieldTerms<Slot>?, _ at: (flow: Flow, side: Side)) -> FieldTerms<String>? {
    terms.flatMap { $0.map { at.side.name($0, at.flow) }?.terms }
  }

  private mutating func tell(_ area: Change.Area, _ verdict: DifferenceVerdict, _ text: String) {
    changes.append(Change(area, verdict, place, text, at: span))
  }
}
