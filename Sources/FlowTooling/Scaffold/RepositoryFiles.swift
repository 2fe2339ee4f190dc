// Made of Examples/ by `make scaffold`.
// swift-format-ignore-file

/// Files of a repository with flows in it, whose folder is called `flows`.
package enum RepositoryFiles {
  package static let workflow = #"""
# Put this into .github/workflows/ of the repository that holds your flows, and name the repository that holds Usher.
name: Flows
on:
  push: { branches: [main], paths: ["flows/**"] }
  pull_request: { paths: ["flows/**"] }
permissions:
  contents: read
  security-events: write
jobs:
  check:
    runs-on: ubuntu-latest
    container: swift:6.2-bookworm
    steps:
      - uses: actions/checkout@v4
      - uses: actions/checkout@v4
        with: { repository: your-organisation/usher, path: usher }
      - name: Build usher
        run: cd usher && .ci/setup && make build && echo "$PWD/.build/release" >> "$GITHUB_PATH"
      - name: Mark problems at their lines
        run: usher check flows --deny warnings --format github
      - name: Play the cases, and mark what fails and what no case took
        run: usher test flows --format github --coverage --least 100
      - name: Mark what the change takes from clients and people
        if: github.event_name == 'pull_request'
        run: git fetch --depth 1 origin "$GITHUB_BASE_REF" && usher diff FETCH_HEAD:flows flows --accept extended --format github
      - name: Write the report
        if: always()
        run: usher check flows --format sarif > flows.sarif || test $? -eq 1
      - name: Show it under "Code scanning"
        if: always()
        uses: github/codeql-action/upload-sarif@v3
        with: { sarif_file: flows.sarif }

"""#
  package static let hook = #"""
#!/bin/sh
# Checks the flows as they are staged, not as they lie in the folder. Install it from the top of your repository:
#     cp pre-commit .git/hooks/ && chmod +x .git/hooks/pre-commit
set -eu

git diff --cached --quiet -- flows && exit 0

staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
git ls-files -z -- flows | git checkout-index -z --stdin --prefix="$staged/"

cd "$staged"
[ ! -d flows ] || usher check flows --deny warnings --format short

"""#
  package static let zed = #"""
{
  "lsp": {
    "yaml-language-server": {
      "binary": { "path": "usher", "arguments": ["lsp"] }
    }
  }
}

"""#
}
