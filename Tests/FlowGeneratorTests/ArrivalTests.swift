import FlowCompiler
import FlowModel
import TestSupport
import Testing

/// Where events can lead.
@Suite struct ArrivalTests {
  private func shape(_ flow: String, of tenant: String) throws -> FlowShape {
    let table = try Compiler.table(folder: Repository.root + "/flows/" + tenant)
    return FlowShape(of: try #require(table.flow(named: flow)), in: table)
  }

  private func names(_ arrivals: [Arrival], _ shape: FlowShape) -> [String] {
    arrivals.map { arrival in
      let name = shape.flow.states[Int(arrival.state)].name
      return shape.error(arrival.error).map { "\(name) \($0.code)" } ?? name
    }.sorted()
  }

  @Test func `effects, choices and pages that are passed by are gone through`() throws {
    let shape = try shape("sign-up", of: "native-auth")
    #expect(names(shape.first, shape) == ["identify"])
    #expect(shape.startFields.map(\.name) == ["email", "country", "city"])
    let code = try #require(shape.pages.first { $0.name == "prove-email/enter-code" })
    #expect(
      names(try #require(code.event("submit")).arrivals, shape) == [
        "collect-attributes/about-you", "collect-attributes/where-you-live", "completed",
        "identify user_already_exists",
        "prove-email/enter-code code_expired", "prove-email/enter-code invalid_code",
        "prove-email/enter-code too_many_attempts",
      ])
    #expect(
      names(try #require(code.event("resend")).arrivals, shape) == [
        "identify invalid_username", "prove-email/enter-code", "prove-email/enter-code too_many_codes",
      ])
  }

  @Test func `a flow that no application offers is not offered`() throws {
    let table = try Compiler.table(folder: Repository.root + "/flows/native-auth")
    let shapes = table.flows.indices.map { FlowShape(of: Int32($0), in: table) }
    #expect(shapes.contains { $0.applications == ["ios", "macos", "kiosk"] })
    #expect(shapes.allSatisfy { $0.isOffered == !$0.applications.isEmpty })
  }
}
