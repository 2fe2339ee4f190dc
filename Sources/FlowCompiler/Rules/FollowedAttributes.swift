import FlowSource

/// U141: every address and every factor of a tenant is followed. Of one that is not nothing could be proven, and nothing refused.
@Sendable func followedAttributes(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let attributes = tenant.resolved.scope.tenant.attributes
  guard let first = tenant.subjects.unfollowed.min(), attributes.indices.contains(first) else { return }
  let name = attributes[first].name
  problems.report(
    Diagnostic(
      "U141", .error, "\(name.text.quoted) is one address too many: \(EvidenceState.subjectLimit) can be followed",
      at: name.span,
      help: "make it a `string` where it is neither mailed to nor identifies accounts, or leave it out"))
}
