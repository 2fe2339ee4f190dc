import FlowExpression
import FlowJSON
import FlowModel

extension EffectStep {
  /// Asks a function. The request has `id` (idempotency key), `tenant`, `flow`, `function`, the bound account's
  /// `username`, `attributes`, and where the flow hands them over `arguments`, `password` with `currentPasswordValid`,
  /// and `token` with `tokenId`.
  mutating func callFunction(_ call: EffectCall) throws -> Int {
    guard case .function(let index) = call.arguments[Parameter.function] else { throw denied("no function") }
    let function = table.functions[Int(index)]
    let account = try boundAccount()
    var request: JSONObject = [
      "tenant": .string(table.tenant), "flow": .string(flow.name), "function": .string(function.name),
    ]
    request["account"] = account.map { .string($0.id) }
    request["username"] = (account?.identifiers.first?.value ?? table.identifierSlots.compactMap { run.text($0) }.first)
      .map(JSON.string)
    if case .slots(let slots) = call.arguments[Parameter.pass] {
      var attributes = JSONObject()
      for slot in slots { attributes[table.name(of: slot, in: flow)] = run[slot].map(JSON.init) }
      request["attributes"] = .object(attributes)
    }
    if let slot = slot(call, Parameter.arguments) { request["arguments"] = run[slot].map(JSON.init) ?? .array([]) }
    if let password = text(call, Parameter.functionPassword) {
      request["password"] = .string(password)
      // What the function does may tell the client whether it holds: so it is a guess like any other.
      request["currentPasswordValid"] = .bool(
        try result(of: guess(password, of: account)) == .holds(true) && account?.passwordHash != nil)
    }
    request["id"] = .string(newRandomID().hex)
    var link: (token: String, tokenId: String, flow: Int32)?
    if case .flow(let flow) = call.arguments[Parameter.functionLink] {
      let (token, tokenId) = newLinkToken()
      request["token"] = .string(token)
      request["tokenId"] = .string(tokenId)
      link = (token, tokenId, flow)
    }
    let work = Work.function(
      function, request: .object(request), spending: allowances(of: function, call, for: account))
    guard case .answer(let status) = try result(of: work) else { return FunctionStatus.fail.rawValue }
    if status == .pending, let link, let account, let target = account.identifiers.first {
      try put(link: link.token, link.tokenId, for: account, target: target, flow: link.flow)
    }
    if status == .success, case .verified(let slot) = call.arguments[Parameter.attests], let proven = identifier(slot) {
      run.proofs.append(.verified(proven))
    }
    return status.rawValue
  }
  /// What a call of a function spends: for whom it is about, the account and the address that it attests, or whoever the
  /// run names; and for the run.
  private func allowances(
    of function: FunctionDefinition, _ call: EffectCall, for account: AccountRecord?
  ) -> [CounterSpend] {
    var subjects = [subject(account)].filter { !$0.isEmpty }
    if case .verified(let slot) = call.arguments[Parameter.attests], let attested = identifier(slot) {
      subjects.append(attested.value)
    }
    if subjects.isEmpty { subjects = table.identifierSlots.compactMap { identifier($0)?.value } }
    if subjects.isEmpty { subjects = [""] }
    return
      (subjects.map { allowance(.callsForSubject, for: $0, function: function) }
      + [allowance(.callsOfRun, for: runID.hex, function: function)]).compactMap { $0 }
  }
}
