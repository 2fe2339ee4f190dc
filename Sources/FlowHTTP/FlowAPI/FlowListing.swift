import FlowJSON
import FlowModel
import FlowRuntime

/// A tenant's flows with their pages, as `GET /tenants/{tenant}/flows` answers them.
enum FlowListing {
  static func json(_ table: FlowTable) -> JSON {
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
      "applications": .array(table.starters(of: index).map(JSON.string)),
      "inputs": .array(flow.inputs.map { FieldView($0, isRequired: $0.isRequired).json(event: "start") }),
      "pages": .array(
        pages.map { page(PageView(flow.pages[Int($0.payload)], in: flow, of: table), named: $0.name) }),
      "ends": .array(flow.ends.map { .string($0.name) }),
    ]
  }

  private static func page(_ page: PageView, named name: String) -> JSON {
    var object: JSONObject = [
      "state": .string(name),
      "title": .string(page.title),
      "events": .array(page.events.map { .string($0.name) }),
      "fields": .array(page.jsonFields),
    ]
    object["labels"] = page.jsonLabels
    return .object(object)
  }
}
