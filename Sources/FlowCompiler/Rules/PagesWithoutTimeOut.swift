import FlowSource

/// U204: every page is left by time: by its own `after`, or by the end of the run's lifetime.
@Sendable func pagesWithoutTimeOut(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  for flow in tenant.flows where !flow.isUncalled {
    let syntax = resolved.scope.flows[flow.graph.root]
    guard syntax.lifetime == nil else { continue }
    var pages: [Word] = []
    for node in flow.graph.nodes(.page) where flow.reached[node] {
      guard let page = flow.graph.page(node, resolved.flows), page.timeout == 0 else { continue }
      let name = flow.graph.word(node, resolved.flows)
      if !pages.contains(name) { pages.append(name) }
      if pages.count > 4 { break }
    }
    guard !pages.isEmpty else { continue }
    problems.report(
      Diagnostic(
        "U204", .error, "a run of \(syntax.name.text.quoted) can wait for ever", at: syntax.name.span,
        labels: pages.prefix(4).map { Label($0.span, "this page has no `after`") },
        help: "give the flow a `lifetime: 30m`, or each page an `after`"))
  }
}
