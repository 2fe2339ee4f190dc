import FlowModel
import FlowSource

/// U129: a web hook outside of this machine has a secret, with which it tells our requests from a stranger's. Only a server
/// demands it, so only whoever checks flows for one is told.
func reportUnsignedHooks(_ tenant: TenantSyntax, _ problems: inout DiagnosticCollector) {
  for function in tenant.functions {
    guard case .http(let url) = function.definition.target, function.definition.secret == nil,
      HookURL(url)?.isLocal != true
    else {
      continue
    }
    problems.report(
      Diagnostic(
        "U129", .warning,
        "the web hook \(function.name.text.quoted) has no `secret`, and `usher serve` does not call it so",
        at: function.name.span,
        help: "add `secret: env:NAME` or `secret: file:NAME`, with which its requests are signed"))
  }
  // Of a channel with a problem of its own, it is not known what it was meant to have.
  for channel in tenant.channels where !channel.isBroken {
    guard case .webhook(let hook)? = channel.definition?.target, hook.secret == nil, !isLocal(hook.url) else {
      continue
    }
    problems.report(
      Diagnostic(
        "U129", .warning,
        "the web hook of the channel \(channel.name.text.quoted) has no `secret`, and `usher serve` does not call it so",
        at: channel.name.span,
        help: "add `secret: env:NAME` or `secret: file:NAME`, with which its requests are signed"))
  }
}

private func isLocal(_ url: ChannelText) -> Bool {
  if case .text(let url) = url { HookURL(url)?.isLocal == true } else { false }
}
