import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime

/// What is not as a case expects it.
extension CaseStage {
  typealias Difference = CaseFailure.Difference

  func differences(
    between expected: CaseExpectation?, _ record: StepRecord, _ harness: SubFlowHarness?
  ) async throws -> [Difference] {
    var found: [Difference] = []
    func compare(_ what: String, _ wanted: String?, _ got: String?) {
      guard let wanted, wanted != got else { return }
      found.append(
        Difference(
          what: what, span: expected?.places[what], expected: "`\(wanted)`", got: got.map { "`\($0)`" } ?? "none"))
    }
    if let reply = record.reply {
      let wanted = expected?.error?.text
      let got = reply.error?.code
      if (wanted == "none" ? nil : wanted) != got {
        found.append(
          Difference(
            what: "error", span: expected?.places["error"],
            expected: wanted.map { $0 == "none" ? "none" : "`\($0)`" } ?? "none",
            got: got.map { "`\($0)`" + Self.fields(of: reply) } ?? "none"))
      }
    }
    guard let expected else { return found }
    let state = record.reply?.state.map { harness == nil ? $0 : SubFlowHarness.ownName($0) }
    compare("state", expected.state?.text, state)
    compare("page", try await filled(expected.page), record.reply?.page?.title)
    compare("end", expected.end?.text, record.reply?.end?.name)
    compare("locale", expected.locale?.text, record.reply?.locale?.text)
    compare("fields", Self.list(expected.fields), Self.list(record.reply?.page?.fields.map(\.name)))
    compare("events", Self.list(expected.events), Self.list(record.reply?.events))
    compare("invalid", Self.list(expected.invalid), Self.list(record.reply?.error?.fields.map(\.name)))
    compare("asked", Self.list(expected.asked), Self.list(record.asked))
    let hasGrant = record.reply?.end?.grants?["sign-in"] != nil
    compare("grants", expected.grants.map { $0 ? "sign-in" : "nothing" }, hasGrant ? "sign-in" : "nothing")
    found += try await ends(expected, record.reply?.end)
    found += try await messages(expected, record.messages)
    for account in expected.accounts { found += try await accounts(account) }
    for value in expected.missing {
      let name = try text(try await filled(value))
      if try await account(named: name) != nil {
        found.append(
          Difference(
            what: "no-account", span: expected.places["no-account"], expected: "no account of `\(name)`", got: "one"))
      }
    }
    return found
  }

  /// A text with its places filled; nil where none is asked for.
  private func filled(_ text: CaseText?) async throws -> String? {
    guard let text else { return nil }
    return try self.text(try await filled(text))
  }

  private static func list(_ words: [Word]?) -> String? { words.map { list($0.map(\.text)) ?? "" } }
  private static func list(_ names: [String]?) -> String? { names.map { "[" + $0.joined(separator: ", ") + "]" } }

  private static func fields(of reply: Reply) -> String {
    let fields = (reply.error?.fields ?? []).map { field in
      "`\(field.name)`" + (field.reason.map { ": \($0)" } ?? "")
    }
    return fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"
  }

  // MARK: Ends

  private func ends(_ expected: CaseExpectation, _ end: Reply.EndView?) async throws -> [Difference] {
    var found: [Difference] = []
    let names = end?.result?.members.map(\.name) ?? []
    if let wanted = expected.results, wanted.map(\.text).sorted() != names.sorted() {
      found.append(
        Difference(
          what: "result", span: expected.places["result"], expected: Self.list(wanted) ?? "",
          got: end == nil ? "no end" : Self.list(names) ?? ""))
    }
    for member in expected.values {
      let attribute = table.attributes.first { $0.name == member.name.text }
      let wanted = try json(try await filled(member.value), for: attribute)
      let got = end?.result?[member.name.text]
      if wanted != got ?? .null {
        found.append(
          Difference(
            what: "result.\(member.name.text)", span: member.name.span, expected: wanted.text,
            got: got?.text ?? "nothing"))
      }
    }
    return found
  }

  // MARK: Messages

  private func messages(_ expectation: CaseExpectation, _ sent: [Message]) async throws -> [Difference] {
    guard let expected = expectation.messages else { return [] }
    var found: [Difference] = []
    if expected.count != sent.count {
      let list = sent.map { "\($0.content.kind.name) to \($0.to)" }.joined(separator: ", ")
      found.append(
        Difference(
          what: "messages", span: expectation.places["messages"], expected: "\(expected.count)",
          got: list.isEmpty ? "none" : "\(sent.count): \(list)"))
    }
    for (index, (wanted, got)) in zip(expected, sent).enumerated() {
      let what = expected.count == 1 ? "message" : "message \(index + 1)"
      func compare(_ part: String, _ text: String?, _ got: String) {
        guard let text, text != got else { return }
        found.append(
          Difference(
            what: "\(what), \(part)", span: wanted.places[part], expected: "`\(text)`", got: "`\(got)`"))
      }
      compare("kind", wanted.kind?.text, got.content.kind.name)
      if let to = wanted.to { compare("to", try text(try await filled(to)), got.to) }
      compare("channel", wanted.channel?.text, got.channel.name)
      compare("subject", try await filled(wanted.subject), got.words.subject)
      if let says = try await filled(wanted.says), !got.words.text.contains(says) {
        found.append(
          Difference(
            what: "\(what), says", span: wanted.places["says"], expected: "`\(says)`", got: "`\(got.words.text)`"))
      }
    }
    return found
  }

  // MARK: Accounts

  private func accounts(_ expected: ExpectedAccount) async throws -> [Difference] {
    guard let account = try await account(expected.account) else {
      return [Difference(what: "account", span: expected.span, expected: "one that is found so", got: "none")]
    }
    var found: [Difference] = []
    for member in expected.account.attributes {
      guard let attribute = table.attributes.first(where: { $0.name == member.name.text }) else { continue }
      let wanted = try json(try await filled(member.value), for: attribute)
      let got = account.content?[attribute.name] ?? .null
      let isSame =
        attribute.isIdentifier
        ? wanted.string.map(attribute.normalised) == got.string.map(attribute.normalised) : wanted == got
      if !isSame {
        found.append(
          Difference(
            what: "account, \(attribute.name)", span: member.name.span,
            expected: wanted == .null ? "nothing" : wanted.text,
            got: got == .null ? "nothing" : got.text))
      }
    }
    if let password = expected.account.password {
      let text = try text(try await filled(password))
      if !engine.holds(text, in: account.passwordHash) {
        let got = account.passwordHash == nil ? "none" : "another one"
        found.append(
          Difference(
            what: "account, password", span: expected.account.places["password"], expected: "`\(text)`", got: got))
      }
    }
    if expected.account.lacksPassword, account.passwordHash != nil {
      found.append(
        Difference(
          what: "account, password", span: expected.account.places["password"], expected: "none", got: "one"))
    }
    if let standing = expected.account.standing, standing != account.standing {
      found.append(
        Difference(
          what: "account, standing", span: expected.account.places["standing"],
          expected: "`\(standing.rawValue)`", got: "`\(account.standing.rawValue)`"))
    }
    return found
  }
}

extension AccountRecord {
  /// How it stands, as cases say it.
  var standing: CaseAccount.Standing {
    if !isEnabled { return .disabled }
    if !isConfirmed { return .pending }
    return unproven.isEmpty ? .active : .unproven
  }
}
