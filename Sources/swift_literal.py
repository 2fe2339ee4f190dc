"""What the generators of sources share."""

import re


def literal(text):
    """A multi-line string literal; what Swift would refuse, change or hide in it is escaped."""
    def escape(character):
        return "\\#u{%x}" % ord(character.group())

    text = re.sub("[^\n\\x20-\\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]", escape, text.replace("\\#", "\\#u{5c}#"))
    return '#"""\n' + text.replace('"""', '""\\#u{22}') + '\n"""#'
