import FlowCompiler
import FlowDiff
import FlowModel
import TestSupport
import Testing

/// A tenant, edited in one place at a time: what is told of the edit.
@Suite struct DifferenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let tenant = """
    tenant: shop
    attributes:
      email: { type: email, identifier: true }
      city: { type: string, max-length: 60 }
      kind: { type: choice, of: [student, teacher] }
    codes: { attempts: 5 }
    functions:
      look: { command: [./look], attempts: 5 per 1h }
    applications:
      ios: { flows: [sign-up] }

    """
  private static let flow = """
    flow: sign-up
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then:
          submit: send-code
      send-code:
        do: code.send
        with: { to: email }
        then:
          sent: enter-code
          throttled: { to: identify, error: too_many_codes }
          undeliverable: { to: identify, error: invalid_username }
      enter-code:
        page: The code
        fields: { code: required }
        then:
          submit: verify-code
          resend: send-code
      verify-code:
        do: code.verify
        then:
          valid: about
          invalid: { to: enter-code, error: invalid_code }
          expired: { to: enter-code, error: code_expired }
          exhausted: { to: enter-code, error: too_many_attempts }
      about:
        page: About you
        fields: { city: required, kind: optional }
        then:
          submit: create
      create:
        do: account.create
        with: { identifier: email }
        then:
          created: completed
          exists: { to: identify, error: user_already_exists }
      completed: { end: completed, result: [email, city] }

    """

  private func difference(_ edits: [(String, String)]) async throws -> Difference {
    var (tenant, flow) = (Self.tenant, Self.flow)
    for name in ["old", "new"] {
      folder.write(name + "/tenant.yaml", tenant)
      folder.write(name + "/sign-up.yaml", flow)
      if name == "new" { break }
      for (text, other) in edits {
        #expect(tenant.contains(text) || flow.contains(text), "\(text)")
        tenant = tenant.replacing(text, with: other)
        flow = flow.replacing(text, with: other)
      }
    }
    return await Difference(try Version(folder: folder.path + "/old"), try Version(folder: folder.path + "/new"))
  }

  private func told(_ edits: [(String, String)]) async throws -> [String] {
    try await difference(edits).tenants.flatMap(\.changes).map { change in
      "\(change.verdict.rawValue) \(change.area.rawValue) \(change.place): \(change.text)"
    }
  }

  @Test func `nothing is different where nothing is`() async throws {
    let difference = try await difference([])
    #expect(difference.verdict == .same && difference.tenants.map(\.tenant) == ["shop"])
    #expect(difference.tenants.flatMap(\.changes).isEmpty && difference.notes.isEmpty)
  }

  @Test func `renamed states are the same, and told of`() async throws {
    let edits = [
      ("enter-code", "the-code"), ("verify-code", "compare"), ("about", "your-city"),
      ("submit: create\n", "submit: make\n"),
      ("  create:\n", "  make:\n"),
    ]
    let difference = try await difference(edits)
    #expect(difference.verdict == .same)
    #expect(
      difference.tenants.flatMap(\.changes).map(\.text) == [
        "is called `the-code` now", "is called `compare` now", "is called `your-city` now", "is called `make` now",
      ])
  }

  @Test func `a comment, another order and another form of YAML are no difference`() async throws {
    let edits = [
      (
        "  email: { type: email, identifier: true }\n  city: { type: string, max-length: 60 }\n",
        "  city: { max-length: 60, type: string } # where\n  email:\n    type: email\n    identifier: true\n"
      )
    ]
    #expect(try await difference(edits).verdict == .same)
  }

  @Test(arguments: [
    (
      "fields: { email: required }", "fields: { email: required, city: optional }",
      ["extended clients flow `sign-up`, page `identify`: `submit` takes `city`, too"]
    ),
    (
      "fields: { city: required, kind: optional }", "fields: { city: required }",
      ["lost clients flow `sign-up`, page `about`: `submit` takes no `kind` any more"]
    ),
    (
      "city: required, kind: optional", "city: required, kind: required",
      ["lost clients flow `sign-up`, page `about`: `kind` is required now"]
    ),
    (
      "      resend: send-code\n", "",
      ["lost clients flow `sign-up`, page `enter-code`: the event `resend` is gone"]
    ),
    (
      "page: The code", "page: Enter it",
      ["extended people flow `sign-up`, page `enter-code`: is headed `Enter it`, and was `The code`"]
    ),
    (
      "max-length: 60", "max-length: 50",
      ["lost clients attribute `city`: takes at most 50 characters, and took at most 60 characters"]
    ),
    (
      "max-length: 60", "max-length: 70",
      ["extended clients attribute `city`: takes at most 70 characters, and took at most 60 characters"]
    ),
    (
      "[student, teacher]", "[student, pupil]",
      [
        "lost clients attribute `kind`: has no `teacher` among its options any more",
        "extended clients attribute `kind`: has `pupil` among its options",
      ]
    ),
    ("codes: { attempts: 5 }", "codes: { attempts: 6 }", ["lost security policy `codes`: `attempts` is 6, and was 5"]),
    (
      "codes: { attempts: 5 }", "codes: { attempts: 4 }",
      ["extended security policy `codes`: `attempts` is 4, and was 5"]
    ),
    ("5 per 1h", "5 per 30m", ["lost security function `look`: `attempts` is 5 per 30m, and was 5 per 1h"]),
    (
      "result: [email, city]", "result: [email]",
      ["lost clients flow `sign-up`, end `completed`: does not give `city` any more"]
    ),
    (
      "ios:", "android:", ["lost clients application `ios`: is gone", "extended clients application `android`: is new"]
    ),
    (
      "exists: { to: identify, error: user_already_exists }", "exists: { to: identify, error: denied }",
      ["lost clients flow `sign-up`, state `create`: `exists` has the error `denied`, and had `user_already_exists`"]
    ),
  ])
  func `an edit is told of, and weighed`(_ text: String, _ other: String, _ expected: [String]) async throws {
    #expect(try await told([(text, other)]) == expected)
  }

  @Test func `what stood before an end of any name is missed`() async throws {
    let flow = Self.flow.replacing("end: completed, result: [email, city]", with: "end: joined")
    let edits = [("old", flow), ("new", flow.replacing("resend: send-code", with: "resend: create"))]
    for (name, text) in edits {
      folder.write(name + "/tenant.yaml", Self.tenant)
      folder.write(name + "/sign-up.yaml", text)
    }
    let difference = await Difference(
      try Version(folder: folder.path + "/old"), try Version(folder: folder.path + "/new"))
    let told = difference.tenants.flatMap(\.changes).map(\.text)
    #expect(told.contains("comes to `joined` without `code.verify`, which stood before it on every path"), "\(told)")
  }

  @Test func `a page on the way is more, and a way past one is less`() async throws {
    let page =
      "submit: more\n  more:\n    page: More\n    fields: { kind: optional }\n    then: { submit: create }\n  create:"
    let more = try await difference([("submit: create\n  create:", page)])
    #expect(more.verdict == .extended)
    #expect(
      more.tenants.flatMap(\.changes).map(\.text).contains("`submit` leads to `more`, and led to `create`"))
    let less = try await told([("resend: send-code", "resend: identify")])
    #expect(
      less == ["lost people flow `sign-up`, page `enter-code`: `resend` leads to `identify`, and led to `send-code`"])
  }

  @Test func `an assignment that is another one is a lost promise, and one that is written in another way is none`()
    async throws
  {
    let set = ("submit: create\n", "submit: { to: create, set: { kind: \"'student'\" } }\n")
    #expect(
      try await told([set]) == [
        "lost security flow `sign-up`, page `about`: `submit` sets `kind: 'student'`, and set nothing"
      ])
    _ = try await difference([set])
    let written = Self.flow.replacing(set.0, with: "submit: { to: create, set: { kind: '\"student\"' } }\n")
    folder.write("old/sign-up.yaml", written)
    let same = await Difference(
      try Version(folder: folder.path + "/old"), try Version(folder: folder.path + "/new"))
    #expect(same.verdict == .same)
  }

  @Test func `a page that all passed is missed when a path goes round it`() async throws {
    let told = try await told([("resend: send-code", "resend: create"), ("[email, city]", "[email]")])
    #expect(
      told.contains("lost people flow `sign-up`, page `about`: is not passed any more on every path to `completed`"))
  }

  @Test func `a lost promise to clients names whose it is`() async throws {
    let changes = try await difference([("      resend: send-code\n", "")]).tenants.flatMap(\.changes)
    #expect(changes.map(\.breaks) == [["ios (flow-api)"]])
  }

  @Test func `an opt-out that is new is told of, and one that is gone, too`() async throws {
    let find = """
      submit: find
        find:
          do: account.find
          with: { identifier: email }
          then:
            missing: send-code
            found: { to: identify, error: user_already_exists }
        send-code:
      """
    let edits = [
      ("submit: send-code\n  send-code:", find), ("lifetime: 30m", "lifetime: 30m\nreveals: [account-existence]"),
    ]
    let told = try await told(edits)
    #expect(told.contains { $0.hasPrefix("lost security flow `sign-up`: opts out by `reveals: [account-existence]`") })
    let back = await Difference(
      try Version(folder: folder.path + "/new"), try Version(folder: folder.path + "/old"))
    #expect(
      back.tenants.flatMap(\.changes).contains {
        $0.text == "opts out by `reveals: [account-existence]` no more" && $0.verdict == .extended
      })
  }

  @Test func `flows that cannot be compiled are no version`() throws {
    folder.write("old/tenant.yaml", Self.tenant)
    folder.write("old/sign-up.yaml", Self.flow.replacing("start: identify", with: "start: nowhere"))
    #expect(throws: Version.Failure.self) { try Version(folder: folder.path + "/old") }
    #expect(throws: Version.Failure.self) { try Version(folder: folder.path + "/nothing") }
  }

  @Test func `tables are compared without their proofs`() async throws {
    _ = try await difference([("max-length: 60", "max-length: 50")])
    let tables = try ["old", "new"].map { try Compiler.table(folder: folder.path + "/" + $0) }
    let difference = await Difference(Version(table: tables[0]), Version(table: tables[1]))
    #expect(
      difference.tenants.flatMap(\.changes).map(\.text) == [
        "takes at most 50 characters, and took at most 60 characters"
      ])
    #expect(difference.notes.first?.contains("what is proven of `shop` is not compared") == true)
  }
}
