#!/usr/bin/env python3
"""Writes StandardWordFiles.swift from the files in Words/: `make words`. A test holds one against the other."""

import pathlib
import re

ROOT = pathlib.Path(__file__).parent


def words(path):
    lines = (line for line in path.read_text().splitlines() if line and not line.startswith("#"))
    return [line.split(" = ", 1) for line in lines]


def case(key):
    """`complaint.too_short` as `complaintTooShort`."""
    first, *rest = re.split("[._]", key)
    return first + "".join(part[0].upper() + part[1:] for part in rest)


def literal(text):
    """A multi-line string literal; what is no ASCII is kept, as translators must find it."""
    return '#"""\n' + text + '\n"""#'


cases = "".join(f'  case {case(key)} = "{key}"\n' for key, _ in words(ROOT / "Words/en.txt"))
files = "".join(
    f'    "{path.stem}": {literal(path.read_text())},\n' for path in sorted((ROOT / "Words").glob("*.txt")))
(ROOT / "StandardWordFiles.swift").write_text(
    "// Made of the files in Words/ by `make words`.\n// swift-format-ignore-file\n\n"
    "/// What the software says to people by itself, beside its errors.\n"
    "public enum StandardText: String, CaseIterable, Sendable {\n" + cases + "}\n\n"
    "extension StandardWords {\n  /// The files in Words/, by their languages.\n"
    "  package static let files: KeyValuePairs<String, String> = [\n" + files + "  ]\n}\n",
    newline="\n")
