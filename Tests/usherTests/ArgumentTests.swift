import TestSupport
import Testing

@testable import usher

@Suite struct ArgumentTests {
  static let usage = Usage(
    words: "[A [B]]", wordCount: 0...2,
    options: [Option("format", "f", value: "FORMAT", ""), Option("quiet", "q", "")])

  @Test func `options come in all customary spellings`() throws {
    for spelling in [["--format", "x"], ["--format=x"], ["-f", "x"], ["-fx"]] {
      #expect(try Arguments(spelling, Self.usage).value("format") == "x")
    }
    #expect(try Arguments(["--format="], Self.usage).value("format") == "")
    #expect(try Arguments(["--format=a=b"], Self.usage).value("format") == "a=b")
    #expect(try Arguments(["a", "-q", "-"], Self.usage).words == ["a", "-"])
    #expect(try Arguments(["--", "-q", "--"], Self.usage).words == ["-q", "--"])
    #expect(try !Arguments(["--", "-q"], Self.usage).has("quiet"))
  }

  @Test(arguments: [
    ["--formt", "x"], ["--format"], ["-f"], ["--quiet=yes"], ["-fx", "-fy"], ["a", "b", "c"], ["-z"], ["--" + "=x"],
  ])
  func `what does not fit is bad usage`(_ arguments: [String]) {
    #expect(throws: Failure.self) { try Arguments(arguments, Self.usage) }
  }

  @Test func `bad usage is exit code 2, says what is near, and writes nothing to standard output`() throws {
    for (arguments, hint) in [
      (["chekc"], "did you mean `check`?"), (["check", "--formt", "short"], "did you mean `--format`?"),
      (["check", "--format", "srif"], "did you mean `sarif`?"), (["check", "--deny", "errors"], "takes one of"),
      (["--versoin"], "did you mean `--version`?"), (["explain", "u10"], "usher explain"),
      (["compile", "a"], "-o FILE"),
      (["serve", "a", "--limit-address", "5"], "COUNT per DURATION"),
      (["serve", "a", "--limit-identifier", "0 per 1m"], "COUNT per DURATION"),
      (["serve", "a", "--trust-proxy", "localhost"], "127.0.0.1,10.0.0.0/8"),
      (["serve", "a", "--proxy-header", "forwarded"], "--trust-proxy"),
      (["serve", "a", "--trust-proxy", "::1", "--proxy-header", "forwardd"], "did you mean `forwarded`?"),
      (["new"], "DIR"), (["compile", "--frob"], "`usher compile --help`"),
    ] {
      let result = try run(Repository.program("usher"), arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.output == "")
      #expect(result.errors.contains(hint), "\(result.errors)")
    }
  }

  @Test func `no argument at all shows the help, and is bad usage`() throws {
    let result = try usher()
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors == Usher.help)
  }

  @Test func `help is there for all and for each`() throws {
    for arguments in [["--help"], ["-h"]] {
      #expect(try run(Repository.program("usher"), arguments).output == Usher.help)
    }
    for verb in Usher.subcommands {
      let result = try usher(verb.name, "--help")
      #expect(result.status == 0)
      #expect(result.output == verb.help)
      #expect(try usher("help", verb.name).output == verb.help)
    }
  }

  @Test func `help tells of the language by each of its names`() throws {
    let all = try usher("help").output
    #expect(all.hasPrefix(Usher.help) && all.contains("  effects       Effects\n"))
    let effect = try usher("help", "code.send").output
    #expect(effect.contains("throttled") && effect.contains("codes: per-identifier`"))
    #expect(try usher("help", "age").output.contains("How many whole years ago"))
    #expect(try usher("help", "grants").output.contains("In `usher help flows`"))
    #expect(try usher("help", "invalid_code").output.contains("The code is wrong."))
    #expect(try usher("help", "u401").output == usher("explain", "U401").output)
    let slip = try usher("help", "code.sned")
    #expect(slip.status == 2 && slip.output == "" && slip.errors.contains("did you mean `code.send`?"))
  }

  @Test func `the version is one line`() throws {
    let output = try usher("--version").output
    #expect(output.hasPrefix("usher \(Usher.version) (build ") && output.hasSuffix(")\n"))
    #expect(output.contains(", table format ") && output.contains(", database schema "))
    #expect(output.split(separator: "\n").count == 1)
  }
}
