import FlowCompiler
package import FlowJSON

/// The kinds of files that there is a schema of.
package enum SchemaKind: String, CaseIterable, Sendable {
  case tenant, flow, tests, policy
}

/// JSON Schema (draft 2020-12) of a kind of files; of a tenant's, its own names are the only ones.
package func jsonSchema(of kind: SchemaKind, _ names: KnownNames = KnownNames()) -> JSON {
  var writer = SchemaWriter(names: names)
  let root: Shape =
    switch kind {
    case .tenant: .mapping(Shapes.tenant)
    case .flow: Shapes.flowFile
    case .tests: .mapping(Shapes.cases)
    case .policy: .mapping(Shapes.policy)
    }
  let title =
    switch kind {
    case .tenant: "A tenant of Usher"
    case .flow: "A flow of Usher"
    case .tests: "Cases of a flow of Usher"
    case .policy: "A policy over tenants of Usher"
    }
  var schema: JSONObject = [
    "$schema": .string("https://json-schema.org/draft/2020-12/schema"), "title": .string(title),
  ]
  for member in writer.schema(root).members { schema[member.name] = member.value }
  schema["$defs"] = .object(JSONObject(members: writer.definitions.sorted { $0.key < $1.key }.map { ($0, $1) }))
  return .object(schema)
}
