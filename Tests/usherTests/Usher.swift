import TestSupport

/// Runs the built command.
@discardableResult
func usher(
  _ arguments: String..., input: String = "", environment: [String: String?] = [:], in folder: TemporaryFolder? = nil,
  output: ProcessOutput = .collected
) throws -> ProcessResult {
  var environment = environment
  if environment["NO_COLOR"] == nil { environment["NO_COLOR"] = .some(nil) }
  return try run(
    Repository.program("usher"), arguments, input: input, environment: environment,
    folder: folder?.path ?? Repository.root, output: output)
}

/// A tenant with one flow, and what can be wrong with it.
enum Tenants {
  static let tenant = """
    tenant: contoso
    attributes:
      email: { type: email, identifier: true }

    """

  static let flow = """
    flow: sign-up
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then:
          submit: done
      done: { end: completed, result: [email] }

    """

  /// An error: a state that is not there.
  static let brokenFlow = flow.replacing("submit: done", with: "submit: dona")

  /// A warning: nothing leads to a state.
  static let doubtfulFlow = flow + "  spare: { end: failed }\n"

  static func folder(_ files: KeyValuePairs<String, String>) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { folder.write(name, text) }
    return folder
  }
}

extension String {
  func replacing(_ old: String, with new: String) -> String {
    var text = self[...]
    var result = ""
    while !text.isEmpty {
      if text.hasPrefix(old) {
        result += new
        text = text.dropFirst(old.count)
      } else {
        result.append(text.removeFirst())
      }
    }
    return result
  }
}
