public import FlowModel

/// How a part of a picture stands to an older version of the flow.
public enum ChangeMark: String, Sendable, CaseIterable {
  /// It is new.
  case added
  /// It is another now, and all that held holds.
  case changed
  /// It is another now, and something that held does not hold any more.
  case lost
  /// It is gone.
  case gone
}

/// A flow as one version of a table has it.
public struct FlowVersion: Sendable {
  /// The flow.
  public var flow: Flow
  /// Its table, which must be whole.
  public var table: FlowTable
  /// The texts of the table's expressions; none where nobody has them.
  public var expressions: [String]

  /// A flow of a table.
  public init(_ flow: Flow, of table: FlowTable, expressions: [String] = []) {
    self.flow = flow
    self.table = table
    self.expressions = expressions
  }
}

/// One flow in two versions, of which one may be missing.
public struct ComparedFlow: Sendable {
  /// The old version.
  public var old: FlowVersion?
  /// The new one.
  public var new: FlowVersion?
  /// The state of the new version for each of the old one's; nil: it is gone.
  public var newOf: [Int?]
  /// What became of states of the new version that are another now.
  public var marks: [Int: ChangeMark]

  /// One flow in two versions.
  public init(old: FlowVersion?, new: FlowVersion?, newOf: [Int?] = [], marks: [Int: ChangeMark] = [:]) {
    (self.old, self.new, self.newOf, self.marks) = (old, new, newOf, marks)
  }
}

/// Draws flows in two versions at once: what is new, what is another now, and what is gone.
public func draw(_ flows: [ComparedFlow], as format: GraphFormat) throws(GraphError) -> String {
  var graph = FlowGraph()
  for flow in flows { graph.add(flow) }
  return try write(graph, as: format)
}

extension FlowGraph {
  /// Adds the picture of the new version, and what the old one had and it has not.
  mutating func add(_ compared: ComparedFlow) {
    let old = compared.old.map { FlowGraph([$0.flow], of: $0.table, $0.expressions) }
    guard let new = compared.new.map({ FlowGraph([$0.flow], of: $0.table, $0.expressions) }) else {
      if let old { append(old, marking: .gone) }
      return
    }
    guard let old else { return append(new, marking: .added) }
    let (firstNode, firstEdge, firstGroup) = (nodes.count, edges.count, groups.count)
    append(new, marking: nil)
    // The first node of a picture is the dot from which the flow starts; a state's has one more than the state's number.
    var nodeOf = [firstNode]
    var kept: Set<Int> = [firstNode]
    for (state, node) in old.nodes.dropFirst().enumerated() {
      if let same = compared.newOf.indices.contains(state) ? compared.newOf[state] : nil {
        nodeOf.append(firstNode + 1 + same)
        kept.insert(firstNode + 1 + same)
      } else {
        nodeOf.append(nodes.count)
        kept.insert(nodes.count)
        let title = old.groups[node.group].title
        let group = groups[firstGroup...].firstIndex { $0.title == title } ?? firstGroup
        append(Node(kind: node.kind, title: node.title, details: node.details, group: group, change: .gone))
      }
    }
    for (state, mark) in compared.marks where new.nodes.indices.contains(state + 1) {
      self.mark(node: firstNode + 1 + state, as: mark)
    }
    for node in firstNode..<firstNode + new.nodes.count where !kept.contains(node) { self.mark(node: node, as: .added) }
    compare(edgesFrom: firstEdge, with: old.edges, nodeOf)
  }

  /// Marks branches that the old version had not, and adds those that only it had.
  private mutating func compare(edgesFrom first: Int, with old: [Edge], _ nodeOf: [Int]) {
    struct Branching: Hashable { let from: Int, to: Int, kind: Edge.Kind, branch: Branch? }
    func branches(_ edge: Edge, _ place: (Int) -> Int) -> [Branching] {
      let branches: [Branch?] = edge.branches.isEmpty ? [nil] : edge.branches
      return branches.map { Branching(from: place(edge.from), to: place(edge.to), kind: edge.kind, branch: $0) }
    }
    let before = old.flatMap { branches($0) { nodeOf[$0] } }
    let after = edges[first...].flatMap { branches($0) { $0 } }
    let (known, still) = (Set(before), Set(after))
    replace(
      edgesFrom: first,
      with: after.map { edge($0, known.contains($0) ? nil : .added) }
        + before.filter { !still.contains($0) }.map { edge($0, .gone) })
    func edge(_ branching: Branching, _ change: ChangeMark?) -> Edge {
      Edge(
        from: branching.from, to: branching.to, kind: branching.kind, change: change,
        branches: branching.branch.map { [$0] } ?? [])
    }
  }
}
