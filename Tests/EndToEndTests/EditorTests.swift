import FlowJSON
import Glibc
import TestSupport
import Testing

/// `usher lsp` with a client of somebody else's, and with none that keeps to the protocol.
@Suite struct EditorTests {
  private static let tenant = """
    tenant: contoso
    attributes:
      email: { type: email, identifier: true }

    """
  private static let flow = """
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
  private static let cases = """
    flow: sign-up
    cases:
      - case: somebody comes
        steps:
          - start:
          - submit: { email: ann@example.com }
            expect: { end: completed }

    """

  /// Installs pygls from PyPI in an environment below `.build`; the first test that needs it does.
  private static func installed() throws -> String {
    try PythonPackages.install("Tests/EndToEndTests/pygls.txt") + "/python/bin/python"
  }

  @Test func `an editor gets problems, fixes, names and pictures, and plays cases`() throws {
    let folder = try TemporaryFolder()
    folder.write("tenant.yaml", Self.tenant)
    folder.write("sign-up.yaml", Self.flow)
    folder.write("tests/sign-up.yaml", Self.cases)
    let said = try run(
      try Self.installed(),
      [Repository.root + "/Tests/EndToEndTests/editor.py", Repository.program("usher"), folder.path])
    #expect(said.status == 0, "\(said.errors)")
    #expect(
      said.output == """
        server: usher utf-16
        problems: ['U107']
        fix: Replace by `done` (U107)
        problems: []
        problems: []
        completion: ['identify', 'done']
        hover: **attribute** `email`: email
        definition: True 2
        references: 4 ['sign-up.yaml', 'tenant.yaml']
        rename: 2
        refused: a name is a letter, then letters, digits, `-` and `_`, 64 at most
        symbols: sign-up ['identify', 'done']
        lenses: ['Show graph', 'Run its tests']
        graph: flowchart
        test: True
        said: 1 case passed
        exit: 0

        """)
    // Nothing was written: the edits are the client's.
    #expect(folder.read("sign-up.yaml") == Self.flow)
  }

  private func framed(_ messages: [String]) -> String {
    messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
  }

  private func answered(_ input: String) throws -> (codes: [String], status: Int32) {
    let result = try run(Repository.program("usher"), ["lsp"], input: input)
    var rest = Array(result.output.utf8)[...]
    var codes: [String] = []
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")), let end = rest.firstIndex(of: 0x0D) {
      let length = try #require(Int(String(decoding: rest[(colon + 2)..<end], as: UTF8.self)))
      let answer = try JSON.parse(rest.dropFirst(end + 4 - rest.startIndex).prefix(length))
      codes.append(answer["error"]?["code"]?.int.map { "\($0)" } ?? (answer["result"] != nil ? "result" : "?"))
      rest = rest.dropFirst(end + 4 - rest.startIndex + length)
    }
    return (codes, result.status)
  }

  private static let initialize = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":null}}"#
  private static let shutdown = #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#
  private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  @Test func `the exit code is 0 once it was shut down, else 1`() throws {
    let clean = try answered(framed([Self.initialize, Self.shutdown, Self.exit]))
    #expect(clean.codes == ["result", "result"] && clean.status == 0)
    let hasty = try answered(framed([Self.initialize, Self.exit]))
    #expect(hasty.codes == ["result"] && hasty.status == 1)
    let gone = try answered(framed([Self.initialize]))
    #expect(gone.status == 1)
    #expect(try run(Repository.program("usher"), ["lsp"], input: "").status == 1)
  }

  @Test(arguments: [
    ("Content-Length: 3\r\n\r\n{,}", ["-32700"]), ("Content-Length: many\r\n\r\n", ["-32700"]),
    ("Length: 2\r\n\r\n", ["-32700"]), ("Content-Length: -5\r\n\r\n", ["-32700"]),
    ("Content-Length: 99999999999999999999999\r\n\r\n", ["-32700"]), ("Content-Length: 2\r\n\r\n[]", ["-32600"]),
    ("Content-Length: 2\r\n\r\n{}", ["-32600"]), ("content-length:4\r\nContent-Type: x\r\n\r\nnull", ["-32600"]),
    ("Content-Length: 0\r\n\r\n", ["-32700"]),
  ])
  func `whatever comes in, it goes on with the next message`(_ input: String, _ codes: [String]) throws {
    let said = try answered(input + framed([Self.initialize, Self.shutdown, Self.exit]))
    #expect(said.codes == codes + ["result", "result"] && said.status == 0, "\(said)")
  }

  @Test func `a request that is cancelled is told as such`() throws {
    let hover = #"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}"#
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#
    let said = try answered(framed([Self.initialize, hover, cancel, Self.shutdown, Self.exit]))
    #expect(said.codes == ["result", "-32800", "result"])
  }

  /// What the settings of editors start is there: each can be read, and names the program with its verb.
  @Test func `the settings of editors start the server`() throws {
    let script = """
      import json, pathlib, tomllib
      folder = pathlib.Path("Examples/Editors")
      helix = tomllib.loads((folder / "helix.toml").read_text())
      server = helix["language-server"]["usher"]
      zed = json.loads((folder / "zed.json").read_text())["lsp"]["yaml-language-server"]["binary"]
      package = json.loads((folder / "vscode/package.json").read_text())
      print([server["command"], *server["args"]], [zed["path"], *zed["arguments"]], package["main"])
      """
    let said = try run("/usr/bin/python3", ["-c", script])
    #expect(said.output == "['usher', 'lsp'] ['usher', 'lsp'] ./extension.js\n", "\(said.errors)")
    for (file, words) in [
      ("vscode/extension.js", #"args: ["lsp"]"#), ("neovim.lua", #"cmd = { "usher", "lsp" }"#),
      ("emacs.el", #"("usher" "lsp")"#),
    ] {
      let text = try #require(readFile(Repository.root + "/Examples/Editors/" + file))
      #expect(String(decoding: text, as: UTF8.self).contains(words), "\(file)")
    }
  }

  @Test func `the schemas of a tenant are written beside its flows`() throws {
    let folder = try TemporaryFolder()
    folder.write("tenant.yaml", Self.tenant)
    folder.write("sign-up.yaml", Self.flow)
    let made = try run(
      "/bin/sh", [Repository.root + "/Examples/Editors/schemas", folder.path],
      environment: ["USHER": Repository.program("usher")])
    #expect(made.status == 0, "\(made.errors)")
    for (kind, name) in [("tenant", "\"sign-up\""), ("flow", "\"identify\""), ("tests", "\"email\"")] {
      let text = try #require(folder.read(".schemas/\(kind).json"))
      #expect(try JSON.parse(text)["$defs"] != nil)
      #expect(text.contains(name), "\(kind)")
    }
    // A tenant with its schemas beside it is the same tenant.
    #expect(try run(Repository.program("usher"), ["check", folder.path]).status == 0)
  }
}
