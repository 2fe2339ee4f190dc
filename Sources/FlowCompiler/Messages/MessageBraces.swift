import FlowModel
import FlowSource

/// Braces that are no place for a value.
extension MessageResolver {
  /// U612: a value of this message in one pair of braces is words, which nobody means.
  mutating func reportSingleBraces(_ range: Range<Int>, _ file: MessageFile) {
    for brace in SingleBraces(file.source.bytes, range) {
      guard let name = valueName(brace.name) else { continue }
      problems.report(
        Diagnostic(
          "U612", .error, "this is no value but words: a value stands in two pairs of braces",
          at: file.span(brace.range), help: "write `{{ \(name) }}`", edit: Edit(file.span(brace.range), "{{ \(name) }}")
        ))
    }
  }

  /// U612: `}}` that closes nothing is what is left of a value, and `{% … %}` would be read as it stands.
  mutating func reportStrayBraces(_ range: Range<Int>, _ file: MessageFile) {
    for tag in file.source.bytes[range].foreignTags {
      problems.report(
        Diagnostic(
          "U612", .error, "this is no tag here, and would be read as it stands", at: file.span(tag.range),
          help: tag.isComment
            ? "take it out: there is `{{ … }}`, and there are no comments"
            : "write `{{ if attributes.NAME }}`, `{{ else }}` and `{{ end }}`"))
    }
    for brace in file.source.bytes[range].strayBraces {
      let name = brace.name.flatMap(valueName)
      let place = file.span(brace.range)
      problems.report(
        Diagnostic(
          "U612", .error, "this `}}` closes nothing", at: place,
          help: name.map { "write `{{ \($0) }}`" } ?? "write `{{` where the value begins, or take it out",
          edit: name.map { Edit(place, "{{ \($0) }}") }))
    }
  }

  /// How a value of this message is written that a name between braces is; nil where it is none.
  private func valueName(_ text: String) -> String? {
    own.contains { $0.name == text } ? text : attributeName(text).map { "attributes." + $0 }
  }

  /// The attribute that a name is, with `attributes.` or without.
  private func attributeName(_ text: String) -> String? {
    let name = text.hasPrefix("attributes.") ? String(text.dropFirst("attributes.".count)) : text
    return scope.attribute(name).map { scope.tenant.attributes[$0].name.text }
  }
}
