import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime

/// What a step came to.
struct StepRecord {
  /// What was done, in words.
  var action: String
  /// What the client got; nil where the step asks for no reply.
  var reply: Reply?
  /// The transitions that were taken.
  var path: [StepPath.Taken] = []
  /// The messages that it sent.
  var messages: [Message] = []
  /// The functions that were asked.
  var asked: [String] = []
}

/// Steps as clients make them.
extension CaseStage {
  /// Does what a step says, once. Throws `Unplayable`, or a `StorageError`.
  func perform(_ step: CaseStep, of flow: String, _ harness: SubFlowHarness?) async throws -> StepRecord {
    let who = step.who?.text ?? ""
    var standing = standings[who] ?? Standing()
    var record = StepRecord(action: "")
    switch step.action {
    case .given(let world):
      try await take(world)
      return StepRecord(action: "the world changes")
    case .wait(let seconds):
      clock.wait(seconds: seconds)
      record.action = "wait \(durationText(seconds))"
      guard step.expected != nil, let token = standing.token else { return record }
      record.reply = await engine.current(token: token)
    case .look:
      record.action = "look"
      guard let token = standing.token else { return record }
      record.reply = await engine.current(token: token)
    case .start(let other, let members):
      standing = Standing()
      let started = other?.text ?? flow
      record.action = "start \(started)"
      record.reply = try await start(started, members, other == nil ? harness : nil)
    case .open(let link):
      let url = try text(try await filled(link))
      guard let opened = OpenedLink(url, table) else { throw Unplayable("this leads to no flow: \(url)") }
      standing = Standing(carried: ["token": opened.token, "tokenId": opened.tokenId])
      record.action = "open the link to \(opened.flow)"
      record.reply = await engine.start(flow: opened.flow, tenant: table.tenant, by: starter, input: [:])
    case .send(let event, let members):
      record.action = event.text
      let carried = standing.carried.filter { name, _ in
        standing.reply?.page?.event(event.text)?.fields.contains { $0.name == name } ?? false
          && !members.contains { $0.name.text == name }
      }
      var input = try await input(members)
      for (name, value) in carried { input[name] = .string(value) }
      let token = step.isStale ? standing.earlier : standing.token
      record.reply = await engine.send(ClientEvent(event.text, input: input, token: token ?? ""))
    }
    note(&record, &standing)
    standings[who] = standing
    return record
  }

  private var starter: Starter { application.map { .client($0) } ?? .operator }

  private func start(_ flow: String, _ members: [CaseMember], _ harness: SubFlowHarness?) async throws -> Reply {
    guard let harness else {
      let input = try await input(members)
      return await engine.start(flow: flow, tenant: table.tenant, by: starter, input: input)
    }
    // A sub-flow begins behind a page that collects what it is given.
    var input = try await self.input(members.filter { $0.name.text != SubFlowHarness.account })
    if let label = members.first(where: { $0.name.text == SubFlowHarness.account }) {
      guard let account = accounts[try text(label.value)],
        let grant = try await engine.grant(for: account.id, tenant: table.tenant)
      else { throw Unplayable("there is no such account to begin with", at: label.name.span) }
      input[SecretField.grant.name] = .string(grant)
    }
    let event = ClientEvent(PageEvent.submit, input: input)
    return await engine.start(flow: harness.flow, tenant: table.tenant, by: .operator, event: event, tokens: nil)
  }

  /// The input of an event.
  private func input(_ members: [CaseMember]) async throws -> JSONObject {
    var input = JSONObject()
    for member in members {
      let name = member.name.text
      let definition =
        table.attributes.first { $0.name == name }
        ?? table.flows.lazy.compactMap { $0.inputs.first { $0.name == name } }.first
      input[name] = try json(try await filled(member.value), for: SecretField(name: name) == nil ? definition : nil)
    }
    return input
  }

  /// Keeps what came of a step.
  private func note(_ record: inout StepRecord, _ standing: inout Standing) {
    record.path = path.take()
    if let reply = record.reply {
      if let next = reply.token, next != standing.token { (standing.earlier, standing.token) = (standing.token, next) }
      if reply.run != nil { standing.reply = reply }
      if let end = reply.end { ends.append(end) }
    }
  }

  /// What left in a step: messages, and questions to functions. Throws where a case does not say what a function answers.
  func takeWhatLeft(_ record: inout StepRecord) async throws {
    record.messages = await engine.takeMessages()
    messages += record.messages
    let (questions, unanswered) = functions.take()
    asked += questions
    record.asked = questions.map(\.function)
    if let unanswered {
      throw Unplayable("the function `\(unanswered)` was asked, and `given` does not say what it answers")
    }
  }
}

/// A link of the tenant's, taken apart.
struct OpenedLink {
  let flow: String
  let token: String
  let tokenId: String

  init?(_ url: String, _ table: FlowTable) {
    let parts = url.split(separator: "?", maxSplits: 1)
    guard parts.count == 2, let flow = parts[0].split(separator: "/").last.map(String.init),
      table.flow(named: flow) != nil
    else { return nil }
    var values: [String: String] = [:]
    for pair in parts[1].split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1)
      if halves.count == 2 { values[String(halves[0])] = String(halves[1]) }
    }
    guard let token = values["token"], let tokenId = values["tokenId"] else { return nil }
    (self.flow, self.token, self.tokenId) = (flow, token, tokenId)
  }
}
