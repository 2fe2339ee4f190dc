import FlowModel
import FlowSource

/// U193: applications speak, and functions are, what policies allow.
@Sendable func allowances(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let syntax = tenant.resolved.scope.tenant
  for policy in syntax.policies where !policy.problems.hasErrors {
    func report(_ what: String, at place: SourceSpan, _ allowed: SourceSpan, help: String) {
      problems.report(
        Diagnostic(
          "U193", .error, "the policy \(policy.name.text.quoted) does not allow \(what)", at: place,
          labels: [Label(allowed, "this alone is allowed")], help: help))
    }
    if let allowed = policy.protocols {
      let names = Set(allowed.words.map(\.text))
      let help = "let it speak another protocol, or remove it"
      for application in syntax.applications where !names.contains(application.spoken.name) {
        report(
          "the protocol \(application.spoken.name.quoted) of the application \(application.name.text.quoted)",
          at: application.name.span, allowed.span, help: help)
      }
      // Without applications, any client speaks the flow API.
      if syntax.applications.isEmpty, !names.contains(SpokenProtocol.flowAPI.name) {
        report(
          "the protocol \(SpokenProtocol.flowAPI.name.quoted), which all clients speak without `applications`",
          at: syntax.name.span, allowed.span, help: "declare `applications`, each with its `protocol`")
      }
    }
    for function in syntax.functions {
      let (name, place) = (function.name.text.quoted, function.name.span)
      if let allowed = policy.functionNames, !allowed.words.contains(where: { $0.text == function.name.text }) {
        report("the function \(name)", at: place, allowed.span, help: "do without it, or ask who runs the platform")
      }
      switch function.definition.target {
      case .http(let url):
        guard let allowed = policy.functionHosts, let host = HookURL(url)?.host,
          !allowed.words.contains(where: { host.isAt($0.text) })
        else { continue }
        report(
          "the host \(host.quoted) of the function \(name)", at: place, allowed.span,
          help: "move it to a host that is allowed")
      case .command:
        guard let place = policy.noCommands else { continue }
        report(
          "a command, and the function \(name) is one", at: function.name.span, place,
          help: "make it a web hook: `url: https://…`")
      }
    }
  }
}

extension String {
  /// Whether a host is the one that is named, or is below it, where `*.` stands before that.
  fileprivate func isAt(_ allowed: String) -> Bool {
    allowed.hasPrefix("*.") ? hasSuffix(allowed.dropFirst()) : self == allowed
  }
}
