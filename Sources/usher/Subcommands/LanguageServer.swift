import FlowRuntime
import FlowThreads

/// `usher lsp`: what editors ask while flows are written.
enum LanguageServer: Subcommand {
  static let name = "lsp"
  static let summary = "serve an editor: problems as you type, completion, renaming"
  static let usage = Usage(
    words: "", wordCount: 0...0,
    options: [Option("stdio", nil, "speak over standard input and output, as it does anyway: editors say it")])
  static let details = """
    It speaks the Language Server Protocol. An editor starts it; `Examples/Editors` has the settings of VS Code, Neovim, Emacs,
    Helix and Zed, and docs/editors.md tells what it can do.
    Only tenants below the folders that the editor has opened are read, and nothing is written.
    The exit code is 0 where the client has shut it down, else 1.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    await onThread {
      var loop = EditorLoop()
      return loop.run()
    }
  }
}
