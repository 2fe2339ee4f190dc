import FlowModel
import FlowSource

/// U601: what sends a message spends counters that bound what one address gets, and what one run sends.
@Sendable func boundedMail(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  // A function that compares guesses needs the same change, which is reported already.
  let guessing = Set(tenant.unboundedCalls(.guess).map(\.function))
  let sending = tenant.unboundedCalls(.message).filter { !guessing.contains($0.function) }
  for unbounded in sending {
    let name = tenant.resolved.scope.tenant.functions[unbounded.function].name.text
    problems.report(
      unbounded.problem(
        "U601", "the function \(name.quoted) sends links, and can be asked without end",
        attack: "an address gets as many messages as somebody likes",
        notes: ["`link`: it is handed a link's token, to send it on"], tenant.resolved))
  }
  let reported = guessing.union(sending.map(\.function))
  for unbounded in tenant.unboundedCalls(.call) where !reported.contains(unbounded.function) {
    let name = tenant.resolved.scope.tenant.functions[unbounded.function].name.text
    problems.report(
      unbounded.problem(
        "U601", "the function \(name.quoted) is asked on a loop, without end",
        attack: "whatever the function does, such as to send a message, is done as often as somebody likes",
        notes: ["each time round the loop it is asked again, and nothing is spent"], tenant.resolved))
  }
}

/// The most messages in an hour that one address may be sent of one kind: our own bound, one every other minute.
let mostMessagesAnHour = 30

/// U602: the policies let nobody flood an address.
@Sendable func floodedAddresses(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  func judge(_ rate: Rate, _ what: String, key: String, _ place: SourceSpan) {
    let anHour = rate.most(in: 3600)
    guard anHour > mostMessagesAnHour else { return }
    problems.report(
      Diagnostic(
        "U602", .error, "one address can be sent \(anHour.grouped) \(what) an hour", at: place,
        notes: [
          "`\(key): \(rate.text)` is as many as \(rate.most(in: 86400).grouped) a day, over all runs",
          "at most \(mostMessagesAnHour) an hour are allowed",
        ], help: "write `\(key): 10 per 1h`"))
  }
  let uses = tenant.uses
  if uses.counters.contains(.codesToAddress), let rate = scope.rate(of: .codesToAddress) {
    judge(rate, "codes", key: "per-identifier", scope.tenant.place("codes.per-identifier"))
  }
  if uses.counters.contains(.linksToAddress), let rate = scope.rate(of: .linksToAddress) {
    judge(rate, "links", key: "per-identifier", scope.tenant.place("links.per-identifier"))
  }
  if uses.counters.contains(.noticesToAddress), let rate = scope.rate(of: .noticesToAddress) {
    judge(rate, "notices", key: "per-identifier", scope.tenant.place("notices.per-identifier"))
  }
  for function in uses.functions(.message).sorted() {
    guard let rate = scope.rate(of: .callsForSubject, function: function) else { continue }
    let syntax = scope.tenant.functions[function]
    judge(rate, "links by \(syntax.name.text.quoted)", key: "attempts", syntax.attempts ?? syntax.name.span)
  }
}
