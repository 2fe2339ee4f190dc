import FlowJSON

/// What the OpenAPI document says of sessions and tokens.
enum SessionOperations {
  /// The paths of a tenant; of `{tenant}`, those of all.
  static func paths(_ tenant: String, parameters: [JSON]) -> [(path: String, item: JSON)] {
    func path(_ pattern: String) -> String { "/" + pattern.replacing("{tenant}", with: tenant) }
    func item(_ operations: JSONObject, adding more: [JSON] = []) -> JSON {
      var operations = operations
      if !(parameters + more).isEmpty { operations["parameters"] = .array(parameters + more) }
      return .object(operations)
    }
    let session: JSON = [
      "name": "session", "in": "path", "required": true,
      "schema": ["type": "string", "description": "Its id, or `current`, or `others`: all but the current one."],
    ]
    return [
      (
        path(SessionAPI.sessionsPath),
        item([
          "get": operation(
            "listSessions", "The open sessions of the access token's owner",
            [("200", "The sessions.", ContractSchemas.reference("Sessions"))],
            refusals: ["401", "404", "421", "429", "503"]),
          "delete": operation(
            "endSessions", "Sign out everywhere", [("204", "All sessions have ended.", nil)],
            refusals: ["401", "404", "421", "429", "503"]),
        ])
      ),
      (
        path(SessionAPI.sessionsPath + "/{session}"),
        item(
          [
            "delete": operation(
              "endSession", "Sign out of a session", [("204", "The session has ended.", nil)],
              refusals: ["401", "404", "421", "429", "503"])
          ], adding: [session])
      ),
      (
        path(SessionAPI.revokePath),
        item([
          "post": call(
            "revokeToken", "End the session of a token (RFC 7009)", ["token", "client_id", "token_type_hint"],
            [("200", "The token is good for nothing, as is one that never was.", nil)],
            statuses: ["400", "401", "404", "503"],
            security: [:])
        ])
      ),
      (
        path(SessionAPI.introspectPath),
        item([
          "post": call(
            "introspectToken", "What a token is worth now (RFC 7662)", ["token", "token_type_hint"],
            [("200", "What it is worth.", ContractSchemas.reference("Introspection"))],
            statuses: ["400", "401", "404", "503"], security: ["application": []])
        ])
      ),
    ]
  }

  /// The schemas of the answers.
  static let schemas: JSONObject = [
    "Sessions": [
      "type": "object", "required": ["sessions"],
      "properties": ["sessions": ["type": "array", "items": ContractSchemas.reference("Session")]],
    ],
    "Session": [
      "type": "object", "required": ["id", "current", "protocol", "startedAt", "expiresAt"],
      "properties": [
        "id": ContractSchemas.text, "current": ["type": "boolean"], "protocol": ContractSchemas.text,
        "application": ContractSchemas.text,
        "startedAt": ["type": "string", "format": "date-time"],
        "usedAt": ["type": "string", "format": "date-time"],
        "expiresAt": ["type": "string", "format": "date-time"],
        "amr": ["type": "array", "items": ContractSchemas.text],
      ],
    ],
    "Introspection": [
      "type": "object", "required": ["active"],
      "properties": [
        "active": ["type": "boolean"], "sub": ContractSchemas.text, "client_id": ContractSchemas.text,
        "scope": ContractSchemas.text, "aud": ContractSchemas.text, "iss": ContractSchemas.text,
        "exp": ["type": "integer"], "iat": ["type": "integer"], "sid": ContractSchemas.text,
      ],
    ],
    "OAuthError": [
      "type": "object", "required": ["error"],
      "properties": ["error": ContractSchemas.text, "error_description": ContractSchemas.text],
    ],
  ]

  private static func operation(
    _ id: String, _ summary: String, _ own: [(status: String, description: String, schema: JSON?)], refusals: [String]
  ) -> JSON {
    var responses = answers(own)
    for status in refusals { responses[status] = ["$ref": .string("#/components/responses/" + status)] }
    return [
      "operationId": .string(id), "summary": .string(summary), "tags": ["sessions"],
      "security": [["access": []]], "responses": .object(responses),
    ]
  }

  /// A call of OAuth, whose errors have a form of their own.
  private static func call(
    _ id: String, _ summary: String, _ fields: [String],
    _ own: [(status: String, description: String, schema: JSON?)], statuses: [String], security: JSON
  ) -> JSON {
    var responses = answers(own)
    for status in statuses {
      responses[status] = [
        "description": "What is wrong.", "content": json(ContractSchemas.reference("OAuthError")),
      ]
    }
    for status in ["421", "429"] { responses[status] = ["$ref": .string("#/components/responses/" + status)] }
    var properties = JSONObject()
    for field in fields { properties[field] = ContractSchemas.text }
    return [
      "operationId": .string(id), "summary": .string(summary), "tags": ["sessions"], "security": [security],
      "requestBody": [
        "required": true,
        "content": [
          "application/x-www-form-urlencoded": [
            "schema": ["type": "object", "required": ["token"], "properties": .object(properties)]
          ]
        ],
      ],
      "responses": .object(responses),
    ]
  }

  private static func answers(_ own: [(status: String, description: String, schema: JSON?)]) -> JSONObject {
    var responses = JSONObject()
    for (status, description, schema) in own {
      var response: JSONObject = ["description": .string(description)]
      response["content"] = schema.map(json)
      responses[status] = .object(response)
    }
    return responses
  }

  private static func json(_ schema: JSON) -> JSON { ["application/json": ["schema": schema]] }
}
