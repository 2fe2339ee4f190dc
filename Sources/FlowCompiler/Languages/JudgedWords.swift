import FlowModel
import FlowSource

/// All that people read in a tenant, judged, and the table that is made with it. None of it rests on what rules say of the flows.
struct JudgedWords: Sendable {
  /// The texts, in the order of the files; none where something is wrong with the flows.
  let texts: [TenantText]
  /// What is wrong with the words.
  let problems: DiagnosticCollector
  /// What each language has of them.
  let known: TenantWords
  /// The tenant as a table; nil where something is wrong so far.
  let table: FlowTable?

  /// Judges the words of a tenant. `isSound`: whether nothing is wrong with its flows by themselves; what they say is known for
  /// certain only then. `found`: what is wrong with the files of its languages as such.
  init(_ resolved: ResolvedTenant, isSound: Bool, _ found: DiagnosticCollector) {
    let tenant = resolved.scope.tenant
    let texts = isSound ? FlowCompiler.texts(of: resolved) : []
    var problems = found
    if !texts.isEmpty { check(tenant.locales, of: tenant, texts, &problems) }
    known = TenantWords(tenant.language, texts, tenant.locales, tenant.messages)
    table = isSound && resolved.isWhole && !problems.hasErrors ? lower(resolved, texts, tenant.locales) : nil
    (self.texts, self.problems) = (texts, problems)
  }
}
