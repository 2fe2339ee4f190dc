/// What a repository with flows in it has beside them, for CI and editors. `folder` is where the flows are, as a path within the
/// repository.
public func repositoryFiles(folder: String) -> [ScaffoldFile] {
  [
    ScaffoldFile(
      name: ".github/workflows/usher-check.yml", summary: "checks flows, plays their cases, compares versions",
      text: naming(folder, in: RepositoryFiles.workflow)),
    ScaffoldFile(
      name: ".githooks/pre-commit", summary: "checks what is staged", text: naming(folder, in: RepositoryFiles.hook)),
    ScaffoldFile(
      name: ".vscode/settings.json", summary: "schemas for VS Code's extension for YAML", text: vscodeSettings(folder)),
    ScaffoldFile(name: ".zed/settings.json", summary: "`usher lsp` for Zed", text: RepositoryFiles.zed),
  ]
}

/// A text of the examples, in which another folder stands for `flows`; the report of CI keeps its name.
private func naming(_ folder: String, in text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.hasPrefix("#")
      ? String(line) : String(line).replacing(/\bflows\b(?!\.sarif)/.wordBoundaryKind(.simple), with: folder)
  }.joined(separator: "\n")
}

private func vscodeSettings(_ folder: String) -> String {
  """
  {
    "yaml.schemas": {
      ".usher/tenant.json": "\(folder)/**/tenant.yaml",
      ".usher/tests.json": "\(folder)/**/tests/*.yaml",
      ".usher/flow.json": ["\(folder)/**/*.yaml", "!\(folder)/**/tenant.yaml", "!\(folder)/**/{tests,locales}/*.yaml"]
    }
  }

  """
}
