import FlowCompiler
import FlowJSON
import FlowSource

/// What was proven of tenants, and which opt-outs are in force: what `usher check --proofs` tells.
struct ProofRenderer {
  let sources: SourceMap
  let style: Style

  /// The name of the rule family of a code.
  static func family(_ code: String) -> String {
    Rule.of(code)?.family.rawValue ?? ""
  }

  func render(_ tenants: [CompiledTenant]) -> String {
    tenants.filter { !$0.name.isEmpty }.map(render).joined()
  }

  private func render(_ tenant: CompiledTenant) -> String {
    var text = "\n" + style.paint("Proven of \(visible(tenant.name))", .strong) + " (\(visible(tenant.path)))\n"
    var flows: [String] = []
    for name in [""] + tenant.flows.map(\.name) + tenant.proofs.map(\.flow) where !flows.contains(name) {
      flows.append(name)
    }
    var rows: [Row] = []
    for flow in flows {
      let proofs = tenant.proofs.filter { $0.flow == flow }
      if proofs.isEmpty { continue }
      rows.append(Row(heading: flow.isEmpty ? "of all flows" : flow))
      for proof in proofs {
        rows.append(Row(kind: Self.family(proof.code), text: proof.sentence, span: proof.span))
        if !proof.assumes.isEmpty { rows.append(Row(assumed: proof.assumes.joined(separator: "; "))) }
      }
    }
    text += rows.isEmpty ? "  nothing\n" : table(rows)
    text += style.paint("Opt-outs in force", .strong) + "\n"
    let optOuts = tenant.optOuts.map { Row(kind: $0.text, text: $0.meaning, span: $0.span) }
    return text + (optOuts.isEmpty ? "  none\n" : table(optOuts))
  }

  private struct Row {
    /// A flow's name, on a line of its own.
    var heading: String?
    /// What the row before it assumes, on a line of its own.
    var assumed: String?
    var kind = ""
    var text = ""
    var span = SourceSpan.fileStart(0)
  }

  /// Kind, text and place in columns.
  private func table(_ rows: [Row]) -> String {
    let kinds = rows.map { visible($0.kind).count }.max() ?? 0
    let texts = min(rows.map { visible($0.text).count }.max() ?? 0, 100)
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    return rows.map { row in
      if let heading = row.heading { return "  \(visible(heading))\n" }
      if let assumed = row.assumed {
        return "    \(padded("", kinds))  \(style.paint("assumed: \(visible(assumed))", .frame))\n"
      }
      let kind = style.paint(padded(visible(row.kind), kinds), .label)
      return "    \(kind)  \(padded(visible(row.text), texts))  \(style.paint(place(row.span), .frame))\n"
    }.joined()
  }

  private func place(_ span: SourceSpan) -> String {
    let position = sources.file(span)?.position(span.start)
    return "\(visible(sources.fileName(of: span))):\(position?.line ?? 1):\(position?.column ?? 1)"
  }

  // MARK: JSON

  /// The members `proofs` and `optOuts` of a report.
  func json(_ tenants: [CompiledTenant]) -> JSONObject {
    [
      "proofs": .array(
        tenants.flatMap { tenant in
          tenant.proofs.map {
            [
              "tenant": .string(tenant.name), "flow": .string($0.flow), "code": .string($0.code),
              "family": .string(Self.family($0.code)), "sentence": .string($0.sentence),
              "assumes": .array($0.assumes.map(JSON.string)),
              "path": .string(sources.path(of: $0.span)), "range": range($0.span, in: sources),
            ]
          }
        }),
      "optOuts": .array(
        tenants.flatMap { tenant in
          tenant.optOuts.map {
            [
              "tenant": .string(tenant.name), "flow": .string($0.flow), "optOut": .string($0.text),
              "meaning": .string($0.meaning), "path": .string(sources.path(of: $0.span)),
              "range": range($0.span, in: sources),
            ]
          }
        }),
    ]
  }
}
