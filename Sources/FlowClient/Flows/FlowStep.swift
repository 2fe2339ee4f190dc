/// Where a run stands, as a reply told it: what the types of generated clients are made of.
public struct FlowStep: Sendable, CustomStringConvertible, CustomReflectable {
  let access: FlowAccess
  let reply: FlowReply

  init(_ access: FlowAccess, _ reply: FlowReply) {
    self.access = access
    self.reply = reply
  }

  /// The state; nil where a start was refused, so that there is no run.
  public var state: String? { reply.state }
  /// How the run is over; nil while it goes on.
  public var end: String? { reply.endName }
  /// What went wrong; nil: nothing.
  public var problem: FlowProblem? { reply.problem }
  /// The continuation token, by which a client can find the run again (`resume` of generated clients).
  public var token: Secret? { reply.token }

  /// Where the run has arrived, in one word: `STATE`, or `STATE CODE` with an error; of an end its name alone, behind a dot;
  /// empty where there is no run.
  public var arrival: String {
    if let end { return "." + end }
    guard let state else { return "" }
    return problem.map { "\(state) \($0.code)" } ?? state
  }

  /// Sends an event. It is taken once, however often it is sent from the same step.
  public func send(_ event: String, _ input: FlowArgument...) async throws(FlowError) -> FlowStep {
    guard let token else { throw unexpected("a step without a token") }
    return try await access.send(event, input, token: token)
  }

  // MARK: What generated types read

  /// What the run has for a field; nil: nothing.
  public func value<Value: FlowValue>(_ name: String) throws(FlowError) -> Value? { try read(reply.values[name], name) }

  /// What the end hands out under a name; nil: nothing.
  public func result<Value: FlowValue>(_ name: String) throws(FlowError) -> Value? {
    try read(reply.result[name], name)
  }

  /// A grant to sign in with once; nil: the end has none.
  public var grant: Secret? { reply.grant }

  /// The tokens of the session that was opened; nil: there are none.
  public var tokens: FlowTokens? { reply.tokens }

  /// What people read who must go on in a browser; nil: nobody must.
  public var redirect: String? { reply.redirect }

  /// What every end of its name hands out.
  public func handedOut<Value>(_ value: Value?) throws(FlowError) -> Value {
    guard let value else { throw unexpected("an end `\(end ?? "")` without all that it hands out") }
    return value
  }

  /// The page with what went wrong.
  public func failure<Page: FlowPage>(at page: Page) throws(FlowError) -> FlowFailure<Page> {
    FlowFailure(problem: try refusal(), page: page)
  }

  /// What went wrong.
  public func refusal() throws(FlowError) -> FlowProblem {
    guard let problem else { throw unexpected("no error where there should be one") }
    return problem
  }

  /// Where the run stands is nothing that the client knows.
  public var unexpected: FlowError {
    unexpected("the state `\(state ?? "none")`\(problem.map { " with \($0.code)" } ?? "")")
  }

  private func unexpected(_ what: String) -> FlowError { .unexpected(UnexpectedAnswer(what)) }

  private func read<Value: FlowValue>(_ json: JSON?, _ name: String) throws(FlowError) -> Value? {
    guard let json, json != .null else { return nil }
    guard let value = Value(flowJSON: json) else {
      throw unexpected("a value of `\(name)` that the client does not know")
    }
    return value
  }

  /// The state alone.
  public var description: String { state ?? "no run" }
  /// No children: a token must not be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
