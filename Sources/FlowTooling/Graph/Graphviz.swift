import CGraphviz

/// Pictures by libgraphviz, which is loaded when one is asked for.
enum Graphviz {
  /// Lays out a graph in Graphviz's language by `dot`, and returns the picture.
  static func svg(_ graph: String) throws(GraphError) -> String {
    if let reason = lazy_graphviz_load() { throw .noGraphviz(String(cString: reason)) }
    var length = 0
    guard let svg = lazy_graphviz_svg(graph, &length) else { throw .layoutFailed }
    defer { lazy_graphviz_free(svg) }
    return String(decoding: UnsafeRawBufferPointer(start: svg, count: length), as: UTF8.self)
  }
}
