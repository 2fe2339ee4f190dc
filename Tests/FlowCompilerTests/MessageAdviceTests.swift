import FlowSource
import Testing

@testable import FlowCompiler

/// What is advised about files of messages, and how many problems one slip is.
@Suite struct MessageAdviceTests {
  private static let text = "---\nsubject: Your code\n---\n{{ code }}"
  private static let page = "<html><body>{{ code }}</body></html>"

  private func problems(_ files: KeyValuePairs<String, String>) -> [Diagnostic] {
    MessageTests.compile(files).diagnostics.filter { !["U123", "U302", "U161"].contains($0.code) }
  }

  @Test func `a link of the tenant's site without encryption is mended by a letter`() throws {
    let own = try #require(problems(["code.en.txt": Self.text + " http://www.example.com/help"]).first)
    #expect(own.code == "U618" && own.help == "write `https://`" && own.edit?.replacement == "https")
    let edit = try #require(own.edit)
    let mended = edit.applied(to: Array((Self.text + " http://www.example.com/help").utf8))
    #expect(problems(["code.en.txt": String(decoding: mended, as: UTF8.self)]).isEmpty)
    let other = try #require(problems(["code.en.txt": Self.text + " http://www.example.net/help"]).first)
    #expect(other.help?.hasPrefix("write it with `https://`; and name the site") == true, "\(other)")
    #expect(other.help?.contains("also: [https://www.example.net]") == true, "\(other)")
  }

  @Test func `a text of a message that is called wrong is one problem, with the name that is meant`() throws {
    let found = problems(["codee.en.txt": Self.text, "code.en.html": Self.page])
    #expect(found.map(\.code) == ["U619"], "\(found)")
    #expect(found.first?.help == "did you mean `code`? Then call the file `code.en.txt`")
    // One that is there already is not the name to take.
    let both = problems(["codee.en.txt": Self.text, "code.en.txt": Self.text])
    #expect(both.map(\.help) == ["did you mean `code`? There is a file `code.en.txt`: leave one of the two out"])
    for name in ["code.txt.en", "en.code.txt", "code.EN.txt", "code.en.email.txt"] {
      let files: KeyValuePairs = ["code.en.txt": Self.text, "code.email.en.txt": Self.text, name: Self.text]
      let help = problems(files).first { $0.code == "U611" }?.help
      #expect(help?.contains("leave one of the two out") == true, "\(name): \(help ?? "")")
    }
    // Nor is a text whose name says nothing a page without one.
    #expect(problems(["code_en.txt": Self.text, "code.en.html": Self.page]).map(\.help) == ["call it `code.en.txt`"])
    // A page without any text is told as before.
    #expect(problems(["code.en.html": Self.page]).map(\.code) == ["U620"])
    let unsent = try #require(problems(["farewell.en.txt": "---\nsubject: Bye\n---\nBye"]).first)
    #expect(unsent.help?.contains("`do: message.send` with `message: farewell`") == true, "\(unsent)")
  }

  @Test func `a page that says a value under another name is not told to say none`() {
    let page = "<p>{{ otp }}</p>"
    #expect(problems(["code.en.txt": Self.text, "code.en.html": page]).map(\.code) == ["U613"])
  }

  @Test func `a channel that the address cannot have is one problem`() {
    let flow = MessageTests.flow.replacing("with: { to: email }", with: "with: { to: email, channel: sms }")
    let long = Self.text + String(repeating: " č", count: 100)
    let found = compile(["tenant.yaml": MessageTests.tenant, "prove.yaml": flow, "messages/code.en.txt": long])
    #expect(found.diagnostics.filter { !["U123", "U302"].contains($0.code) }.map(\.code) == ["U113"])
  }

  @Test func `where locale-from names no attribute none is told to be unused`() {
    let tenant = MessageTests.tenant + "locale-from: lang\n"
    let found = compile(["tenant.yaml": tenant, "prove.yaml": MessageTests.flow])
    #expect(found.diagnostics.filter { ["U109", "U123"].contains($0.code) }.map(\.code) == ["U109"])
  }

  @Test func `a page that cannot be read is not told to lack a body`() {
    let page = "---\npreheader: Hello\n---\n<html><head><link rel=\"stylesheet\"></head><body>{{ code }}</body></html>"
    #expect(problems(["code.en.txt": Self.text, "code.en.html": page]).map(\.code) == ["U616"])
    let bare = "---\npreheader: Hello\n---\n<p>{{ code }}</p>"
    #expect(problems(["code.en.txt": Self.text, "code.en.html": bare]).map(\.code) == ["U612"])
  }

  @Test func `what is asked in another way is told with the way to ask it here`() throws {
    func problem(_ tag: String) throws -> Diagnostic {
      try #require(problems(["code.en.txt": Self.text + " {{ if \(tag) }}a{{ end }}"]).first, "\(tag)")
    }
    for tag in ["!attributes.kind", "not attributes.kind", "attributes.kind != \"student\""] {
      #expect(try problem(tag).help?.contains("behind `{{ else }}`") == true, "\(tag)")
    }
    for (begin, end) in [("{{#if attributes.kind}}", "{{/if}}"), ("{{# attributes.kind }}", "{{/attributes.kind}}")] {
      let found = problems(["code.en.txt": Self.text + " \(begin)a{{ else }}b\(end)"])
      #expect(found.map(\.edit?.replacement) == ["{{ if attributes.kind }}", "{{ end }}"], "\(found)")
    }
    #expect(
      try problem("attributes.news == true").help?.hasPrefix("ask for it alone, `{{ if attributes.news }}`") == true)
    let option = try problem("attributes.kind == \"Student\"")
    #expect(option.help == "did you mean `student`?" && option.edit?.replacement == "\"student\"", "\(option)")
    for tag in ["{% if attributes.kind %}", "{# dear #}", "{%- code -%}"] {
      let found = problems(["code.en.txt": Self.text + " " + tag])
      #expect(found.map(\.code) == ["U612"] && found.first?.help?.contains("{{") == true, "\(tag): \(found)")
    }
    #expect(problems(["code.en.txt": Self.text + " 20 {%} 3 {#}"]).isEmpty)
  }

  @Test func `a page whose words stand in the language's file is told where they go`() throws {
    let files = [
      ("tenant.yaml", MessageTests.tenant), ("prove.yaml", MessageTests.flow), ("messages/code.de.html", Self.page),
      ("locales/de.yaml", "messages: { code: { subject: Ihr Code, text: \"{code}\" } }\n"),
    ]
    let found = Compiler.compile(
      sources: [TenantSources(path: "t", files: files.map { SourceText(path: "t/" + $0.0, text: $0.1) })]
    ).diagnostics.first { $0.code == "U620" }
    let problem = try #require(found)
    #expect(problem.labels.count == 1, "\(problem)")
    #expect(
      problem.help
        == "move subject and text of `code` from the language's file into `code.de.txt` beside the page", "\(problem)")
  }

  @Test func `all forms of a plural that are missing are named in the help`() throws {
    let files = [
      (
        "tenant.yaml",
        "tenant: t\nattributes:\n  age: { type: integer, minimum: 1, hint: \"From {min, plural, one {# year} other {# years}}\" }\n"
      ),
      (
        "ask.yaml",
        "flow: ask\nlifetime: 30m\nstart: a\nstates:\n  a: { page: A, fields: { age: required }, then: { submit: b } }\n  b: { end: done, result: [age] }\n"
      ),
      ("locales/pl.yaml", "attributes: { age: { hint: \"Od {min, plural, one {#} other {#}}\" } }\n"),
    ]
    let found = Compiler.compile(
      sources: [TenantSources(path: "t", files: files.map { SourceText(path: "t/" + $0.0, text: $0.1) })]
    ).diagnostics.first { $0.code == "U164" }
    #expect(found?.help == "add `few {…}` and `many {…}`", "\(found as Any)")
  }

  @Test func `a form of a plural that a language does not have is told, and one of fractions is not`() throws {
    let files = [
      (
        "tenant.yaml",
        "tenant: t\nattributes:\n  age: { type: integer, minimum: 1, hint: \"From {min, plural, one {# year} other {# years}}\" }\n"
      ),
      (
        "ask.yaml",
        "flow: ask\nlifetime: 30m\nstart: a\nstates:\n  a: { page: A, fields: { age: required }, then: { submit: b } }\n  b: { end: done, result: [age] }\n"
      ),
      (
        "locales/cs.yaml",
        "attributes: { age: { hint: \"Od {min, plural, one {#} two {#} few {#} many {#} other {#}}\" } }\n"
      ),
      ("locales/es.yaml", "attributes: { age: { hint: \"De {min, plural, one {#} many {#} other {#}}\" } }\n"),
    ]
    let found = Compiler.compile(
      sources: [TenantSources(path: "t", files: files.map { SourceText(path: "t/" + $0.0, text: $0.1) })]
    ).diagnostics.filter { $0.code == "U164" }
    #expect(found.map(\.message) == ["`cs` counts nothing as `two`: nobody ever reads that"])
    #expect(found.first?.help == "leave `two {…}` out; one number alone is `=2 {…}`")
  }
}
