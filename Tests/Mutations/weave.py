"""Weaves mutants into a copy of the source, so that one build has all of them.

A mutant is what a patch makes of the bodies of some functions. Each of these functions gets a copy of its body for each of its
mutants, chosen by the number in the environment when the process starts:

    { if chosenMutant == 7 { mutated body } else { original body } }

A patch may change bodies of functions and computed properties, and add files; whatever else it changes is an error here.
"""

import re

DECLARATION = re.compile(r"^[ ]*(?:(?:@\w+(?:\([^)]*\))?|\w+(?:\(\w+\))?)[ ]+)*(func\b|init\b|deinit\b|var\b|subscript\b)", re.M)
CHOICE = """import Glibc

/// The number of the mutant that this process runs; 0: none.
let chosenMutant = getenv("USHER_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
"""


class WeavingError(Exception):
    """A patch that cannot be woven in, and why."""


def skip_literal(text, at):
    """The index behind the comment or string literal that begins at `at`; `at` itself where none does."""
    if text.startswith("//", at):
        end = text.find("\n", at)
        return len(text) if end < 0 else end
    if text.startswith("/*", at):
        return text.index("*/", at) + 2
    opening = re.compile(r'(#*)("""|")').match(text, at)
    if not opening:
        return at
    pounds, quotes = opening.groups()
    escape, close, at = "\\" + pounds, quotes + pounds, opening.end()
    while not text.startswith(close, at):
        if text.startswith(escape + "(", at):
            at = closing(text, at + len(escape), "(", ")") + 1
        else:
            at += len(escape) + 1 if text.startswith(escape, at) else 1
    return at + len(close)


def closing(text, at, opening, close):
    """The index of the bracket that closes the one at `at`."""
    depth = 0
    while at < len(text):
        behind = skip_literal(text, at)
        if behind > at:
            at = behind
            continue
        depth += (text[at] == opening) - (text[at] == close)
        if depth == 0:
            return at
        at += 1
    raise WeavingError(f"a {opening} that is not closed")


def body_start(text, at, kind):
    """The index of the brace that opens the body of a declaration; None where it has none."""
    depth = 0
    while at < len(text):
        behind = skip_literal(text, at)
        if behind > at:
            at = behind
            continue
        depth += (text[at] in "([") - (text[at] in ")]")
        if depth < 0 or depth == 0 and text[at] == "}":
            return None
        if depth == 0 and text[at] == "{":
            return at
        if depth == 0 and text[at] == "\n" and (kind == "var" or not text[at + 1 :].lstrip().startswith(("{", "->", "where"))):
            return None
        if depth == 0 and kind == "var" and text[at] == "=":
            return None
        at += 1
    return None


def bodies(text):
    """The bodies of functions and computed properties, as (name, first, last): `first` behind `{`, `last` at `}`."""
    found, seen = [], {}
    for declaration in DECLARATION.finditer(text):
        kind = declaration.group(1)
        start = body_start(text, declaration.end(), kind)
        if start is None:
            continue
        name = " ".join(text[declaration.start() : start].split())
        seen[name] = seen.get(name, 0) + 1
        found.append((f"{name}#{seen[name]}", start + 1, closing(text, start, "{", "}")))
    return found


def mutated_bodies(original, mutant):
    """The innermost bodies that differ between two versions of a file, by name: what stands there in the mutant."""
    before, after = bodies(original), {name: (first, last) for name, first, last in bodies(mutant)}
    changed = {}
    for name, first, last in before:
        if name in after and original[first:last] != mutant[slice(*after[name])]:
            changed[name] = (first, last)
    innermost = {
        name: place
        for name, place in changed.items()
        if not any(other != name and place[0] <= start and end <= place[1] for other, (start, end) in changed.items())
    }
    # All that differs must be within them.
    plain = replaced(original, [(*place, "") for place in innermost.values()])
    if plain != replaced(mutant, [(*after[name], "") for name in innermost]):
        raise WeavingError("it changes more than bodies of functions")
    return {name: mutant[slice(*after[name])] for name in innermost}


def replaced(text, parts):
    """`text` with some parts, (first, last, new), replaced."""
    for first, last, new in sorted(parts, reverse=True):
        text = text[:first] + new + text[last:]
    return text


def weave(original, mutants):
    """`original` with mutants in it: [(number, what the patch makes of the file)]."""
    chosen = {}
    for number, mutant in mutants:
        for name, body in mutated_bodies(original, mutant).items():
            chosen.setdefault(name, []).append((number, body))
    parts = []
    for name, first, last in bodies(original):
        if name in chosen:
            branches = "".join(f" if chosenMutant == {number} {{{body}}} else" for number, body in chosen[name])
            parts.append((first, last, f"{branches} {{{original[first:last]}}} "))
    ordered = sorted(parts)
    if any(left[1] > right[0] for left, right in zip(ordered, ordered[1:])):
        raise WeavingError("two mutants are in functions of which one is within the other")
    return replaced(original, parts)
