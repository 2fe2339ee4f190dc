import FlowDiff
import FlowModel
import Testing

/// Each number of a tenant's policies that changes is told of. A property that is added to a policy fails here, until its change is.
@Suite struct PolicyDifferenceTests {
  private typealias Edit = @Sendable (inout FlowTable) -> Void

  private static let codes: [String: Edit] = [
    "digits": { $0.codes.digits = 6 }, "lifetime": { $0.codes.lifetime = 900 }, "attempts": { $0.codes.attempts = 9 },
    "resendAfter": { $0.codes.resendAfter = 5 }, "perIdentifier": { $0.codes.perIdentifier = Rate(90, per: 60) },
  ]
  private static let links: [String: Edit] = [
    "base": { $0.links.base = "https://other.example" }, "lifetime": { $0.links.lifetime = 900 },
    "invitations": { $0.links.invitations = 900 }, "perIdentifier": { $0.links.perIdentifier = Rate(90, per: 60) },
  ]
  private static let notices: [String: Edit] = [
    "lifetime": { $0.notices.lifetime = 900 }, "perIdentifier": { $0.notices.perIdentifier = Rate(90, per: 60) },
  ]
  private static let passwords: [String: Edit] = [
    "minLength": { $0.passwords.minLength = 8 }, "maxLength": { $0.passwords.maxLength = 64 },
    "classes": { $0.passwords.classes = 2 }, "forbidsCommon": { $0.passwords.forbidsCommon = false },
    "forbidsIdentifier": { $0.passwords.forbidsIdentifier = false }, "words": { $0.passwords.words = ["usher"] },
    "breaches": { $0.passwords.breaches = .file("leaked.txt") }, "remember": { $0.passwords.remember = 3 },
    "attempts": { $0.passwords.attempts = Rate(99, per: 60) }, "hashing": { $0.passwords.hashing.passes = 3 },
  ]
  private static let tokens: [String: Edit] = [
    "access": { $0.tokens.access = 900 }, "refresh": { $0.tokens.refresh = 900 },
    "session": { $0.tokens.session = 900 }, "algorithm": { $0.tokens.algorithm = .eddsa },
  ]

  @Test func `each property of a policy is compared`() async throws {
    let table = FlowTable(tenant: "shop")
    let policies: [(any Sendable, [String: Edit])] = [
      (table.codes, Self.codes), (table.links, Self.links), (table.notices, Self.notices),
      (table.passwords, Self.passwords), (table.tokens, Self.tokens),
    ]
    for (policy, edits) in policies {
      #expect(Set(Mirror(reflecting: policy).children.compactMap(\.label)) == Set(edits.keys), "\(type(of: policy))")
      for (name, edit) in edits {
        var other = table
        edit(&other)
        let difference = await Difference(Version(table: table), Version(table: other))
        #expect(!difference.tenants.flatMap(\.changes).isEmpty, "\(type(of: policy)): \(name)")
      }
    }
  }
}
