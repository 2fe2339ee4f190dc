import FlowJSON
import FlowModel
import FlowRuntime

/// The tenants' flows with their pages, as `GET /flows` answers them.
enum FlowListing {
  static func json(_ tables: [FlowTable]) -> JSON {
    ["tenants": .array(tables.map(tenant))]
  }

  private static func tenant(_ table: FlowTable) -> JSON {
    [
      "name": .string(table.tenant),
      "applications": .array(table.ownApplications.map { .string($0.name) }),
      "flows": .array(table.flows.indices.map { flow(Int32($0), table) }),
    ]
  }

  private static func flow(_ index: Int32, _ table: FlowTable) -> JSON {
    let flow = table.flows[Int(index)]
    let pages = flow.states.filter { $0.kind == .page }
    return [
      "name": .string(flow.name),
      "summary": .string(flow.summary),
      "lifetime": .int(Int64(flow.lifetime)),
      "applications": .array(table.ownApplications.filter { $0.flows.contains(index) }.map { .string($0.name) }),
      "inputs": .array(flow.inputs.map { Reply.FieldView($0, isRequired: $0.isRequired, event: "start").json }),
      "pages": .array(pages.map { page(flow.pages[Int($0.payload)], named: $0.name, flow, table) }),
      "ends": .array(flow.ends.map { .string($0.name) }),
    ]
  }

  private static func page(_ page: Page, named name: String, _ flow: Flow, _ table: FlowTable) -> JSON {
    [
      "state": .string(name),
      "title": .string(page.title),
      "events": .array(page.events.map { .string($0.name) }),
      "fields": .array(
        page.events.flatMap { event in event.fields.map { Reply.FieldView($0, event, flow, table).json } }),
    ]
  }
}

extension FlowTable {
  /// The applications that speak the flow API.
  var ownApplications: [Application] { applications.filter { $0.spoken == .flowAPI } }
}
