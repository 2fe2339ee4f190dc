import FlowCompiler
import FlowGenerator
import FlowModel

/// Clients of a large flow, generated: from the compiled table to the source.
enum Clients {
  static func measure() throws -> [Row] {
    let tenant = GeneratedTenant(states: 1000)
    defer { tenant.remove() }
    let table = try Compiler.table(folder: tenant.path)
    return ClientLanguage.allCases.map { language in
      var bytes = 0
      let generating = (0..<5).map { _ in seconds { bytes = language.client(of: 0, in: table).utf8.count } }.median
      return Row(
        "client of \(table.flows[0].states.count) states in \(language.rawValue)", milliseconds(generating),
        bar: "200 ms",
        met: generating <= 0.2, note: "\(bytes / 1024) KiB")
    }
  }
}
