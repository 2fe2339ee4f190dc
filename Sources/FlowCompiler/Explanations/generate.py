#!/usr/bin/env python3
"""Writes ExplanationFiles.swift from the files in Pages/: `make explanations`.

A page is a folder with its code's name: `text.md`, whose first line is `# U401: the title`, and the tenants `broken` and
`fixed`. A test holds what stands in the program against the files.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).parent


def literal(text):
    """A multi-line string literal; what Swift would refuse, change or hide in it is escaped."""
    def escape(character):
        return "\\#u{%x}" % ord(character.group())

    text = re.sub("[^\n\\x20-\\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]", escape, text.replace("\\#", "\\#u{5c}#"))
    return '#"""\n' + text.replace('"""', '""\\#u{22}') + '\n"""#'


def files(page):
    """The files of a page: the text, then of each tenant its own file, flows, and the sub-flows that they call."""
    yield page / "text.md"
    whole = page / "fixed"
    subflows = {file.name for file in whole.glob("*.yaml") if file.read_bytes().startswith(b"sub-flow:")}
    for tenant in (page / "broken", whole):
        yield from sorted(
            [*tenant.glob("*.yaml"), *tenant.glob("locales/*.yaml")], key=lambda file: (
                file.name != "tenant.yaml", file.parent.name == "locales", file.name in subflows, file.name))


entries = "".join(
    f'    "{file.relative_to(ROOT / "Pages").as_posix()}": {literal(file.read_bytes().decode())},\n'
    for page in sorted((ROOT / "Pages").iterdir())
    for file in files(page))
(ROOT / "ExplanationFiles.swift").write_text(
    "// Made of the files in Pages/ by `make explanations`.\n// swift-format-ignore-file\n\n"
    "extension Explanation {\n  /// The files in Pages/, by their paths there, those of a page together.\n"
    "  package static let files: KeyValuePairs<String, String> = [\n" + entries + "  ]\n}\n",
    newline="\n")
