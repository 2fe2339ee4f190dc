import FlowCompiler
import FlowExpression
import FlowModel

/// A message written by a tenant's template, as a step does that sends one: subject, plain text and page.
enum MessageWriting {
  static func measure() throws -> [Row] {
    let table = try Compiler.table(folder: "flows/native-auth")
    let catalogue = MessageCatalogue(table)
    guard let locale = LanguageTag("de-AT") else { fatalFlow() }
    var values = MessageValues(tenant: table.tenant, application: "phone") { _ in .string("Ada <Lovelace>") }
    (values.code, values.lifetime) = ("12345678", 600)
    let count = 20_000
    let writing =
      (0..<5).map { _ in
        seconds {
          for _ in 0..<count {
            let words = catalogue.template(.code, over: .email, in: locale)?.words(values)
            if words?.html?.utf8.isEmpty != false { fatalFlow() }
          }
        } / Double(count)
      }.median
    return [Row("one message written, with its page", microseconds(writing), bar: "20 µs", met: writing <= 20e-6)]
  }
}
