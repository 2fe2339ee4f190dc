import FlowModel

/// A picture's content, the same for all formats: what the states are, what leads where, and what belongs together.
struct FlowGraph {
  /// What a state is, told apart by shape and colour.
  enum Kind: String, CaseIterable {
    /// The dot from which a flow starts.
    case start
    /// A page: people are here.
    case page
    /// An effect: the machine is at work.
    case effect
    /// A choice.
    case choice
    /// Where a sub-flow is entered or left: a choice with one branch.
    case passage
    /// The end `completed`.
    case completed
    /// The end `failed`.
    case failed
    /// An end of the flow's own name.
    case end
  }

  /// One state, or the start.
  struct Node {
    let kind: Kind
    /// What people call it.
    let title: String
    /// More, in small print.
    let details: [String]
    /// The index of its group.
    var group: Int
    /// How it stands to an older version; nil: it is the same, or nobody compares.
    var change: ChangeMark?
  }

  /// One line of an edge's label.
  struct Branch: Hashable {
    /// The event, outcome or condition; empty at the start.
    let name: String
    /// The error that is kept for the next page.
    let error: String?
  }

  /// All branches of one kind from one state to another.
  struct Edge {
    /// How an edge is drawn.
    enum Kind: String, CaseIterable {
      /// Without an error.
      case plain
      /// With an error.
      case error
      /// After a time.
      case timeout
    }
    var from: Int
    var to: Int
    let kind: Kind
    /// How it stands to an older version; nil: it is the same, or nobody compares.
    var change: ChangeMark?
    /// What became of its branches in tests; nil: nobody tests.
    var mark: TransitionMark?
    var branches: [Branch]
    /// Whether its colour tells something else than its kind.
    var isMarked: Bool { mark != nil || change != nil }
  }

  /// A flow, or a sub-flow where it is called.
  struct Group {
    let title: String
    /// The index of the group it lies in.
    var parent: Int?
  }

  private(set) var groups: [Group] = []
  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []

  /// An empty picture.
  init() {}

  /// The picture of some flows of a table.
  init(
    _ flows: [Flow], of table: FlowTable, _ expressions: [String] = [], _ marks: [String: [Int32: TransitionMark]] = [:]
  ) {
    for flow in flows {
      add(StateReader(flow: flow, table: table, expressions: expressions, marks: marks[flow.name] ?? [:]))
    }
  }

  private mutating func add(_ reader: StateReader) {
    let flow = reader.flow
    groups.append(Group(title: flow.name, parent: nil))
    let top = groups.count - 1
    var groupOfPath = ["": top]
    nodes.append(Node(kind: .start, title: "", details: [], group: top))
    let first = nodes.count
    for state in flow.states {
      var path = state.name.split(separator: "/").map(String.init)
      let name = path.popLast() ?? state.name
      let group = group(path, &groupOfPath, top)
      nodes.append(reader.node(state, name, group))
    }
    edges.append(Edge(from: first - 1, to: first + Int(flow.start), kind: .plain, branches: []))
    for (index, state) in flow.states.enumerated() {
      for exit in reader.exits(of: state) {
        join(first + index, first + Int(exit.target), exit.kind, exit.mark, exit.branch)
      }
    }
  }

  private mutating func group(_ path: [String], _ known: inout [String: Int], _ top: Int) -> Int {
    var parent = top
    var key = ""
    for part in path {
      key += "/" + part
      if let group = known[key] {
        parent = group
      } else {
        groups.append(Group(title: part, parent: parent))
        parent = groups.count - 1
        known[key] = parent
      }
    }
    return parent
  }

  /// Adds another picture beside what there is.
  mutating func append(_ other: FlowGraph, marking change: ChangeMark?) {
    let (node, group) = (nodes.count, groups.count)
    groups += other.groups.map { Group(title: $0.title, parent: $0.parent.map { $0 + group }) }
    for var added in other.nodes {
      (added.group, added.change) = (added.group + group, added.kind == .start ? nil : change)
      nodes.append(added)
    }
    for var added in other.edges {
      (added.from, added.to, added.change) = (added.from + node, added.to + node, change)
      edges.append(added)
    }
  }

  mutating func append(_ node: Node) { nodes.append(node) }

  mutating func mark(node: Int, as change: ChangeMark) { nodes[node].change = change }

  /// Puts others in place of the last edges. Those that have ends, kind and mark in common become one.
  mutating func replace(edgesFrom first: Int, with others: [Edge]) {
    edges.removeSubrange(first...)
    for edge in others {
      let same = edges[first...].firstIndex {
        ($0.from, $0.to, $0.kind, $0.change) == (edge.from, edge.to, edge.kind, edge.change)
      }
      if let same { edges[same].branches += edge.branches } else { edges.append(edge) }
    }
  }

  /// Adds a branch to the edge that has its ends and kind already, so that five outcomes with one target are one line.
  private mutating func join(
    _ from: Int, _ to: Int, _ kind: Edge.Kind, _ mark: TransitionMark?, _ branch: Branch
  ) {
    // The edges of one state stand together at the end.
    for index in edges.indices.reversed() {
      guard edges[index].from == from else { break }
      if edges[index].to == to, edges[index].kind == kind, edges[index].mark == mark {
        edges[index].branches.append(branch)
        return
      }
    }
    edges.append(Edge(from: from, to: to, kind: kind, mark: mark, branches: [branch]))
  }
}
