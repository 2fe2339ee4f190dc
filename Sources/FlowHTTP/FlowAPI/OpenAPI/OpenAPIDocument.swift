import FlowJSON
import FlowModel

/// The flow API as an OpenAPI 3.1 document: with a tenant's own flows, pages and fields, or as it is for all tenants.
struct OpenAPIDocument {
  private let table: FlowTable?
  /// Whether the API has sessions.
  private let hasSessions: Bool

  init(_ table: FlowTable?, hasSessions: Bool) {
    self.table = table
    self.hasSessions = hasSessions
  }

  func json(mountedAt path: String) -> JSON {
    let tenant = table?.tenant ?? "{tenant}"
    var paths: JSONObject = ["/tenants/\(tenant)/flows": .object(list)]
    var schemas = ContractSchemas.all
    var events: [JSON] = []
    var replies: [JSON] = []
    if table == nil { paths["/tenants/{tenant}/flows/{flow}/runs"] = .object(anyStart) }
    if let table {
      for (index, flow) in table.flows.enumerated() {
        let shape = FlowShape(of: Int32(index), in: table)
        // What no application offers, no client starts.
        guard shape.isOffered else { continue }
        let own = FlowSchemas(shape)
        paths["/tenants/\(table.tenant)/flows/\(flow.name)/runs"] = ["post": start(own)]
        schemas[own.startName] = own.start
        schemas[own.replyName] = own.reply
        replies.append(ContractSchemas.reference(own.replyName))
        for event in own.events {
          schemas[event.name] = event.schema
          events.append(ContractSchemas.reference(event.name))
        }
      }
    }
    paths["/runs/events"] = ["post": send(events, replies)]
    paths["/runs/current"] = ["get": current(replies)]
    let tags = (table.map { [$0.tenant] } ?? []) + ["runs"] + (hasSessions ? ["sessions"] : [])
    var security: JSONObject = [
      "token": ["type": "http", "scheme": "bearer", "description": "The continuation token of the newest reply."]
    ]
    if hasSessions {
      for (path, item) in SessionOperations.paths(tenant, parameters: table == nil ? [Self.inPath("tenant")] : []) {
        paths[path] = item
      }
      for schema in SessionOperations.schemas.members { schemas[schema.name] = schema.value }
      security["access"] = ["type": "http", "scheme": "bearer", "description": "An access token."]
      security["application"] = [
        "type": "http", "scheme": "basic", "description": "An application's name and the secret of its server.",
      ]
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Flow API", "version": "1",
        "description": """
        Start a run of a flow, send it the events its page offers, and show what it answers. A reply says all that a \
        client needs. An error of the flow beside a state is part of a run: it is answered 2xx, and the run goes on from \
        there. An input that is refused is answered 422.
        """,
      ],
      "servers": [["url": .string(path)]],
      "tags": .array(tags.map { ["name": .string($0)] }),
      "paths": .object(paths),
      "components": [
        "schemas": .object(schemas),
        "responses": .object(Self.refusals),
        "securitySchemes": .object(security),
      ],
    ]
  }

  // MARK: Operations

  private var list: JSONObject {
    var path: JSONObject = [
      "get": [
        "operationId": "listFlows", "summary": "The tenant's flows with their pages", "tags": ["runs"],
        "responses": responses(
          [("200", "The flows.", ContractSchemas.reference("Flows"))], refusals: ["400", "404", "421", "429"]),
      ]
    ]
    if table == nil { path["parameters"] = [Self.inPath("tenant")] }
    return path
  }

  /// A start of any flow of any tenant; each tenant's own document says more.
  private var anyStart: JSONObject {
    [
      "parameters": [
        Self.inPath("tenant"), Self.inPath("flow"),
        [
          "name": .string(FlowRequest.applicationHeader), "in": "header", "required": false,
          "description": "The application that starts the run, where the tenant has some.",
          "schema": ContractSchemas.text,
        ],
      ],
      "post": [
        "operationId": "startRun", "summary": "Start a run of a flow", "tags": ["runs"],
        "requestBody": body(["type": "object", "description": "Parameters and fields, by name."], required: false),
        "responses": responses(
          [("201", "The run's first state.", ContractSchemas.reference("Reply"))], refusals: Self.startRefusals,
          links: Self.goesOn),
      ],
    ]
  }

  private static let startRefusals = ["400", "403", "404", "413", "415", "421", "422", "429", "503"]

  private static func inPath(_ name: String) -> JSON {
    ["name": .string(name), "in": "path", "required": true, "schema": ContractSchemas.text]
  }

  private func start(_ own: FlowSchemas) -> JSON {
    let (flow, applications) = (own.shape.flow, own.shape.applications)
    var operation: JSONObject = [
      "operationId": .string("start." + own.prefix),
      "summary": .string(flow.summary.isEmpty ? "Start \(flow.name)" : flow.summary),
      "tags": [.string(own.shape.table.tenant)],
    ]
    operation["parameters"] = application(
      applications, "The application that starts the run", isRequired: true)
    operation["requestBody"] = body(ContractSchemas.reference(own.startName), required: false)
    operation["responses"] = responses(
      [("201", "The run's first state.", ContractSchemas.reference(own.replyName))],
      refusals: Self.startRefusals, links: Self.goesOn)
    return .object(operation)
  }

  /// The parameter by which an application names itself; nil where there is none.
  private func application(_ names: [String], _ description: String, isRequired: Bool = false) -> JSON? {
    if names.isEmpty { return nil }
    return [
      [
        "name": .string(FlowRequest.applicationHeader), "in": "header", "required": .bool(isRequired),
        "description": .string(description + "; the query's `client_id` says the same in its place."),
        "schema": ["enum": .array(names.map(JSON.string))],
      ]
    ]
  }

  /// The application that goes on with a run.
  private var starter: JSON? {
    let names = (table?.applications.map(\.name) ?? []).sorted()
    return application(names, "The application that started the run, where one did")
  }

  private func send(_ events: [JSON], _ replies: [JSON]) -> JSON {
    var operation: JSONObject = [
      "operationId": "sendEvent", "summary": "Take a run one event further", "tags": ["runs"],
      "security": [["token": []], [:]],
    ]
    operation["parameters"] = starter
    operation["requestBody"] = body(anyOf(events), required: true)
    operation["responses"] = responses(
      [("200", "Where the run stands now.", anyOf(replies))],
      refusals: ["400", "401", "403", "409", "410", "413", "415", "421", "422", "429", "503"], links: Self.goesOn)
    return .object(operation)
  }

  private func current(_ replies: [JSON]) -> JSON {
    var operation: JSONObject = [
      "operationId": "currentState", "summary": "Where a run stands", "tags": ["runs"], "security": [["token": []]],
    ]
    operation["parameters"] = starter
    operation["responses"] = responses(
      [("200", "Where the run stands.", anyOf(replies))], refusals: ["400", "401", "403", "410", "421", "429", "503"])
    return .object(operation)
  }

  // MARK: Parts

  private func anyOf(_ schemas: [JSON]) -> JSON {
    schemas.isEmpty ? ContractSchemas.reference("Reply") : ["anyOf": .array(schemas)]
  }

  private func body(_ schema: JSON, required: Bool) -> JSON {
    ["required": .bool(required), "content": ["application/json": ["schema": schema]]]
  }

  private func responses(
    _ own: [(status: String, description: String, schema: JSON)], refusals: [String], links: JSON? = nil
  )
    -> JSON
  {
    var responses = JSONObject()
    for response in own {
      responses[response.status] = Self.response(response.description, response.schema, links: links)
    }
    for status in refusals { responses[status] = ["$ref": .string("#/components/responses/" + status)] }
    return .object(responses)
  }

  private static func response(_ description: String, _ schema: JSON, links: JSON? = nil) -> JSON {
    var response: JSONObject = [
      "description": .string(description),
      "headers": ["X-Request-Id": ["description": "What the log calls this request.", "schema": ContractSchemas.text]],
      "content": ["application/json": ["schema": schema]],
    ]
    response["links"] = links
    return .object(response)
  }

  /// How a run goes on: with an event, under the reply's token, by the application that started it.
  private static let goesOn: JSON = [
    "submit": [
      "operationId": "sendEvent",
      "parameters": [
        "header.\(FlowRequest.applicationHeader)": .string("$request.header.\(FlowRequest.applicationHeader)")
      ],
      "requestBody": ["event": "submit", "input": [:], "token": "$response.body#/token"],
      "description": "Submit the page; its fields go into `input`.",
    ]
  ]

  private static let refusals: JSONObject = {
    var responses = JSONObject()
    for (status, description) in [
      (
        "400", "What was sent is no such request, or names no application where one is needed (`application_required`)."
      ),
      ("401", "No run of this application, or not this step of it, or no open session, belongs to the token."),
      ("403", "This is not possible now."),
      (
        "404",
        "There is no such application (`unknown_application`), or it offers no such flow (`unknown_flow`); or no such session."
      ),
      ("409", "The run has ended."), ("410", "The run has outlived its time."), ("413", "The body is too large."),
      ("415", "The body is not `application/json`."),
      ("421", "The server is not called so."),
      (
        "422",
        "The input is refused: no such event or field, or a value that is missing or not valid. The run stands where it "
          + "stood, and its token is good; where it was to be started there is none."
      ),
      ("429", "Too many requests, or runs, from this address, or too many requests about this identifier."),
      ("503", "Not possible at the moment, or too many ask at once (`busy`); try again after `Retry-After` seconds."),
    ] {
      responses[status] = response(description, ContractSchemas.reference("Reply"))
    }
    return responses
  }()
}
