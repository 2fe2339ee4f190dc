import FlowSource

/// The flow that examples about YAML spoil in one place.
private let flow = Example(
  flow: """
    flow: sign-up
    lifetime: 30m
    summary: Asks for an address.
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then:
          submit: done
      done: { end: completed, result: [email] }

    """)

/// What can be wrong with a file as YAML.
let yamlExplanations: [Explanation] = [
  Explanation(
    "U001", "this is not YAML",
    """
    The file cannot be read as YAML from here on, so nothing behind this place was checked. The message says what stands
    there and what was expected.

    The usual slips: a text with `: ` or ` #` in it that is not in quotes; a quote, bracket or brace that is never
    closed; a line that is indented more or less than its neighbours. A text in double quotes may hold anything:
    `page: "Step 1: your address"`.
    """,
    broken: flow.replacing("Your address", with: "Step 1: your address"),
    mending: ["Step 1: your address": "\"Step 1: your address\""]),
  Explanation(
    "U002", "a tab where spaces are needed",
    """
    YAML indents with spaces alone. A tab is as wide as each editor likes, so with tabs two people would see two different
    structures in the same file.

    Replace it by spaces, and let your editor insert spaces for the Tab key in `*.yaml` files.
    """,
    broken: flow.replacing("    page:", with: "\tpage:"),
    mending: ["\tpage:": "    page:"]),
  Explanation(
    "U006", "a key stands twice",
    """
    One mapping has the same key twice. Many YAML tools silently keep the last one; here that would mean that a state, or
    the way on from an outcome, is not the one you are looking at.

    Remove one of the two, or give it another name. The message shows where the first one is.
    """,
    broken: flow.replacing("start: identify", with: "start: identify\nsummary: Creates an account."),
    mending: ["summary: Asks for an address.\n": ""]),
  Explanation(
    "U007", "a value that older YAML tools read differently", severity: .warning,
    """
    Usher reads YAML 1.2, where `NO` is a text and `010` is ten. Tools of YAML 1.1, and there are many, read `NO` as false
    and `010` as eight. This value stands where the difference would change what a flow does.

    Put it in quotes if it is a text, or write the number without what is read differently. Then every tool, and every
    reader, sees the same.
    """,
    broken: Example(
      tenant: """
        tenant: example
        attributes:
          email:   { type: email, identifier: true }
          country: { type: choice, of: [DK, NO, SE] }

        """,
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: About you
            fields: { email: required, country: required }
            then:
              submit: done
          done: { end: completed, result: [email, country] }

        """),
    mending: ["NO": "\"NO\""]),
  Explanation(
    "U008", "aliases that explode",
    """
    An alias (`*name`) repeats a value, and a repeated value may hold aliases itself. Ten of ten of ten soon make millions:
    a file of a few lines would fill the memory. The bound is far beyond what any flow needs.

    Write the values out, and use aliases for small things only, if at all.
    """,
    broken: flow.replacing(
      "Asks for an address.",
      with: """

          - &a [x, x, x, x, x, x, x, x, x, x]
          - &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
          - &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
          - &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
          - &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
        """),
    mended: flow),
  Explanation(
    "U009", "an alias without its anchor",
    """
    A value that starts with `*` is an alias: it repeats the value that an anchor, `&name`, marked earlier in the same
    file. Here is no such anchor before it, or the alias stands inside the very value that it would repeat.

    If you meant a text that starts with a star, put it in quotes. Otherwise write the value out.
    """,
    broken: flow.replacing("Your address", with: "*required"),
    mending: ["*required": "\"*required\""]),
  Explanation(
    "U010", "a merge key",
    """
    `<<` copied the entries of one mapping into another in YAML 1.1. YAML 1.2 no longer has it, and tools disagree about
    which entry wins. Here it is refused, so that what a mapping holds is what you see in it.

    Write the entries out. An alias for a whole value (`country: *place`) is fine.
    """,
    broken: Example(
      tenant: """
        tenant: example
        attributes:
          email:   { type: email, identifier: true }
          city:    &place { type: string, max-length: 60 }
          country: { <<: *place, type: string }

        """,
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: About you
            fields: { email: required, city: required, country: required }
            then:
              submit: done
          done: { end: completed, result: [email, city, country] }

        """),
    mending: ["&place ": "", "<<: *place, type: string": "type: string, max-length: 60"]),
  Explanation(
    "U011", "nested too deeply",
    """
    A flow needs fewer than ten levels. A file with more than 64 is a slip, such as a bracket key that got stuck, or an
    attempt to bring a program down.

    Take the levels out.
    """,
    broken: flow.replacing(
      "Asks for an address.", with: String(repeating: "[", count: 70) + String(repeating: "]", count: 70)),
    mended: flow),
  Explanation(
    "U012", "several documents in one file",
    """
    A line with `---` begins a second YAML document. A file here holds one flow, so the second would be overlooked.

    Move it to a file of its own beside this one.
    """,
    broken: flow.replacing(
      "[email] }\n",
      with: """
        [email] }
        ---
        flow: sign-in

        """),
    mending: ["---\nflow: sign-in\n": ""]),
  Explanation(
    "U013", "a key that is no text",
    """
    YAML lets a list or a mapping be a key. In a flow every key is a name, so this is a slip: mostly a text in brackets
    or braces, such as `{{ placeholder }}`, that needs quotes, or several names where one can stand.

    Write one plain name before each colon.
    """,
    broken: flow.replacing("submit: done", with: "submit: done\n      [later, cancel]: identify"),
    mending: ["[later, cancel]: identify": "later: identify\n      cancel: identify"]),
  Explanation(
    "U014", "a YAML tag",
    """
    A word that starts with `!` is a YAML tag: it asks the reader to take the value for something special. Tags mean
    different things to different tools, and some run code for them. A flow has no use for them.

    Mostly it is a condition that begins with "not". YAML cannot know that, so the whole needs quotes:
    `when: '!account.confirmed'`. In single quotes a condition may hold double ones.
    """,
    broken: flow.replacing(
      "submit: done",
      with: """
        submit: whose-address
          whose-address:
            choose:
              - when: !attributes.email.endsWith("@example.com")
                to: guest
              - to: done
          guest: { end: guest, result: [email] }
        """),
    mending: ["!attributes.email.endsWith(\"@example.com\")": "'!attributes.email.endsWith(\"@example.com\")'"]),
]
