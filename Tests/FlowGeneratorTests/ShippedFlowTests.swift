import FlowCompiler
import FlowGenerator
import FlowModel
import TestSupport
import Testing

/// The clients of the flows that come with the repository.
@Suite struct ShippedFlowTests {
  static let tenants = ["native-auth", "email-password", "accounts"]

  @Test(arguments: tenants, ClientLanguage.allCases)
  func `each flow has the client that was recorded`(_ tenant: String, _ language: ClientLanguage) throws {
    let table = try Compiler.table(folder: Repository.root + "/flows/" + tenant)
    for (index, flow) in table.flows.enumerated() where FlowShape(of: Int32(index), in: table).isOffered {
      let client = language.client(of: Int32(index), in: table)
      #expect(client == language.client(of: Int32(index), in: table))
      // What stands in each file in TypeScript is recorded once, with the hostile names.
      let own = client.firstRange(of: "\n/** A day of the calendar").map { String(client[..<$0.lowerBound]) } ?? client
      // The table's hash changes with every word of the tenant, the client only with what it is made of.
      expectSnapshot(
        own.replacing("\(TableFile.write(table).hash)", with: "HASH"),
        at: "Tests/FlowGeneratorTests/Goldens/\(tenant)/\(flow.name).\(language == .swift ? "swift" : "ts").txt")
    }
  }
}
