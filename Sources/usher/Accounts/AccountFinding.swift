import FlowRuntime

/// Something to say of the accounts that rest, held against a tenant's flows.
struct AccountFinding {
  /// How much it matters.
  enum Level: String, Comparable {
    /// To know.
    case note
    /// Something that accounts have is not used.
    case warning
    /// Somebody cannot sign in any more.
    case error

    static func < (left: Self, right: Self) -> Bool {
      let order = [note, warning, error]
      return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
    }
  }

  let level: Level
  let text: String

  /// So many ids are listed of those that collide.
  private static let listed = 20

  /// All that a census has found, by the names of the attributes. No text holds what an account has, but its id.
  static func all(in census: AccountCensus) -> [AccountFinding] {
    var findings: [AccountFinding] = []
    if census.unreachable > 0 {
      findings.append(Self(level: .error, text: "\(accounts(census.unreachable)) found by no identifier any more"))
    }
    for (name, found) in census.attributes.sorted(by: { $0.key < $1.key }) {
      func add(_ level: Level, _ count: Int, _ text: String) {
        if count > 0 { findings.append(Self(level: level, text: "\(name.quoted): \(text)")) }
      }
      add(
        .error, found.otherForm,
        "\(accounts(found.otherForm)) not found by it as their owners wrote it, as it rests in another form; "
          + "`usher accounts convert` gives it the right one")
      add(
        .error, found.colliding.count,
        "\(accounts(found.colliding.count)) in the way of that, as another one has the same then: "
          + found.colliding.prefix(listed).joined(separator: ", ") + (found.colliding.count > listed ? ", …" : ""))
      add(
        .warning, found.misfits,
        "\(values(found.misfits)) does not fit any more: it counts as absent, or, where a second factor may rest on it, flows that read it are refused"
      )
      add(
        .warning, found.unknown, "\(values(found.unknown)) is of no use any more: there is no such attribute to hold it"
      )
      add(.note, found.without, "\(accounts(found.without)) without one, and not found by it")
    }
    return findings
  }

  private static func accounts(_ count: Int) -> String { count == 1 ? "1 account is" : "\(count) accounts are" }

  private static func values(_ count: Int) -> String {
    count == 1 ? "what 1 account has" : "what \(count) accounts have"
  }
}
