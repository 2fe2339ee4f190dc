import FlowTooling
import TestSupport
import Testing

@testable import usher

@Suite struct CompletionTests {
  private static let lines: [(words: [String], expected: [String]?)] = [
    (["che"], ["check"]), (["check", "--fo"], ["--format"]), (["check", "--format", "js"], ["json"]),
    (["check", "--format", "=", "sa"], ["sarif"]), (["check", "--format", "="], ["pretty", "short"]),
    (["keys", "ro"], ["rotate", "rotate-master"]), (["explain", "U40"], ["U401", "U402", "U403"]),
    (["check", "a f"], ["a folder"]), (["check", "-"], nil), (["graph", "a folder", "--output", "a "], ["a folder"]),
    (["nothing", "a f"], ["a folder"]), ([""], nil), (["completion", ""], ["bash", "zsh", "fish"]),
  ]

  @Test(arguments: lines)
  func `bash completes commands, options, what they can be, and files`(words: [String], expected: [String]?) throws {
    let folder = try Tenants.folder(["a folder/x": ""])
    folder.write("usher.bash", try usher("completion", "bash").output)
    let typed = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      set -u; source ./usher.bash; COMP_WORDS=(usher \(typed)); COMP_CWORD=\(words.count); _usher
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try run("/bin/bash", ["--norc", "-c", script], folder: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let offered = result.output.split(separator: "\n").map(String.init)
    if let expected {
      #expect(offered.starts(with: expected), "\(offered)")
    } else {
      let all =
        words == [""] ? Usher.subcommands.map { $0.name } : Check.usage.options.map { "--" + $0.name }
      #expect(Set(all).isSubset(of: offered))
    }
  }

  @Test(arguments: [
    ("che", "check"), ("check --for", "--format"), ("check --format js", "json"), ("keys rotate-m", "rotate-master"),
    ("check --format=sar", "--format=sarif"), ("help code.se", "code.send"),
  ])
  func `fish completes the same`(line: String, expected: String) throws {
    let folder = try Tenants.folder(["usher.fish": try usher("completion", "fish").output])
    let result = try run(
      "/usr/bin/fish", ["--no-config", "-c", "source usher.fish; complete -C 'usher \(line)'"],
      environment: ["HOME": folder.path], folder: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").contains { $0.prefix { $0 != "\t" } == expected }, "\(result.output)")
  }

  @Test(arguments: [
    ("che", "check"), ("check --for", "--format="), ("check --format=sar", "--format=sarif"),
    ("keys rotate-m", "rotate-master"),
  ])
  func `zsh completes the same, in a terminal of its own`(line: String, expected: String) throws {
    let folder = try Tenants.folder(["_usher": try usher("completion", "zsh").output])
    // A second shell at a pseudo-terminal: what is typed is completed by a tab, and shown by the widget of an accepted line.
    let script = """
      zmodload zsh/zpty
      zpty shell 'TERM=dumb zsh -f -i'
      zpty -w shell 'PROMPT=; PS2=; fpath=($PWD $fpath); autoload -U compinit && compinit -u -D; compdef _usher usher'
      zpty -w shell 'done-with() { print -r -- "<$BUFFER>"; BUFFER=; zle .accept-line }; zle -N accept-line done-with; print ready'
      zpty -r shell seen '*ready*ready*'
      zpty -w -n shell $'usher \(line)\\t\\n'
      zpty -r shell seen '*<*>*'
      print -r -- "$seen"
      zpty -d shell
      """
    let result = try run(
      "/usr/bin/zsh", ["-f", "-c", script], environment: ["HOME": folder.path, "ZDOTDIR": folder.path],
      folder: folder.path)
    #expect(
      result.output.contains("<usher \(line.split(separator: " ").dropLast().map { $0 + " " }.joined())\(expected)"),
      "\(result)")
  }

  @Test func `a shell that is not known is bad usage`() throws {
    let result = try usher("completion", "tcsh")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("there is `bash`, `zsh` and `fish`"))
  }

  @Test func `the manual page has no mistake, and tells of each command and option`() throws {
    let page = try usher("help", "--man")
    #expect(page.status == 0)
    let folder = try Tenants.folder(["usher.1": page.output])
    let warnings = try run("/usr/bin/groff", ["-man", "-ww", "-z", "-Tutf8", "usher.1"], folder: folder.path)
    #expect(warnings.status == 0 && warnings.errors.isEmpty, "\(warnings.errors)")
    let text = try run("/usr/bin/groff", ["-man", "-Tascii", "-P-cbou", "usher.1"], folder: folder.path).output
    for verb in Usher.subcommands {
      #expect(text.contains("usher \(verb.name)"))
      for option in verb.usage.options { #expect(text.contains("--" + option.name), "\(verb.name)") }
    }
    #expect(try usher("help", "--man", "check").status == 2)
  }
}

@Suite struct InitTests {
  private let names = [
    ".github/workflows/usher-check.yml", ".githooks/pre-commit", ".vscode/settings.json", ".zed/settings.json",
    ".usher/tenant.json", ".usher/flow.json", ".usher/tests.json", ".usher/policy.json",
  ]

  @Test func `a repository gets files for CI, Git and editors, and keeps its own`() throws {
    let folder = try Tenants.folder([
      "identity/a/tenant.yaml": Tenants.tenant, "identity/a/sign-up.yaml": Tenants.flow, ".zed/settings.json": "mine",
    ])
    let result = try usher("init", "./identity/", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains(".zed/settings.json                 was there, and is as it was"))
    #expect(folder.read(".zed/settings.json") == "mine")
    for name in names { #expect(folder.read(name)?.isEmpty == false, "\(name)") }
    let workflow = try #require(folder.read(".github/workflows/usher-check.yml"))
    #expect(workflow.contains("usher check identity --deny warnings --format github"))
    #expect(workflow.contains("FETCH_HEAD:identity identity") && workflow.contains("paths: [\"identity/**\"]"))
    #expect(workflow.contains("> flows.sarif") && !workflow.contains(" flows "))

    // The hook is one that Git calls.
    let script = """
      git init -q && git config user.email t@example.com && git config user.name t && git config core.hooksPath .githooks
      git add . && git commit -q -m good && printf '%s' "$BROKEN" > identity/a/sign-up.yaml && git add . && git commit -q -m bad
      """
    let programs = Repository.programs + ":" + "/usr/bin:/bin"
    let commits = try run(
      "/bin/sh", ["-c", script], environment: ["PATH": programs, "BROKEN": Tenants.brokenFlow, "HOME": folder.path],
      folder: folder.path)
    #expect(commits.status == 1 && (commits.output + commits.errors).contains("there is no state `dona`"), "\(commits)")

    // Once more: all is there.
    let again = try usher("init", "identity", in: folder)
    #expect(
      again.status == 0 && again.output.split(separator: "\n").filter { $0.contains("was there") }.count == names.count)
  }

  @Test(arguments: ["..", "/tmp", "a/../b", "fl'ows", "-x/y", "absent"])
  func `a folder that CI cannot name is refused, and nothing is made`(path: String) throws {
    let folder = try Tenants.folder(["flows/tenant.yaml": Tenants.tenant])
    let result = try usher("init", "--", path, in: folder)
    #expect(result.status == (path == "absent" ? 3 : 2))
    #expect(try run("/bin/ls", ["-A"], folder: folder.path).output == "flows\n")
  }

  @Test func `what it writes is what the examples have`() throws {
    for (text, path) in [
      (RepositoryFiles.workflow, "CI/usher-check.yml"), (RepositoryFiles.hook, "CI/pre-commit"),
      (RepositoryFiles.zed, "Editors/zed.json"),
    ] {
      let bytes = try #require(readFile(Repository.root + "/Examples/" + path))
      #expect(text == String(decoding: bytes, as: UTF8.self), "`make scaffold` brings it in")
    }
  }
}
