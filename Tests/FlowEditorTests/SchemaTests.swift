import FlowCompiler
import FlowEditor
import FlowJSON
import FlowSource
import FlowYAML
import TestSupport
import Testing

@Suite struct SchemaTests {
  /// Every tenant that ships, and each one that an explanation shows as right, is valid by the schemas, also by those made of itself.
  @Test func `what is right is valid`() throws {
    var tenants = findTenants(
      ["flows", "Examples"].map { Repository.root + "/" + $0 }, standardInput: nil, withCases: true
    ).tenants
    for page in Explanation.all {
      guard let fixed = page.fixed else { continue }
      let folder = "/\(page.code)/fixed"
      tenants.append(
        TenantSources(
          path: folder, files: fixed.files.map { SourceText(path: folder + "/" + $0.path, text: $0.text) }))
    }
    #expect(tenants.count > 100)
    let validator = try Validator()
    for tenant in tenants {
      let own = KnownNames(TenantIndex(tenant.files, in: tenant.path))
      for file in tenant.files {
        let kind: SchemaKind
        switch FileKind(file.path, in: tenant.path) {
        case .tenant: kind = .tenant
        case .flow: kind = .flow
        case .cases: kind = .tests
        default: continue
        }
        for names in [KnownNames(), own] { try validator.add(file.path, file.bytes, jsonSchema(of: kind, names)) }
      }
    }
    let complaints = try validator.complaints()
    #expect(complaints == [])
  }

  @Test(arguments: [
    (SchemaKind.flow, "lifetime: 30m", "lifetme: 30m"), (.flow, "created: joined", "craeted: joined"),
    (.flow, "      created: joined\n", ""), (.flow, "identifier: email", "identifer: email"),
    (.flow, "do: account.create", "do: account.make"), (.flow, "age: required", "age: maybe"),
    (.flow, "page: Join", "pages: Join"), (.flow, "- { to: introduce", "- { too: introduce"),
    (.flow, "start: introduce\n", ""),
    (.flow, "lifetime: 30m", "lifetime: 30 parsecs"), (.flow, "grants: sign-in", "grants: sign-out"),
    (.tenant, "type: integer", "type: int"), (.tenant, "minimum: 6", "min-length: 6"), (.tenant, "type: integer, ", ""),
    (.tenant, "tenant: club\n", ""), (.tenant, "errors:", "error:"), (.tenant, "10 per 1h", "10 an hour"),
    (.tenant, "attempts: 3", "attempts: many"), (.tests, "end: completed", "ends: completed"),
    (.tests, "- case: ", "- cases: "),
    (.tests, "flow: join\n", ""),
  ])
  func `a slip is not valid`(kind: SchemaKind, old: String, new: String) throws {
    let name = kind == .flow ? "join.yaml" : kind == .tenant ? "tenant.yaml" : "tests/join.yaml"
    let text = try #require(Club.texts[name]).with(old, new)
    let validator = try Validator()
    try validator.add(name, Array(text.utf8), jsonSchema(of: kind))
    let complaints = try validator.complaints()
    #expect(complaints.count == 1)
  }

  /// With the tenant, names that it does not have are slips as well.
  @Test(arguments: [
    (SchemaKind.flow, "submit: is-old-enough", "submit: is-old-enogh"), (.flow, "age: required", "agee: required"),
    (.flow, "error: too_young", "error: too_yung"), (.flow, "call: prove-email", "call: prove-mail"),
    (.flow, "proven: create", "prooven: create"), (.flow, "result: [email", "result: [emial"),
    (.tenant, "flows: [join]", "flows: [jion]"), (.tests, "flow: join", "flow: jion"),
  ])
  func `a name that the tenant does not have is not valid`(kind: SchemaKind, old: String, new: String) throws {
    let name = kind == .flow ? "join.yaml" : kind == .tenant ? "tenant.yaml" : "tests/join.yaml"
    let text = try #require(Club.texts[name]).with(old, new)
    let files = Club.files.map { SourceText(path: "/club/" + $0.key, text: $0.value) }
    let own = KnownNames(TenantIndex(files, in: "/club"))
    let validator = try Validator()
    try validator.add("of itself", Array(text.utf8), jsonSchema(of: kind, own))
    try validator.add("of any", Array(text.utf8), jsonSchema(of: kind))
    let complaints = try validator.complaints()
    #expect(complaints.count == 1 && complaints.allSatisfy { $0.hasPrefix("of itself") }, "\(complaints)")
  }
}

/// `jsonschema` of Python, which is another hand's.
final class Validator {
  private let folder: TemporaryFolder
  private var documents: [JSON] = []
  private var schemas: [JSON: Int] = [:]

  init() throws { folder = try TemporaryFolder() }

  func add(_ name: String, _ bytes: [UInt8], _ schema: JSON) throws {
    var problems = DiagnosticCollector()
    let source = SourceFile(id: 0, path: name, bytes: bytes)
    guard let tree = parseYAML(source, &problems), let root = tree.root else { return }
    let number = schemas[schema] ?? schemas.count
    schemas[schema] = number
    documents.append(["name": .string(name), "schema": .int(Int64(number)), "value": value(root, tree)])
  }

  func complaints() throws -> [String] {
    let all = schemas.sorted { $0.value < $1.value }.map(\.key)
    folder.write("all.json", (["schemas": .array(all), "documents": .array(documents)] as JSON).text)
    let script = """
      import json, sys
      from jsonschema import Draft202012Validator as V
      all = json.load(open("all.json"))
      for schema in all["schemas"]: V.check_schema(schema)
      judges = [V(schema) for schema in all["schemas"]]
      for document in all["documents"]:
          error = next(judges[document["schema"]].iter_errors(document["value"]), None)
          if error: print(document["name"], list(error.absolute_path), error.message.replace("\\n", " ")[:300])
      """
    let done = try run("/usr/bin/python3", ["-c", script], folder: folder.path)
    #expect(done.status == 0, "\(done.errors)")
    return done.output.split(separator: "\n").map(String.init)
  }

  private func value(_ id: YAMLNodeID, _ tree: YAMLTree) -> JSON {
    switch tree.kind(id) {
    case .mapping:
      return .object(JSONObject(members: tree.entries(id).map { (tree.text($0.key), value($0.value, tree)) }))
    case .sequence: return .array(tree.elements(id).map { value($0, tree) })
    case .scalar:
      switch tree.scalar(id) {
      case .null: return .null
      case .bool(let flag): return .bool(flag)
      case .int(let number): return .int(number)
      case .float(let number): return .double(number)
      case .string: return .string(tree.text(id))
      }
    }
  }
}
