import FlowModel

/// The errors that each tenant has, and those of the engine, in Markdown.
func errorReference() -> String {
  func table(_ errors: [ErrorDefinition]) -> String {
    errors.map { "| `\($0.code)` | \($0.message) |" }.joined(separator: "\n")
  }
  return """
    ### Standard errors

    A flow names them under `error`, and a tenant may have other words for them.

    | code | words |
    |---|---|
    \(table(standardErrors))

    ### Errors of the engine

    No flow names these; clients get them where they ask for what is not possible.

    | code | words |
    |---|---|
    \(table(EngineError.all))

    """
}
