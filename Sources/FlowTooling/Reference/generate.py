#!/usr/bin/env python3
"""Writes ReferenceFiles.swift from the pages in docs/language/: `make reference`.

Their order is that of the links in docs/language/README.md. A test holds what stands in the program against the files.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
PAGES = HERE.parents[2] / "docs" / "language"
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parents[1]))
from swift_literal import literal

index = (PAGES / "README.md").read_text()
names = ["README.md"] + re.findall(r"^\| \[[a-z.-]+\]\(([a-z-]+\.md)\)", index, re.M)
entries = "".join(f'    "{name}": {literal((PAGES / name).read_bytes().decode())},\n' for name in names)
(HERE / "ReferenceFiles.swift").write_text(
    "// Made of the pages in docs/language/ by `make reference`.\n// swift-format-ignore-file\n\n"
    "extension ReferencePage {\n  /// The pages in docs/language/, by their names, in the order of its README.\n"
    "  package static let files: KeyValuePairs<String, String> = [\n" + entries + "  ]\n}\n",
    newline="\n")
