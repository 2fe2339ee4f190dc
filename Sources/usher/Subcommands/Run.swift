import FlowJSON
import FlowTooling

/// `usher run`: a person at the terminal, or a program over JSON lines, goes through a flow.
enum Run: Subcommand {
  static let name = "run"
  static let summary = "go through a flow at the terminal, or over JSON lines"
  static let usage = Usage(
    words: "[DIR|FILE] [FLOW]", wordCount: 0...2,
    options: [
      Option("json", nil, "speak JSON lines: a reply a line, an event a line"),
      Option("storage", value: "WHERE", "sqlite:PATH or memory; the default is sqlite:usher.sqlite"),
      Option("outbox", value: "FILE", "append the messages that would be sent to FILE, as JSON lines"),
      Option("input", value: "JSON", "the flow's parameters, and fields of its first page"),
      Option("application", value: "NAME", "start the flow as this application"),
      Option("key", value: "FILE", "the server's key; the default is the database's name with .key"),
      Option("resume", value: "TOKEN", "go on with a run"),
      .colour,
    ])
  static let details = """
    DIR is a tenant's folder, FILE a table made by `usher compile`. FLOW may be left out where there is only one.
    With --resume both may be left out: a run goes on with the version of the flow that it began with.
    Ctrl-C leaves a run, and tells how to go on with it.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    var settings = RunSettings()
    settings.path = arguments.words.first
    settings.flow = arguments.words.dropFirst().first
    settings.isJSON = arguments.has("json")
    settings.storage = try arguments.storage()
    settings.outbox = arguments.value("outbox")
    settings.key = arguments.value("key")
    settings.application = arguments.value("application")
    settings.resume = arguments.value("resume")
    if settings.resume == nil, settings.path == nil {
      throw .usage(
        "name the tenant's folder and the flow to run", help: "such as `usher run flows/native-auth sign-up`")
    }
    if let text = arguments.value("input") { settings.input = try object(text) }
    return try await RunSession(settings: settings).run(arguments)
  }

  private static func object(_ text: String) throws(Failure) -> JSONObject {
    let value: JSON
    do {
      value = try JSON.parse(text)
    } catch {
      throw .usage("the value of `--input` is no JSON: \(error)")
    }
    guard case .object(let object) = value else {
      throw .usage("the value of `--input` is \(value.kind), and should be an object")
    }
    return object
  }
}
