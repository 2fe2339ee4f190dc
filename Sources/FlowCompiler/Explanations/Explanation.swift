public import FlowSource

/// What `usher explain CODE` shows: what a diagnostic means, why the rule is there and how to mend it.
public struct Explanation: Sendable {
  /// The stable code, as in a diagnostic.
  public let code: String
  /// The rule in a few words.
  public let title: String
  /// Whether the code is an error or a warning.
  public let severity: Severity
  /// A few short paragraphs, an empty line between them; names and code stand in back quotes.
  public let text: String
  /// A tenant of which the compiler reports this code and nothing else; nil where a text cannot show it.
  public let broken: Example?
  /// The same tenant mended: the compiler has nothing to say about it.
  public let mended: Example?

  /// The page of a code whose mended example, if any, is written out.
  init(
    _ code: String, _ title: String, severity: Severity = .error, _ text: String, broken: Example? = nil,
    mended: Example? = nil
  ) {
    self.code = code
    self.severity = severity
    self.title = title
    self.text = text
    self.broken = broken
    self.mended = mended
  }

  /// The page of a code whose example is mended by replacing some texts.
  init(
    _ code: String, _ title: String, severity: Severity = .error, _ text: String, broken: Example,
    mending replacements: KeyValuePairs<String, String>
  ) {
    let mended = replacements.reduce(broken) { $0.replacing($1.key, with: $1.value) }
    self.init(code, title, severity: severity, text, broken: broken, mended: mended)
  }

  /// All pages, by their code.
  public static let all: [Explanation] = [
    fileExplanations, yamlExplanations, shapeExplanations, valueExplanations, referenceExplanations, effectExplanations,
    flowExplanations, conditionExplanations, graphExplanations, dataFlowExplanations, evidenceExplanations,
    propertyExplanations, protocolExplanations, concealmentExplanations, boundExplanations, denyExplanations,
    secretExplanations,
  ].joined().sorted { $0.code < $1.code }

  /// The page of a code, whatever its case; nil where there is no such code.
  public static func of(_ code: String) -> Explanation? {
    let wanted = code.uppercased()
    return all.first { $0.code == wanted }
  }
}
