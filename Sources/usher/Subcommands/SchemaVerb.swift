import FlowCompiler
import FlowEditor
import FlowJSON
import FlowSource

/// `usher schema`: JSON Schema of the files of tenants.
enum SchemaVerb: Subcommand {
  static let name = "schema"
  static let summary = "write the JSON Schema of tenants, flows, tests or policies"
  static let usage = Usage(
    words: "tenant|flow|tests|policy [DIR]", wordCount: 1...2, first: SchemaKind.allCases.map(\.rawValue), options: [])
  static let details = """
    The schema (draft 2020-12) goes to standard output. It knows the effects with their parameters and outcomes. With the folder DIR
    of a tenant it knows that tenant's attributes, states, functions and errors as well, and no others: write it anew where these
    change.
    A schema tells less than `usher check`: a file that is valid by it may have problems, and one that is not has some.

    """

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let word = arguments.words[0]
    guard let kind = SchemaKind(rawValue: word) else {
      let kinds = SchemaKind.allCases.map(\.rawValue)
      throw .usage(
        "there is no schema of \(word.quoted)",
        help: nearest(word, among: kinds).map { "did you mean `\($0)`?" }
          ?? "there are: \(kinds.joined(separator: ", "))")
    }
    var names = KnownNames()
    if arguments.words.count > 1 {
      let path = arguments.words[1]
      try refuseMissing([path])
      let found = findTenants([path], standardInput: nil, withCases: true)
      if let failure = found.unreadable.first {
        throw .impossible("\(failure.path.quoted): this cannot be read: \(failure.reason)")
      }
      guard let tenant = found.tenants.first, found.tenants.count == 1 else {
        throw .usage("\(path.quoted) is not the folder of one tenant")
      }
      names = KnownNames(TenantIndex(tenant.files, in: tenant.path))
    }
    try StandardOutput.write(jsonSchema(of: kind, names).prettyText + "\n")
    return .clean
  }
}
