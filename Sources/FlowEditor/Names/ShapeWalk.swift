import FlowCompiler
import FlowSource
import FlowYAML

/// Where in a file a walk is.
struct WalkContext {
  /// The flow whose states are named there.
  var flow = ""
  /// The state.
  var state = ""
  /// The sub-flow that the state calls.
  var called: String?
}

/// What a scalar is.
enum WalkRole {
  /// A key of a mapping with fixed keys.
  case key(MappingShape, MappingShape.Variant?, in: YAMLNodeID, value: YAMLNodeID)
  /// A key that is a name.
  case name(NameKind, declares: Bool, in: YAMLNodeID, value: YAMLNodeID)
  /// A value.
  case value(Shape)
}

/// Goes through a file along its shape, and tells of each scalar what it is.
struct ShapeWalk {
  let tree: YAMLTree
  let visit: (YAMLNodeID, WalkRole, WalkContext) -> Void

  func walk(_ shape: Shape, _ context: WalkContext = WalkContext()) {
    if let root = tree.root { walk(root, shape, context) }
  }

  private func walk(_ id: YAMLNodeID, _ shape: Shape, _ context: WalkContext) {
    switch tree.kind(id) {
    case .scalar: visit(id, .value(shape), context)
    case .sequence:
      guard let inner = shape.element else { return }
      for element in tree.elements(id) { walk(element, inner, context) }
    case .mapping:
      switch shape.collection(tree.entries(id).map { tree.text($0.key) }) {
      case .mapping(let mapping): walk(id, mapping, context)
      case .names(let kind, let declares, let inner):
        for entry in tree.entries(id) {
          var inside = context
          let name = tree.text(entry.key)
          if kind == .flow { inside.flow = name }
          if kind == .state { inside.state = name }
          visit(entry.key, .name(kind, declares: declares, in: id, value: entry.value), context)
          walk(entry.value, inner, inside)
        }
      default: break
      }
    }
  }

  private func walk(_ id: YAMLNodeID, _ mapping: MappingShape, _ context: WalkContext) {
    var context = context
    var told: String?
    for entry in tree.entries(id) where tree.kind(entry.value) == .scalar {
      let (key, text) = (tree.text(entry.key), tree.text(entry.value))
      if key == mapping.discriminator { told = text }
      switch key {
      case "flow", "sub-flow": if mapping.entry(key) != nil { context.flow = text }
      case "call": if mapping.id == Shapes.call.id { context.called = text }
      default: break
      }
    }
    let variant = mapping.variant(told)
    for entry in tree.entries(id) {
      let key = tree.text(entry.key)
      if let others = mapping.others, mapping.entry(key) == nil {
        visit(entry.key, .name(others.kind, declares: false, in: id, value: entry.value), context)
      } else {
        visit(entry.key, .key(mapping, variant, in: id, value: entry.value), context)
      }
      if let shape = mapping.shape(key, variant) { walk(entry.value, shape, context) }
    }
  }
}

extension Shape {
  /// The shapes that may stand there, without choices between them.
  var alternatives: [Shape] {
    switch self {
    case .either(let shapes): shapes.flatMap(\.alternatives)
    case .place(let inner): inner.alternatives
    case .kinds(let mappings): mappings.map(Shape.mapping)
    default: [self]
    }
  }

  /// What the elements are, where it may be a list.
  var element: Shape? {
    let found = alternatives.compactMap { if case .list(let inner) = $0 { inner } else { nil } }
    return found.count == 1 ? found.first : found.isEmpty ? nil : .either(found)
  }

  /// What a mapping with some keys is there.
  func collection(_ keys: [String]) -> Shape? {
    if case .kinds(let mappings) = self {
      let told = mappings.first { $0.keys.first.map(keys.contains) ?? false }
      // Of a state whose kind is not written yet, all keys are possible.
      return .mapping(told ?? MappingShape("state", mappings.flatMap { $0.entries.prefix(1) }))
    }
    for shape in alternatives {
      switch shape {
      case .mapping, .names: return shape
      default: continue
      }
    }
    return nil
  }
}
