#!/usr/bin/env python3
"""Writes ExplanationFiles.swift from the files in Pages/: `make explanations`.

A page is a folder with its code's name: `text.md`, whose first line is `# U401: the title`, and the tenants `broken` and
`fixed`. A test holds what stands in the program against the files.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT.parents[1]))
from swift_literal import literal


def files(page):
    """The files of a page: the text, then of each tenant its own file, flows, and the sub-flows that they call."""
    yield page / "text.md"
    whole = page / "fixed"
    subflows = {file.name for file in whole.glob("*.yaml") if file.read_bytes().startswith(b"sub-flow:")}
    for tenant in (page / "broken", whole):
        yield from sorted(
            tenant.glob("*.yaml"), key=lambda file: (file.name != "tenant.yaml", file.name in subflows, file.name))
        yield from sorted(file for folder in tenant.glob("*/") for file in folder.iterdir())


entries = "".join(
    f'    "{file.relative_to(ROOT / "Pages").as_posix()}": {literal(file.read_bytes().decode())},\n'
    for page in sorted((ROOT / "Pages").iterdir())
    for file in files(page))
(ROOT / "ExplanationFiles.swift").write_text(
    "// Made of the files in Pages/ by `make explanations`.\n// swift-format-ignore-file\n\n"
    "extension Explanation {\n  /// The files in Pages/, by their paths there, those of a page together.\n"
    "  package static let files: KeyValuePairs<String, String> = [\n" + entries + "  ]\n}\n",
    newline="\n")
