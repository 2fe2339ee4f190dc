import FlowModel
import FlowSource

/// U123: what a tenant declares, some flow uses. Nothing is said where a flow has problems that may hide a use.
@Sendable func unusedDeclarations(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let (scope, mentions) = (tenant.resolved.scope, tenant.resolved.mentions)
  guard !scope.tenant.isOpen, !scope.flows.isEmpty, tenant.resolved.isWhole, !tenant.resolved.hidesMentions else {
    return
  }
  func report(_ what: String, _ word: Word, _ help: String) {
    // What cannot be named cannot be used: one problem is enough.
    guard word.text.isName, !reservedNames.contains(word.text) else { return }
    problems.report(
      Diagnostic(
        "U123", .warning, "the \(what) \(word.text.quoted) is declared and never used", at: word.span, help: help))
  }
  // One of them is meant by `locale-from`, where that names none.
  let isLost = scope.tenant.localeAttribute.map { scope.attribute($0.text) == nil } ?? false
  // Accounts are found by their identifiers, whether or not a flow asks for them.
  for (index, attribute) in scope.tenant.attributes.enumerated()
  where !isLost && !mentions.attributes.contains(index) && !attribute.definition.isIdentifier
    && attribute.name.text != scope.tenant.localeAttribute?.text
  {
    report("attribute", attribute.name, "collect it in a flow, or remove it")
  }
  for (index, function) in scope.tenant.functions.enumerated() where !mentions.functions.contains(index) {
    report("function", function.name, "call it in a flow, or remove it")
  }
  let standard = Set(standardErrors.map(\.code) + EngineError.all.map(\.code))
  for error in scope.tenant.errors where !standard.contains(error.code.text) {
    guard let index = scope.error(error.code.text), !mentions.errors.contains(index) else { continue }
    report("error", error.code, "name it in a transition, or remove it")
  }
  for (index, flow) in scope.flows.enumerated() where flow.isSubFlow && !mentions.calledFlows.contains(index) {
    guard scope.flow(flow.name.text) == index else { continue }
    report("sub-flow", flow.name, "call it, or remove its file")
  }
  for (index, flow) in scope.flows.enumerated() {
    for (number, input) in flow.inputs.enumerated() where mentions.inputs[index]?.contains(number) != true {
      // The engine takes the run's language from it.
      if input.name.text == FlowTable.localeParameter { continue }
      report("parameter", input.name, "use it in the flow, or remove it")
    }
  }
}

extension EngineError {
  /// The errors that a tenant may have its own words for, though no flow names them.
  fileprivate static let all = [
    attributesRequired, attributesInvalid, unknownEvent, unknownField, invalidRequest, invalidToken, runExpired,
    runEnded,
    unknownFlow, applicationRequired, unknownApplication, denied, unavailable, busy,
  ]
}
