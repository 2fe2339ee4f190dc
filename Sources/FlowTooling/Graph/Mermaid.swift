/// The graph as a Mermaid flowchart. (Its state diagrams cannot colour a transition.)
func mermaid(_ graph: FlowGraph) -> String {
  var text = "flowchart TD\n"
  let isFramed = graph.groups.count { $0.parent == nil } > 1
  for (index, group) in graph.groups.enumerated() where group.parent == nil {
    text += subgraph(index, of: graph, depth: 1, isFramed: isFramed)
  }
  for edge in graph.edges { text += "  s\(edge.from) \(arrow(edge)) s\(edge.to)\n" }
  for kind in FlowGraph.Kind.allCases where graph.nodes.contains(where: { $0.kind == kind }) {
    let colours = Palette.colours(kind)
    text += "  classDef \(name(kind)) fill:\(colours.fill),stroke:\(colours.stroke),color:\(Palette.ink)\n"
  }
  for change in ChangeMark.allCases {
    let colour = Palette.colour(change)
    let dashes = change == .gone ? ",stroke-dasharray:6 4" : ""
    let nodes = graph.nodes.indices.filter { graph.nodes[$0].change == change }.map { "s\($0)" }
    if !nodes.isEmpty {
      text += "  classDef is-\(change.rawValue) stroke:\(colour),stroke-width:4px\(dashes)\n"
      text += "  class \(nodes.joined(separator: ",")) is-\(change.rawValue)\n"
    }
    let numbers = graph.edges.indices.filter { graph.edges[$0].change == change }.map(String.init)
    guard !numbers.isEmpty else { continue }
    text += "  linkStyle \(numbers.joined(separator: ",")) stroke:\(colour),color:\(colour),stroke-width:3px\(dashes)\n"
  }
  for mark in TransitionMark.allCases {
    let numbers = graph.edges.indices.filter { graph.edges[$0].mark == mark }.map(String.init)
    guard !numbers.isEmpty else { continue }
    let (colour, width) = (Palette.colour(mark), mark == .missing ? ",stroke-width:3px" : "")
    text += "  linkStyle \(numbers.joined(separator: ",")) stroke:\(colour),color:\(colour)\(width)\n"
  }
  for kind in FlowGraph.Edge.Kind.allCases where kind != .plain {
    let numbers = graph.edges.indices.filter { graph.edges[$0].kind == kind && !graph.edges[$0].isMarked }
      .map(String.init)
    guard !numbers.isEmpty else { continue }
    text +=
      "  linkStyle \(numbers.joined(separator: ",")) stroke:\(Palette.colour(kind)),color:\(Palette.colour(kind))\n"
  }
  return text
}

private func subgraph(_ index: Int, of graph: FlowGraph, depth: Int, isFramed: Bool) -> String {
  let indent = String(repeating: "  ", count: depth)
  let inside = isFramed ? indent + "  " : indent
  var inner = ""
  for (number, node) in graph.nodes.enumerated() where node.group == index {
    inner += "\(inside)s\(number)\(shape(node)):::\(name(node.kind))\n"
  }
  for (child, group) in graph.groups.enumerated() where group.parent == index {
    inner += subgraph(child, of: graph, depth: isFramed ? depth + 1 : depth, isFramed: true)
  }
  guard isFramed else { return inner }
  return "\(indent)subgraph g\(index)[\"\(escape(graph.groups[index].title))\"]\n\(inner)\(indent)end\n"
}

/// `end` is a word of Mermaid's own.
private func name(_ kind: FlowGraph.Kind) -> String { "is-" + kind.rawValue }

private func shape(_ node: FlowGraph.Node) -> String {
  let lines = ["<b>\(escape(node.title))</b>"] + node.details.map { "<small>\(escape($0))</small>" }
  let label = "\"\(lines.joined(separator: "<br/>"))\""
  switch node.kind {
  case .start: return "((\" \"))"
  case .page: return "(\(label))"
  case .effect: return "{{\(label)}}"
  case .passage: return "[/\(label)/]"
  case .choice: return "{\(label)}"
  case .completed, .failed, .end: return "([\(label)])"
  }
}

private func arrow(_ edge: FlowGraph.Edge) -> String {
  let lines = edge.branches.map { branch in
    [
      branch.name.isEmpty || branch.name == branch.error ? nil : escape(branch.name),
      branch.error.map { "✗ " + escape($0) },
    ]
    .compactMap(\.self)
    .joined(separator: " ")
  }
  let label = lines.allSatisfy(\.isEmpty) ? "" : "|\"\(lines.joined(separator: "<br/>"))\"|"
  return (edge.kind == .plain ? "-->" : "-.->") + label
}

/// Mermaid's entities: `#` and a number or name, and a semicolon. All that it, its HTML labels or its Markdown strings could
/// take for their own is written so.
private func escape(_ text: String) -> String {
  var escaped = ""
  for scalar in visible(text).unicodeScalars {
    switch scalar {
    case "\"", "#", "<", ">", "&", "`", "\\", "*", "|", ";", "{", "}", "[", "]", "~", "$":
      escaped += "#\(scalar.value);"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
