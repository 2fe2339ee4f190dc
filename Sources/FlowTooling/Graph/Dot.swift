/// The graph in Graphviz's language, with HTML-like labels.
func dot(_ graph: FlowGraph) -> String {
  var text = """
    digraph flows {
      graph [fontname="Helvetica,Arial,sans-serif", fontsize=12, fontcolor="\(Palette.faint)", pad=0.3, nodesep=0.45, ranksep=0.5]
      node [fontname="Helvetica,Arial,sans-serif", fontsize=12, fontcolor="\(Palette.ink)", style=filled, penwidth=1.4, margin="0.16,0.09"]
      edge [fontname="Helvetica,Arial,sans-serif", fontsize=10, color="\(Palette.line)", fontcolor="\(Palette.ink)", arrowsize=0.7]

    """
  let isFramed = graph.groups.count { $0.parent == nil } > 1
  for (index, group) in graph.groups.enumerated() where group.parent == nil {
    text += cluster(index, of: graph, depth: 1, isFramed: isFramed)
  }
  for edge in graph.edges {
    // An edge that leads back is drawn reversed, or it would pull what it leads back to down the picture.
    let isBack = edge.to < edge.from
    text += "  s\(isBack ? edge.to : edge.from) -> s\(isBack ? edge.from : edge.to)\(attributes(edge, isBack))\n"
  }
  return text + "}\n"
}

private func cluster(_ index: Int, of graph: FlowGraph, depth: Int, isFramed: Bool) -> String {
  let indent = String(repeating: "  ", count: depth)
  var inner = ""
  for (number, node) in graph.nodes.enumerated() where node.group == index {
    inner += "\(indent)  s\(number) [\(attributes(node))]\n"
  }
  for (child, group) in graph.groups.enumerated() where group.parent == index {
    inner += cluster(child, of: graph, depth: depth + 1, isFramed: true)
  }
  let title = "label=<<b>\(html(graph.groups[index].title))</b>>, labeljust=l"
  guard isFramed else { return "\(indent)graph [\(title), labelloc=t]\n" + inner }
  let frame = depth == 1 ? "color=\"#cbd2d9\"" : "color=\"#9aa5b1\", style=\"rounded,filled\", fillcolor=\"#f7f9fa\""
  return "\(indent)subgraph cluster_\(index) {\n\(indent)  graph [\(title), \(frame), margin=14]\n\(inner)\(indent)}\n"
}

private func attributes(_ node: FlowGraph.Node) -> String {
  let colours = Palette.colours(node.kind)
  let stroke = node.change.map { "\"\(Palette.colour($0))\", penwidth=3.5" } ?? "\"\(colours.stroke)\""
  let paint = "fillcolor=\"\(colours.fill)\", color=\(stroke)"
  let dashes = node.change == .gone ? ",dashed" : ""
  let style = node.change == .gone ? ", style=\"filled,dashed\"" : ""
  let small = node.details.map { "<br/><font point-size=\"10\" color=\"\(Palette.faint)\">\(html($0))</font>" }
  let label = "label=<<b>\(html(node.title))</b>\(small.joined())>"
  switch node.kind {
  case .start: return "shape=circle, width=0.18, label=\"\", \(paint)"
  case .page: return "shape=box, style=\"rounded,filled\(dashes)\", \(label), \(paint)"
  case .effect: return "shape=hexagon, margin=\"0.02,0.02\", \(label), \(paint)\(style)"
  case .passage:
    return "shape=box, style=\"rounded,filled\(dashes)\", height=0.3, margin=\"0.1,0.04\", \(label), \(paint)"
  case .choice: return "shape=diamond, margin=\"0.01,0.01\", \(label), \(paint)\(style)"
  case .completed, .failed, .end:
    return "shape=ellipse, peripheries=2, margin=\"0.06,0.04\", \(label), \(paint)\(style)"
  }
}

private func attributes(_ edge: FlowGraph.Edge, _ isBack: Bool) -> String {
  var parts = isBack ? ["dir=back"] : []
  if edge.branches.contains(where: { !$0.name.isEmpty || $0.error != nil }) {
    let lines = edge.branches.map { branch in
      let error = branch.error.map { "<font color=\"\(Palette.alarm)\">✗ \(html($0))</font>" }
      return [branch.name.isEmpty || branch.name == branch.error ? nil : html(branch.name), error].compactMap(\.self)
        .joined(separator: " ")
    }
    // A table keeps the lines off the edge and left-aligned.
    let rows = lines.map { "<tr><td align=\"left\">\($0)</td></tr>" }.joined()
    parts.append("label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">\(rows)</table>>")
  }
  if let change = edge.change {
    let colour = Palette.colour(change)
    let style = change == .gone ? "dashed" : "solid"
    parts.append("style=\(style), color=\"\(colour)\", fontcolor=\"\(colour)\", penwidth=2.2")
    return " [\(parts.joined(separator: ", "))]"
  }
  if let mark = edge.mark {
    let style = mark == .unreachable ? "dotted" : edge.kind == .error ? "dashed" : "solid"
    let width = mark == .missing ? ", penwidth=2.5" : ""
    parts.append("style=\(style), color=\"\(Palette.colour(mark))\", fontcolor=\"\(Palette.colour(mark))\"\(width)")
    return " [\(parts.joined(separator: ", "))]"
  }
  switch edge.kind {
  case .plain: break
  case .error: parts.append("style=dashed, color=\"\(Palette.alarm)\"")
  case .timeout: parts.append("style=dotted, color=\"\(Palette.clock)\", fontcolor=\"\(Palette.clock)\"")
  }
  return parts.isEmpty ? "" : " [\(parts.joined(separator: ", "))]"
}

/// A text within an HTML-like label; characters that XML forbids stand as escapes.
private func html(_ text: String) -> String {
  var escaped = ""
  for character in visible(text).unicodeScalars {
    switch character {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    default: escaped.unicodeScalars.append(character)
    }
  }
  return escaped
}
