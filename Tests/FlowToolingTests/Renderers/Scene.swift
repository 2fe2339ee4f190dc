import FlowSource

/// Sources with problems of all shapes: what every format must be able to say.
struct Scene {
  var sources = SourceMap()
  var diagnostics: [Diagnostic] = []

  /// The span of the `occurrence`th (from 1) `text` in a file.
  func span(_ file: SourceFile, _ text: String, _ occurrence: Int = 1) -> SourceSpan {
    let wanted = Array(text.utf8)
    var left = occurrence
    for start in 0...max(0, file.bytes.count - wanted.count) where file.bytes[start...].starts(with: wanted) {
      left -= 1
      if left == 0 { return SourceSpan(file: file.id, start: UInt32(start), end: UInt32(start + wanted.count)) }
    }
    return .fileStart(file.id)
  }

  init() {
    let flow = sources.add(
      path: "flows/contoso/sign-up.yaml",
      bytes: Array(
        """
        flow: sign-up
        start: identify
        states:
          identify:
            page: Créer un compte – アカウント作成 👩‍👩‍👧 e\u{301}
            fields: { email: required, email: optional }
            then:
              submit: send-cod
          wait:
        \tpage:\tWait
          done: { end: completed }
          done: { end: failed }

        """.utf8))
    let tenant = sources.add(
      path: "flows/contoso/tenant, größe: 100%.yaml", bytes: Array("tenant: contoso\nattributes: {}\n".utf8))
    let raw = sources.add(
      path: "./odd/\u{1B}[31m.yaml",
      bytes: Array("name: \u{202E}evil\u{7} ".utf8) + [0xFF, 0xFE] + Array(" here # \u{FEFF}\r\n".utf8))
    let long = sources.add(
      path: "/srv/flows/long.yaml",
      bytes: Array((String(repeating: "wörd ", count: 900) + "HERE" + String(repeating: " 漢字", count: 900)).utf8))
    let empty = sources.add(path: "-", bytes: [])

    diagnostics = [
      Diagnostic(
        "U107", .error, "there is no state `send-cod`", at: span(flow, "send-cod"), labels: [],
        notes: ["the states of this flow are identify, wait, done"], help: "did you mean `send-code`?",
        edit: Edit(span(flow, "send-cod"), "send-code")),
      Diagnostic(
        "U101", .error, "the field `email` stands twice", at: span(flow, "email", 2),
        labels: [Label(span(flow, "email"), "first here"), Label(span(flow, "optional"), "this says otherwise")]),
      Diagnostic(
        "U108", .warning, "a title in three scripts", at: span(flow, "👩‍👩‍👧"),
        labels: [Label(span(flow, "アカウント作成"), "wide"), Label(span(flow, "e\u{301}"), "combining")]),
      Diagnostic(
        "U001", .error, "tabs cannot indent", at: span(flow, "page:", 2), edit: Edit(span(flow, "\t"), "    ")),
      Diagnostic(
        "U201", .error, "the state `done` stands twice", at: span(flow, "done", 2),
        labels: [
          Label(span(flow, "done"), "first here"), Label(span(flow, "flow"), "in this flow"),
          Label(span(tenant, "contoso"), "of this tenant"),
        ],
        notes: ["1. sign-up.yaml:4: identify\n2. sign-up.yaml:11: done"],
        edit: Edit(span(flow, "  done: { end: failed }\n"), "")),
      Diagnostic(
        "U202", .warning, "nothing of this can be reached",
        at: SourceSpan(file: flow.id, start: span(flow, "identify:").start, end: span(flow, "send-cod").end),
        labels: [Label(span(flow, "identify:"), "from here")], help: "remove it, or go there\nfrom another state"),
      Diagnostic(
        "U110", .error, "the policies are missing: 100%, no doubt", at: span(tenant, "{}"),
        edit: Edit(
          SourceSpan(file: tenant.id, start: 16, end: 16),
          "codes: { digits: 8 }\nlinks: { base: https://example.com }\n")),
      Diagnostic("U003", .error, "`\u{1B}[2J` is\r no\ttext", at: span(raw, "evil")),
      Diagnostic("U004", .warning, "far out", at: span(long, "HERE"), labels: [Label(span(long, "wörd"), "far off")]),
      Diagnostic(
        "U401", .error, "`password.set` is done here, and nothing is proven", at: span(flow, "send-cod"),
        labels: [Label(span(tenant, "contoso"), "for this tenant")], help: "lead every way here through `code.verify`",
        counterexample: Counterexample(
          flow: "sign-up", attack: "whoever knows a victim's address sets the victim's password",
          steps: [
            TraceStep(
              span: span(flow, "send-cod"), state: "identify",
              .send(event: "submit", inputs: [TraceInput("email", value: .victimsAddress)]),
              facts: [.keepsError("\u{1B}[2J")]),
            TraceStep(
              span: span(flow, "wait"), state: "prove/find", .run(effect: "account.find", outcome: "found")),
            TraceStep(span: span(tenant, "{}"), state: "done", .run(effect: "password.set", outcome: nil)),
          ])),
      Diagnostic(
        "U203", .warning, "a long way round", at: span(flow, "identify:"),
        counterexample: Counterexample(
          flow: "sign-up", attack: "",
          steps: (1...40).map {
            TraceStep(
              span: span(flow, "wait"), state: "wait-\($0)",
              $0 % 3 == 0 ? .send(event: "again", inputs: []) : .proceed)
          })),
      Diagnostic("U005", .error, "the file is empty", at: .fileStart(empty.id), help: "begin with `flow:`"),
    ]
  }
}
