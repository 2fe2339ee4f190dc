import FlowJSON
import TestSupport
import Testing

@Suite struct SchemaVerbTests {
  @Test(arguments: ["tenant", "flow", "tests"])
  func `a schema goes to standard output`(_ kind: String) throws {
    let result = try usher("schema", kind)
    #expect(result.status == 0 && result.errors.isEmpty)
    let schema = try JSON.parse(result.output)
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test func `with a tenant it has the tenant's names`() throws {
    let folder = try Tenants.folder(["tenant.yaml": Tenants.tenant, "sign-up.yaml": Tenants.flow])
    let own = try usher("schema", "flow", folder.path).output
    #expect(own.contains("\"identify\""))
    #expect(try !usher("schema", "flow").output.contains("\"identify\""))
  }

  @Test(
    arguments: [
      (["schema"], 2), (["schema", "flows"], 2), (["schema", "flow", "nowhere"], 3), (["schema", "flow", "flows"], 2),
    ] as [([String], Int32)])
  func `what there is no schema of is told`(_ words: [String], _ code: Int32) throws {
    let result = try run(Repository.program("usher"), words)
    #expect(result.status == code && result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }

  @Test func `a kind that is misspelt is told`() throws {
    #expect(try usher("schema", "flows").errors.contains("did you mean `flow`?"))
  }
}
