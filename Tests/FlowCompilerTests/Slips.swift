import FlowCompiler
import FlowSource
import TestSupport

/// A slip that people make in a tenant that was fine, `Fixtures/slips`: a part of a file that became another one.
struct Slip: CustomStringConvertible, Sendable {
  let description: String
  private let file: String
  private let old: String
  private let new: String
  /// A word that has another spelling in all files, as if the tenant had been written so.
  private var renaming: (old: String, new: String)?

  static let root = "Tests/FlowCompilerTests/Fixtures/slips"

  init(_ name: String, _ file: String, _ old: String, _ new: String) {
    (description, self.file, self.old, self.new) = (name, file, old, new)
  }

  private static func renamed(_ name: String, _ old: String, _ new: String) -> Slip {
    var slip = Slip(name, "tenant.yaml", "tenant: sump", "tenant: sump")
    slip.renaming = (old, new)
    return slip
  }

  /// The tenant's files with the slip; nil where it does not fit to them.
  var files: [SourceText]? {
    var isMade = false
    let folder = Repository.root + "/" + Self.root
    // Cases are there for slips in them.
    let all = names(folder) + (file.hasPrefix("tests/") ? [file] : [])
    let files = all.filter { $0.hasSuffix(".yaml") }.map { name in
      var text = String(decoding: readFile("\(Repository.root)/\(Self.root)/\(name)") ?? [], as: UTF8.self)
      if name == file, let range = text.firstRange(of: old) {
        text.replaceSubrange(range, with: new)
        isMade = true
      }
      if let renaming { text = text.replacing(renaming.old, with: renaming.new) }
      return SourceText(path: name, text: text)
    }
    return isMade ? files : nil
  }

  static func compiled(_ files: [SourceText]) -> Compilation {
    Compiler.compile(sources: [TenantSources(path: "sump", files: files)])
  }

  /// The files of a compilation with an edit made.
  static func files(of compilation: Compilation, with edit: Edit) -> [SourceText] {
    compilation.sources.files.map { file in
      let isEdited = file.id == edit.span.file
      return SourceText(path: file.path, bytes: isEdited ? edit.applied(to: file.bytes) : file.bytes)
    }
  }

  static let all = ofLanguage + ofKeys + ofChannels + ofCases

  private static let ofLanguage: [Slip] = [
    Slip("tab", "join.yaml", "      submit: old-enough", "\t  submit: old-enough"),
    Slip(
      "then dedented outcome", "join.yaml", "      expired: { to: enter-code, error: code_expired }\n",
      "    expired: { to: enter-code, error: code_expired }\n"),
    Slip("missing colon", "join.yaml", "submit: old-enough", "submit old-enough"),
    Slip("attr case", "join.yaml", "age(attributes.birthDate) < 18", "age(attributes.birthdate) < 18"),
    Slip("no attributes.", "join.yaml", "attributes.kind == 'trainee'", "kind == 'trainee'"),
    Slip("single =", "join.yaml", "attributes.kind == 'trainee'", "attributes.kind = 'trainee'"),
    Slip("unquoted literal", "join.yaml", "attributes.kind == 'trainee'", "attributes.kind == trainee"),
    Slip("wrong option", "join.yaml", "attributes.kind == 'trainee'", "attributes.kind == 'Trainee'"),
    Slip(
      "and/or words", "join.yaml", "attributes.kind == 'trainee'",
      "attributes.kind == 'trainee' and has(attributes.gas)"),
    Slip("lifetime no unit", "join.yaml", "lifetime: 1h", "lifetime: 60"),
    Slip("lifetime words", "join.yaml", "lifetime: 1h", "lifetime: 1 hour"),
    Slip("lifetime 1h30m", "join.yaml", "lifetime: 1h", "lifetime: 1h30m"),
    Slip("fields list", "join.yaml", "fields: { mentor: required }", "fields: [mentor]"),
    Slip("fields true", "join.yaml", "fields: { mentor: required }", "fields: { mentor: true }"),
    Slip("fields block list", "join.yaml", "fields: { mentor: required }", "fields:\n      - mentor: required"),
    Slip("type int", "tenant.yaml", "type: integer, minimum: 0", "type: int, minimum: 0"),
    Slip(
      "type select", "tenant.yaml", "type: choice, of: [trainee, full, expedition]",
      "type: select, options: [trainee, full, expedition]"),
    Slip(
      "required in attr", "tenant.yaml", "type: date, label: Date of birth",
      "type: date, required: true, label: Date of birth"),
    Slip("resend outside then", "join.yaml", "      resend: mail-code\n", "    resend: mail-code\n"),
    Slip(
      "then scalar", "join.yaml", "    then:\n      submit: needs-medical\n\n  certification",
      "    then: needs-medical\n\n  certification"),
    Slip(
      "missing comma", "join.yaml", "{ to: enter-code, error: invalid_code }", "{ to: enter-code error: invalid_code }"),
    Slip("error text", "join.yaml", "error: too_young", "error: You are too young"),
    Slip("error hyphen", "join.yaml", "error: too_young", "error: too-young"),
    Slip("start case", "join.yaml", "start: introduce", "start: Introduce"),
    Slip(
      "bang unquoted", "join.yaml", #"when: "!attributes.terms || !attributes.waiver""#,
      "when: !attributes.terms || !attributes.waiver"),
    Slip("bad escape", "tenant.yaml", #""[A-Z]{2}-[0-9]{6}""#, #""[A-Z]{2}-\d{6}""#),
    Slip("label colon", "tenant.yaml", "label: Kind of membership", "label: Kind: of membership"),
    Slip("label comma", "tenant.yaml", "label: I dive at my own risk", "label: Yes, I dive at my own risk"),
    Slip(
      "of yes/no", "tenant.yaml", "waiver:      { type: boolean, label",
      "waiver:      { type: choice, of: [yes, no], label"),
    Slip("state twice", "join.yaml", "  certification:\n    page", "  training:\n    page"),
    Slip("result scalar", "join.yaml", "result: [email, diverName, account.id]", "result: email"),
    Slip("grants true", "join.yaml", "grants: sign-in", "grants: true"),
    Slip(
      "default first", "join.yaml",
      "      - { when: attributes.kind == 'trainee', to: training }\n      - { to: certification }",
      "      - { to: certification }\n      - { when: attributes.kind == 'trainee', to: training }"),
    Slip(
      "choose map", "join.yaml",
      "    choose:\n      - { when: attributes.kind == 'trainee', to: training }\n      - { to: certification }",
      "    choose:\n      when: attributes.kind == 'trainee'\n      to: training\n      else: certification"),
    Slip("else branch", "join.yaml", "      - { to: certification }", "      - { else: certification }"),
    Slip("smart quotes", "join.yaml", "attributes.kind == 'trainee'", "attributes.kind == ‘trainee’"),
    Slip("nbsp indent", "join.yaml", "      submit: old-enough", "     \u{A0}submit: old-enough"),
    Slip(
      "after map", "join.yaml", "  training:\n    page: Your training\n",
      "  training:\n    page: Your training\n    after: { 10m: gone }\n"),
    Slip(
      "after arrow", "join.yaml", "  training:\n    page: Your training\n",
      "  training:\n    page: Your training\n    after: 10m → member-already\n"),
    Slip("date vs now", "join.yaml", "date(attributes.medical) > run.now", "attributes.medical > run.now"),
    Slip("compare string", "join.yaml", "age(attributes.birthDate) < 18", "age(attributes.birthDate) < '18'"),
    Slip("set unquoted", "join.yaml", "to: training }", "to: training, set: { kind: full } }"),
    Slip("set bad opt", "join.yaml", "to: training }", #"to: training, set: { kind: "'ful'" } }"#),
    Slip("max", "tenant.yaml", "type: string, max-length: 80, label: Who", "type: string, max: 80, label: Who"),
    Slip("camel", "tenant.yaml", "type: string, max-length: 80, label: Who", "type: string, maxLength: 80, label: Who"),
    Slip("with one line", "join.yaml", "    with: { to: buddy }", "    with: to: buddy"),
    Slip(
      "prop no colon", "join.yaml", "- never: account.create before verified(buddy)",
      "- never account.create before verified(buddy)"),
    Slip("prop misspelt fact", "join.yaml", "before verified(buddy)", "before verify(buddy)"),
    Slip("function missing file", "tenant.yaml", "functions/office.sh]", "functions/offce.sh]"),
    Slip("attempts per hour", "tenant.yaml", "attempts: 5 per 1h", "attempts: 5 per hour"),
    Slip("attempts slash", "tenant.yaml", "attempts: 5 per 1h", "attempts: 5/h"),
    Slip("email text attr arg", "join.yaml", "with: { to: buddy }", "with: { to: attributes.buddy }"),
    Slip(
      "code.verify to", "join.yaml", "    do: code.verify\n    then:\n      valid: password",
      "    do: code.verify\n    with: { to: buddy }\n    then:\n      valid: password"),
    Slip("event help", "join.yaml", "      other-buddy: buddy", "      help: buddy"),
    Slip("empty with", "join.yaml", "    with: { to: buddy }", "    with:"),
    Slip("page blank", "join.yaml", "page: Your training", "page:"),
    Slip("outcomes capital", "join.yaml", "      sent: buddy-code", "      Sent: buddy-code"),
    Slip("app unknown flow", "tenant.yaml", "forgot] }", "forget] }"),
    Slip("app flows scalar", "tenant.yaml", "flows: [join, dive-in, forgot]", "flows: join, dive-in, forgot"),
    Slip("errors of flow", "join.yaml", "start: introduce", "errors:\n  too_young: x\nstart: introduce"),
    Slip("digits string", "tenant.yaml", "digits: 8", "digits: eight"),
    Slip(
      "do call func", "join.yaml",
      "    do: function.call\n    with: { function: club-office, pass: [email, agency, certificate, dives] }",
      "    do: club-office\n    with: { pass: [email, agency, certificate, dives] }"),
    Slip("email in pass str", "join.yaml", "pass: [email, agency, certificate, dives]", "pass: email, agency"),
    Slip(
      "in list w/o has", "join.yaml", "attributes.kind == 'expedition', to: medical",
      "'trimix' in attributes.gas, to: medical"),
    Slip(
      "missing closing brace", "join.yaml", "{ to: introduce, error: invalid_username }",
      "{ to: introduce, error: invalid_username"),
    Slip("unclosed quote", "join.yaml", "page: Your training", #"page: "Your training"#),
    Slip("title colon", "join.yaml", "page: Your training", "page: Step 2: your training"),
    Slip(
      "to outcome list", "join.yaml", "      submit: needs-medical\n\n  certification",
      "      - submit: needs-medical\n\n  certification"),
    Slip(
      "next", "join.yaml", "    then:\n      submit: needs-medical\n\n  certification",
      "    next:\n      submit: needs-medical\n\n  certification"),
    Slip(
      "states list", "join.yaml", "states:\n  introduce:\n    page: Join", "states:\n  - introduce:\n    page: Join"),
    Slip("only options", "tenant.yaml", "of: [trainee, full, expedition]", "options: [trainee, full, expedition]"),
    Slip("only type select", "tenant.yaml", "type: choice, of: [trainee", "type: select, of: [trainee"),
    Slip("identifier yes", "tenant.yaml", "identifier: true", "identifier: yes"),
    Slip("min>max", "tenant.yaml", "min-length: 2, max-length: 80", "min-length: 80, max-length: 2"),
    Slip("minimum>maximum", "tenant.yaml", "minimum: 0, maximum: 20000", "minimum: 20000, maximum: 0"),
    Slip("of text", "tenant.yaml", "of: [trainee, full, expedition]", #"of: "trainee, full, expedition""#),
    Slip("minimum on string", "tenant.yaml", "type: string, min-length: 2", "type: string, minimum: 2"),
    Slip("event help again", "join.yaml", "      resend: mail-buddy", "      help: mail-buddy"),
    Slip("event quit", "join.yaml", "      resend: mail-buddy", "      quit: mail-buddy"),
    Slip(
      "call a flow", "join.yaml",
      "  training:\n    page: Your training\n    fields: { mentor: required }\n    then:\n      submit: needs-medical\n",
      "  training:\n    call: dive-in\n    then:\n      completed: needs-medical\n"),
    Slip("digits comment", "join.yaml", "page: Your training", "page: #1 training"),
    Slip("page hash", "join.yaml", "page: Your training", "page: Training # 1"),
    Slip(
      "swap then/fields order", "join.yaml",
      "    fields: { mentor: required }\n    then:\n      submit: needs-medical\n",
      "    then:\n      submit: needs-medical\n    fields: { mentor: required }\n"),
    Slip("pattern bad", "tenant.yaml", "[A-Z]{2}-[0-9]{6}", "[A-Z{2}-[0-9]{6}"),
    Slip("pattern lookahead", "tenant.yaml", "[A-Z]{2}-[0-9]{6}", "(?=X)[A-Z]{2}-[0-9]{6}"),
    Slip("pattern anchors too short", "tenant.yaml", "[A-Z]{2}-[0-9]{6}", "^[A-Z]{2}$-[0-9]{6}"),
    Slip("gas compare", "join.yaml", "attributes.kind == 'expedition', to", "attributes.gas == 'trimix', to"),
    Slip("age typo func", "join.yaml", "age(attributes.birthDate) < 18", "years(attributes.birthDate) < 18"),
    Slip("age backwards", "join.yaml", "age(attributes.birthDate) < 18", "attributes.birthDate.age() < 18"),
    Slip(
      "code no fields", "join.yaml", "    page: Enter your code\n    fields: { code: required }\n",
      "    page: Enter your code\n"),
    Slip("verify before send", "join.yaml", "      submit: old-enough", "      submit: verify-code"),
    Slip(
      "loop no wait", "join.yaml", "      exists: { to: member-already, error: user_already_exists }",
      "      exists: create"),
    Slip(
      "secret env", "tenant.yaml", "{ command: [sh, functions/office.sh], timeout: 4s,",
      "{ url: https://h.example/x, secret: NOPE, timeout: 4s,"),
    Slip("timeout 4", "tenant.yaml", "timeout: 4s", "timeout: 4"),
    Slip(
      "url http", "tenant.yaml", "{ command: [sh, functions/office.sh], timeout: 4s,",
      "{ url: http://h.example/x, timeout: 4s,"),
    Slip("terms true compare", "join.yaml", "!attributes.terms || !attributes.waiver", "attributes.terms == 'true'"),
    Slip("password in pass", "join.yaml", "pass: [email, agency", "pass: [password, agency"),
    Slip("result password", "join.yaml", "result: [email, diverName, account.id]", "result: [email, name, accountId]"),
    Slip("forgotten discard", "join.yaml", "created: completed", "created: training"),
    Slip("reset minutes within", "join.yaml", "within: 9 steps", "within: 9"),
    Slip("attempt unit order", "tenant.yaml", "8 per 1h", "1h per 8"),
    Slip("then in choose", "join.yaml", "      - { to: certification }", "      - { then: certification }"),
    Slip("error as list", "tenant.yaml", "errors:\n", "errors:\n  - bad: x\n"),
    Slip(
      "applications list", "tenant.yaml", "applications:\n  site: { flows: [join, dive-in, forgot] }",
      "applications: [site]"),
    Slip("flow name differs", "join.yaml", "flow: join", "flow: Join"),
    Slip("flow name dup", "join.yaml", "flow: join", "flow: forgot"),
    Slip("reveals word", "join.yaml", "lifetime: 1h", "lifetime: 1h\nreveals: account-existence"),
    Slip("reveals wo need", "dive-in.yaml", "lifetime: 15m", "lifetime: 15m\nreveals: [account-existence]"),
    Slip(
      "transient typo", "tenant.yaml", "type: boolean, label: I dive", "type: boolean, trancient: true, label: I dive"),
    Slip("numbers option", "tenant.yaml", "of: [trainee, full, expedition]", "of: [1, 2, 3]"),
    Slip("dup option", "tenant.yaml", "of: [trainee, full, expedition]", "of: [trainee, full, full, expedition]"),
    Slip(
      "date min", "tenant.yaml", "type: date, label: Date of birth",
      "type: date, minimum: 1900-01-01, label: Date of birth"),
    Slip("email min", "tenant.yaml", "buddy:       { type: email", "buddy:       { type: e-mail"),
    Slip("attr hyphen", "tenant.yaml", "  dives:", "  cave dives:"),
    Slip(
      "hyphenated attr in CEL", "join.yaml", "attributes.kind == 'expedition', to", "attributes.diver-name == 'x', to"),
    Slip(
      "condition with brackets of its own", "join.yaml", "{ when: attributes.kind == 'trainee', to: training }",
      "{ when: attributes['kind'] > 'a', to: training }"),
    Slip("option in a list", "join.yaml", "attributes.kind == 'trainee'", "attributes.kind in [trainee, 'full']"),
    Slip("option first", "join.yaml", "attributes.kind == 'trainee'", "trainee == attributes.kind"),
    Slip(
      "option that is no attribute of", "join.yaml", "attributes.kind == 'expedition'", "attributes.kind != expedition"),
    Slip("record by brackets", "join.yaml", "attributes.kind == 'trainee'", "attributes['kind'] == 'trainee'"),
    Slip(
      "false compared as a text", "join.yaml", #""!attributes.terms || !attributes.waiver""#,
      "attributes.terms == 'false'"),
    Slip("effect of another tool", "join.yaml", "    do: account.find\n", "    do: account.erase\n"),
    Slip("effect misspelt", "join.yaml", "    do: account.find\n", "    do: acount.find\n"),
    Slip(
      "deletion that is none", "join.yaml",
      "    do: account.find\n    then:\n      found: { to: member-already, error: user_already_exists }\n      missing: which-kind\n",
      "    do: account.erase\n    then:\n      updated: which-kind\n      conflict: which-kind\n"),
    Slip(
      "property of a deletion", "join.yaml", "  - within: 9 steps", "  - never: account.erase before verified(email)"),
    Slip("grants of a flow", "join.yaml", "grants: sign-in", "grants: dive-in"),
    Slip(
      "result of an attribute in full", "join.yaml", "result: [email, diverName, account.id]",
      "result: [attributes.email, account.id]"),
    Slip(
      "events with a comma", "join.yaml", "events: { other-buddy: Name another buddy }",
      "events: { other-buddy: No, another buddy }"),
    Slip("colon behind a title in braces", "tenant.yaml", "label: Gases", "label: Gases: at most two"),
    Slip(
      "unknown key behind a comma", "tenant.yaml", "type: date, label: Date of birth",
      "type: date, label: Date of birth, exact"),
    Slip("two commas in a list", "join.yaml", "fields: [terms, waiver]", "fields: terms, waiver"),
    Slip(
      "arrow in after", "join.yaml", "  training:\n    page: Your training\n",
      "  training:\n    page: Your training\n    after: { 10m: member-already }\n"),
    Slip(
      "next in a flow of its own", "join.yaml", "    then:\n      submit: needs-medical\n\n  certification",
      "    next: needs-medical\n\n  certification"),
    Slip(
      "attribute without a type", "tenant.yaml", "type: integer, minimum: 0, maximum: 20000, label",
      "minimum: 0, maximum: 20000, label"),
    Slip(
      "required by another name", "tenant.yaml", "type: string, max-length: 80, label: Who",
      "type: string, mandatory: true, label: Who"),
    Slip("hyphen in has", "join.yaml", "attributes.kind == 'expedition', to", "has(attributes.diver-name), to"),
    .renamed("hyphen in an attribute", "birthDate", "birth-date"),
  ]
}
