import FlowModel

/// What a client of a flow has, whatever the language: pages with the events that they offer, what each call comes to, ends
/// with what they hand out. Names are the flow's own; each writer makes identifiers of them.
struct ClientShape {
  let tenant: String
  let flow: String
  let summary: String
  let hash: ContentHash
  /// The applications that start it; empty: none is named.
  let applications: [String]
  /// Choices, each with its options.
  let choices: [ClientChoice]
  let start: ClientCall
  let pages: [ClientPage]
  let ends: [ClientEnd]

  init(_ shape: FlowShape, hash: ContentHash) {
    let (flow, table) = (shape.flow, shape.table)
    var types = ClientTypes()
    tenant = table.tenant
    self.flow = flow.name
    summary = flow.summary
    self.hash = hash
    applications = shape.applications
    ends = ClientEnd.all(of: flow, in: table, &types)
    let outcomes = OutcomeSearch(shape, ends)
    let inputs = flow.inputs.map { FieldView($0, isRequired: $0.isRequired) }
    start = ClientCall(
      event: "start", title: "",
      parameters: inputs.map { ClientParameter($0, isRequired: $0.isRequired, &types) }
        + shape.startFields.map { ClientParameter($0, isRequired: false, &types) },
      outcomes: outcomes.outcomes(of: shape.startArrivals, at: nil))
    pages = shape.pages.enumerated().map { index, page in
      ClientPage(
        state: page.name, title: page.view.title,
        values: ClientPage.values(of: page.view, &types),
        calls: page.events.map { event in
          ClientCall(
            event: event.view.name, title: event.view.label ?? "",
            parameters: event.view.fields.map { ClientParameter($0, isRequired: $0.isRequired, &types) },
            outcomes: outcomes.outcomes(of: Set(event.arrivals + page.timedOut).sorted(), at: index))
        })
    }
    choices = types.choices
  }

  /// The choices whose options a client is told, and does not only send.
  var readChoices: Set<Int> {
    let values = pages.flatMap(\.values) + ends.flatMap { $0.results.map(\.value) }
    return Set(
      values.compactMap { value in
        switch value.type {
        case .choice(let index), .list(of: let index?): index
        default: nil
        }
      })
  }

  /// The ends that some call comes to.
  var reachedEnds: Set<Int> {
    Set(
      ([start] + pages.flatMap(\.calls)).flatMap(\.outcomes).compactMap { outcome in
        if case .end(let index) = outcome.kind { index } else { nil }
      })
  }
}

/// A page at which a run rests.
struct ClientPage {
  let state: String
  let title: String
  /// The fields of which the client is told what the run has.
  let values: [ClientValue]
  let calls: [ClientCall]

  /// The fields that are no secrets, once each.
  static func values(of page: PageView, _ types: inout ClientTypes) -> [ClientValue] {
    var names = Set<String>()
    return page.fields.filter { !$0.isSecret && names.insert($0.name).inserted }.map { field in
      ClientValue(name: field.name, type: types.type(of: field.attribute), title: field.label)
    }
  }
}

/// Something that a client reads: the value of a field, or a result.
struct ClientValue: Hashable {
  let name: String
  let type: ClientType
  let title: String
}

/// A call that a client makes: a start, or an event of a page.
struct ClientCall {
  let event: String
  let title: String
  let parameters: [ClientParameter]
  let outcomes: [ClientOutcome]
}

/// A field that a call takes.
struct ClientParameter {
  let name: String
  let type: ClientType
  let isRequired: Bool
  let title: String

  /// What is shown on a condition, or needed on one, can be left out.
  init(_ field: FieldView, isRequired: Bool, _ types: inout ClientTypes) {
    name = field.name
    type = types.type(of: field.attribute)
    self.isRequired = isRequired && field.terms.show == nil
    title = field.label
  }
}
