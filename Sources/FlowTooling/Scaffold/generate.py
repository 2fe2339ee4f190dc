#!/usr/bin/env python3
"""Writes RepositoryFiles.swift from Examples/: `make scaffold`. A test holds what stands in the program against the files."""

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
EXAMPLES = HERE.parents[2] / "Examples"
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parents[1]))
from swift_literal import literal

FILES = {"workflow": "CI/usher-check.yml", "hook": "CI/pre-commit", "zed": "Editors/zed.json"}

entries = "".join(
    f"  package static let {name} = {literal((EXAMPLES / path).read_bytes().decode())}\n" for name, path in FILES.items())
(HERE / "RepositoryFiles.swift").write_text(
    "// Made of Examples/ by `make scaffold`.\n// swift-format-ignore-file\n\n"
    "/// Files of a repository with flows in it, whose folder is called `flows`.\n"
    "package enum RepositoryFiles {\n" + entries + "}\n", newline="\n")
