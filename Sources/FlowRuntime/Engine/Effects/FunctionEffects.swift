import FlowExpression
import FlowJSON
import FlowModel

extension EffectStep {
  /// Asks a function. The request has `id` (idempotency key), `tenant`, `flow`, `function`, the bound account's
  /// `username`, `attributes`, and where the flow hands them over `arguments`, `password` with `currentPasswordValid`,
  /// and `token` with `tokenId`.
  mutating func callFunction(_ call: Call<FunctionCall>, _ permit: Permit) throws -> FunctionCall.Outcome {
    guard let function = function(of: call.call) else { throw denied("no function") }
    try checkGrounds()
    let account = try boundAccount()
    var request: JSONObject = [
      "tenant": .string(table.tenant), "flow": .string(flow.name), "function": .string(function.name),
    ]
    request["account"] = account.map { .string($0.id) }
    request["username"] = (account?.identifiers.first?.value ?? table.identifierSlots.compactMap { run.text($0) }.first)
      .map(JSON.string)
    if let slots = call[FunctionCall.pass] {
      var attributes = JSONObject()
      for slot in slots { attributes[table.name(of: slot, in: flow)] = run[slot].map(JSON.init) }
      request["attributes"] = .object(attributes)
    }
    if let slot = call[FunctionCall.arguments] { request["arguments"] = run[slot].map(JSON.init) ?? .array([]) }
    if let password = text(call, FunctionCall.password) {
      request["password"] = .string(password)
      request["currentPasswordValid"] = .bool(
        try !permit.withholds(.guessesAtName)
          && matches(password, permit.withholds(.guessesAtAccount) ? nil : account, permit))
    }
    var link: (token: String, tokenId: String, flow: FlowIndex)?
    if let flow = call[FunctionCall.link] {
      let (token, tokenId) = newLinkToken()
      request["token"] = .string(token)
      request["tokenId"] = .string(tokenId)
      link = (token, tokenId, flow)
    }
    request["id"] = .string(idempotencyKey(of: request))
    guard let status = try answer(of: function, to: request, permit) else { return .fail }
    if status == .pending, let link, let account, let target = account.identifiers.first {
      try put(link: link.token, link.tokenId, for: account, target: target, flow: link.flow)
    }
    if status == .success, let proven = call[FunctionCall.attests].flatMap({ identifier($0.slot) }) {
      try prove(proven)
    }
    switch status {
    case .success: return .success
    case .pending: return .pending
    case .fail: return .fail
    }
  }

  /// What a function answers; nil where it answers nothing that fits.
  private func answer(
    of function: FunctionDefinition, to request: JSONObject, _ permit: Permit
  ) throws -> FunctionStatus? {
    try check(permit, for: .call)
    guard case .answer(let status) = try result(of: .function(function, request: .object(request))) else { return nil }
    return status
  }
}
