import FlowJSON
import FlowModel
import FlowTooling

/// `usher run`: a person at the terminal, or a program over JSON lines, goes through a flow.
enum Run: Subcommand {
  static let name = "run"
  static let summary = "go through a flow at the terminal, or over JSON lines"
  static let usage = Usage(
    words: "[DIR|FILE] [FLOW]", wordCount: 0...2,
    options: [speaking] + StorageAccess.options + own + FunctionOptions.running + [SignedTables.option, .colour])
  private static let speaking = Option("json", nil, "speak JSON lines: a reply a line, an event a line")
  private static let own = [
    Option("outbox", value: "FILE", "append the messages that would be sent to FILE, as JSON lines"),
    Option("input", value: "JSON", "the flow's parameters, and fields of its first page"),
    Option(
      "application", value: "NAME",
      "start the flow as this application; without it as the operator, who may start any"),
    Option("locale", value: "TAG", "the language to be spoken, such as de or pt-BR; several as in Accept-Language"),
    Option("resume", value: "TOKEN", "go on with a run"),
    Option("replay", value: "FILE", "perform an attack that `usher check --attacks` has written, in memory"),
  ]
  static let details = """
    DIR is a tenant's folder, FILE a table made by `usher compile`. FLOW may be left out where there is only one.
    You are the operator of what you run: without --application any flow is started, for no application. Clients of
    `usher serve` name an application that offers the flow.
    With --resume both may be left out: a run goes on with the version of the flow that it began with.
    Ctrl-C leaves a run, and tells how to go on with it. The exit code is then 4, and so it is where the input ends before
    the run does; over JSON lines the replies tell, and it is 0.
    This is for development: functions that are commands are run, and web hooks on this machine called, as they are written.
    Without --allow-hosts other web hooks are called over HTTPS at hosts with public addresses.
    With --replay the tenant is compiled with the attack's rule waived, and the attack performed on the real engine in a
    small world of its own. The exit code is 0 if it comes to what the rule claims, and 1 if it does not.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    if let file = arguments.value("replay") { return try await replay(file, arguments) }
    var settings = RunSettings()
    settings.path = arguments.words.first
    settings.flow = arguments.words.dropFirst().first
    settings.isJSON = arguments.has("json")
    settings.storage = try StorageAccess(arguments)
    settings.outbox = arguments.value("outbox")
    settings.application = arguments.value("application")
    settings.resume = arguments.value("resume")
    if let text = arguments.value("locale") {
      settings.languages = LanguagePreferences(acceptLanguage: text)
      if settings.languages == nil {
        throw .usage("the value of `--locale` names no language", help: "such as `--locale de` or `--locale pt-BR,pt`")
      }
    }
    settings.functions = try FunctionOptions.running(arguments)
    settings.functionOptions = (FunctionOptions.running + [SignedTables.option]).flatMap { option in
      arguments.value(option.name).map { ["--\(option.name)", $0] } ?? []
    }
    settings.signed = try SignedTables(arguments)
    settings.hasColour = try StandardOutput.colourChoice(arguments)
    if settings.resume == nil, settings.path == nil {
      throw .usage(
        "name the tenant's folder and the flow to run", help: "such as `usher run flows/native-auth sign-up`")
    }
    if let text = arguments.value("input") { settings.input = try object(text) }
    return try await RunSession(settings: settings).run(arguments)
  }

  private static func replay(_ file: String, _ arguments: Arguments) async throws(Failure) -> ExitCode {
    guard arguments.words.count == 1, let tenant = arguments.words.first else {
      throw .usage("`--replay` takes the tenant's folder", help: "such as `usher run flows/contoso --replay FILE`")
    }
    for other in [
      "json", "storage", "outbox", "input", "key", "key-command", "plain-accounts", "resume", "require-signed",
    ]
    where arguments.has(other) || arguments.value(other) != nil {
      throw .usage("`--replay` and `--\(other)` do not go together")
    }
    return try await replayAttack(file, on: tenant, arguments)
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
