import FlowExpression
import FlowJSON
import FlowModel
import Testing

/// Attributes that are asked for by what was given: the protocol is told what is missing now.
@Suite(.timeLimit(.minutes(5)))
struct DependentAttributeTests {
  /// `interests` are asked of who wants news, and of nobody else.
  private func world() async throws -> World {
    try await World(change: { table in
      guard let flow = table.flow(named: "sign-up"), let news = table.fieldSlot(named: "newsletter"),
        let interests = table.fieldSlot(named: "interests")
      else { return }
      for page in table.flows[Int(flow)].pages.indices {
        for event in table.flows[Int(flow)].pages[page].events.indices {
          let fields = table.flows[Int(flow)].pages[page].events[event].fields
          guard let field = fields.firstIndex(where: { $0.slot == interests }) else { continue }
          var terms = FieldTerms<Slot>()
          terms.show = FieldRule(.compare(news, .equal, .bool(true)), text: "attributes.newsletter")
          table.flows[Int(flow)].pages[page].events[event].fields[field].isRequired = true
          table.flows[Int(flow)].pages[page].events[event].fields[field].terms = terms
        }
      }
    })
  }

  private func asked(_ world: World, _ client: Client) async throws -> Answer {
    let start = try await client.beginSignUp("ada@example.com")
    let code = try await client.go("signup/v1.0", start.token, "oob", await world.code())
    let page = try await client.go("signup/v1.0", code.token, "attributes", Client.place)
    #expect(page.outline == "400 attributes_required 55106")
    #expect(page.names("required_attributes") == ["age", "newsletter"], "nobody asked for news yet")
    return page
  }

  @Test func `what was given makes another attribute required`() async throws {
    let world = try await world()
    let client = world.client("browser")
    let page = try await asked(world, client)
    let more = try await client.go("signup/v1.0", page.token, "attributes", #"{"age":"36","newsletter":"true"}"#)
    #expect(more.outline == "400 attributes_required 55106")
    #expect(more.names("required_attributes") == ["interests"])
    #expect(more["required_attributes"]?.array?.first?["required"] == true)
    #expect(try await client.go("signup/v1.0", more.token, "attributes", #"{"interests":"music"}"#).outline == "200")
  }

  @Test func `what is not asked for is neither required nor refused`() async throws {
    let world = try await world()
    let client = world.client("browser")
    let page = try await asked(world, client)
    let done = try await client.go(
      "signup/v1.0", page.token, "attributes", #"{"age":"36","newsletter":"false","interests":"music"}"#)
    #expect(done.outline == "200")
  }
}
