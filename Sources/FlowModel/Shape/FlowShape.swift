/// A flow as clients see it: what starts it, the pages at which its runs rest, what each event can come to, how it ends.
///
/// The OpenAPI document and generated clients are made of this.
public struct FlowShape: Sendable {
  /// The table that has the flow.
  public let table: FlowTable
  /// The flow.
  public let flow: Flow
  /// The applications that start it, by name; empty where the tenant declares none, or none offers it.
  public let applications: [String]
  /// Its pages, in the order of its states.
  public let pages: [PageShape]
  /// Where a start comes to before any event.
  public let first: [Arrival]

  /// The shape of a flow, by its index in the table.
  public init(of index: Int32, in table: FlowTable) {
    let flow = table.flows[Int(index)]
    var search = ArrivalSearch(flow)
    self.table = table
    self.flow = flow
    applications = table.starters(of: index)
    first = search.arrivals(at: flow.start)
    pages = flow.states.indices.filter { flow.states[$0].kind == .page }.map { state in
      let page = flow.pages[Int(flow.states[state].payload)]
      let view = PageView(page, in: flow, of: table)
      return PageShape(
        state: Int32(state), name: flow.states[state].name, view: view,
        events: zip(page.events, view.events).map { event, view in
          EventShape(view: view, arrivals: search.arrivals(by: event.transition))
        },
        timedOut: page.timeoutTransition < 0 ? [] : search.arrivals(by: page.timeoutTransition))
    }
  }

  /// Whether a client can start it: the tenant declares no applications, or one offers it.
  public var isOffered: Bool { table.applications.isEmpty || !applications.isEmpty }

  /// The fields that a start submits to the first page at once: of all pages to which a run may come before any event.
  public var startFields: [FieldView] {
    var fields: [FieldView] = []
    for field in firstPages.flatMap({ $0.view.event(PageEvent.submit)?.fields ?? [] })
    where !fields.contains(where: { $0.name == field.name }) && !flow.inputs.contains(where: { $0.name == field.name })
    {
      fields.append(field)
    }
    return fields
  }

  /// Where a start comes to: before any event, and where it submits fields, by them.
  public var startArrivals: [Arrival] {
    let submitted = startFields.isEmpty ? [] : firstPages.flatMap { $0.event(PageEvent.submit)?.arrivals ?? [] }
    return Set(first + submitted).sorted()
  }

  /// The codes of the flow's own errors, and of those of the engine that leave a run where it was.
  public var errorCodes: [String] {
    let own = flow.transitions.compactMap { error($0.error)?.code }
    return Set(
      own + Self.refusals + [EngineError.unknownEvent, EngineError.unknownField, EngineError.runEnded].map(\.code)
    )
    .sorted()
  }

  /// The codes with which the engine refuses an event that the page offers: the run stays where it was.
  public static let refusals = [
    EngineError.attributesRequired, EngineError.attributesInvalid, EngineError.runTooLarge, EngineError.denied,
  ].map(\.code)

  /// The error of an arrival or a transition, by its index in the table; nil for none.
  public func error(_ index: Int32) -> ErrorDefinition? {
    table.errors.indices.contains(Int(index)) ? table.errors[Int(index)] : nil
  }

  private var firstPages: [PageShape] {
    let states = Set(first.map(\.state))
    return pages.filter { states.contains($0.state) }
  }
}

/// A page as clients see it, and where its events lead.
public struct PageShape: Sendable {
  /// The index of its state in the flow.
  public let state: Int32
  /// The state's name.
  public let name: String
  /// What it shows.
  public let view: PageView
  /// The events, in the order of the view.
  public let events: [EventShape]
  /// Where a run comes to whose event is sent when the page's time is over; empty where it waits.
  public let timedOut: [Arrival]

  /// The event of a name.
  public func event(_ name: String) -> EventShape? { events.first { $0.view.name == name } }
}

/// An event of a page, and where it leads.
public struct EventShape: Sendable {
  /// What it is called and collects.
  public let view: EventView
  /// Where a run can come to by it.
  public let arrivals: [Arrival]
}

extension FlowTable {
  /// The names of the applications that start a flow: those that speak the flow API, and where none of them offers it, the
  /// others.
  public func starters(of flow: Int32) -> [String] {
    let all = applications.filter { $0.flows.contains(flow) }
    let own = all.filter(\.speaksAnyFlow)
    return (own.isEmpty ? all : own).map(\.name)
  }

  /// The applications that speak the flow API.
  public var ownApplications: [Application] { applications.filter(\.speaksAnyFlow) }
}

extension Application {
  /// Whether flows are spoken as they are: no part is played in them.
  fileprivate var speaksAnyFlow: Bool { spoken.definition.parts.isEmpty }
}
