import Glibc

/// libgraphviz, loaded when a picture is asked for: bound at link time it would cost each start of the program, also of
/// all that draw nothing.
enum Graphviz {
  private typealias NewContext = @convention(c) () -> OpaquePointer?
  private typealias ReadGraph = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias Layout = @convention(c) (OpaquePointer, OpaquePointer, UnsafePointer<CChar>) -> Int32
  private typealias Render =
    @convention(c) (
      OpaquePointer, OpaquePointer, UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
      UnsafeMutablePointer<UInt32>
    ) -> Int32
  private typealias FreeLayout = @convention(c) (OpaquePointer, OpaquePointer) -> Int32
  private typealias CloseGraph = @convention(c) (OpaquePointer) -> Int32
  private typealias FreeContext = @convention(c) (OpaquePointer) -> Int32
  private typealias FreeData = @convention(c) (UnsafeMutablePointer<CChar>?) -> Void

  /// Lays out a graph in Graphviz's language by `dot`, and returns the picture.
  static func svg(_ graph: String) throws(GraphError) -> String {
    let cgraph = try load("libcgraph.so.6")
    let gvc = try load("libgvc.so.6")
    let read = try function("agmemread", in: cgraph, as: ReadGraph.self)
    let close = try function("agclose", in: cgraph, as: CloseGraph.self)
    let newContext = try function("gvContext", in: gvc, as: NewContext.self)
    let freeContext = try function("gvFreeContext", in: gvc, as: FreeContext.self)
    let layout = try function("gvLayout", in: gvc, as: Layout.self)
    let freeLayout = try function("gvFreeLayout", in: gvc, as: FreeLayout.self)
    let render = try function("gvRenderData", in: gvc, as: Render.self)
    let freeData = try function("gvFreeRenderData", in: gvc, as: FreeData.self)

    guard let context = newContext() else { throw .layoutFailed }
    defer { _ = freeContext(context) }
    guard let parsed = read(graph) else { throw .layoutFailed }
    defer { _ = close(parsed) }
    guard layout(context, parsed, "dot") == 0 else { throw .layoutFailed }
    defer { _ = freeLayout(context, parsed) }
    var data: UnsafeMutablePointer<CChar>?
    var length: UInt32 = 0
    guard render(context, parsed, "svg", &data, &length) == 0, let data else { throw .layoutFailed }
    defer { freeData(data) }
    return String(decoding: UnsafeRawBufferPointer(start: data, count: Int(length)), as: UTF8.self)
  }

  private static func load(_ library: String) throws(GraphError) -> UnsafeMutableRawPointer {
    // Never closed: libgraphviz registers clean-up of its own at exit.
    if let handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL) { return handle }
    throw .noGraphviz(reason())
  }

  private static func function<Function>(
    _ name: String, in library: UnsafeMutableRawPointer, as type: Function.Type
  ) throws(GraphError) -> Function {
    guard let symbol = dlsym(library, name) else { throw .noGraphviz(reason()) }
    // INVARIANT: the types above repeat the declarations of graphviz/gvc.h and cgraph.h of the versions named in `load`.
    return unsafeBitCast(symbol, to: type)
  }

  private static func reason() -> String { dlerror().map { String(cString: $0) } ?? "unknown reason" }
}
