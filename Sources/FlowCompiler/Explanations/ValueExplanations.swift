/// What can be wrong with a single value: its kind, its spelling, a name that is declared.
let valueExplanations: [Explanation] = [
  Explanation(
    "U103", "a value of the wrong kind",
    """
    The key is right, and its value is of another kind than it takes: a list where a mapping belongs, a number where a
    text belongs, nothing at all.

    A mapping is `{ email: required, city: optional }`, a list is `[email, city]`. A text that looks like a number or a
    boolean needs quotes: `"2024"`.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your address
            fields: [email]
            then:
              submit: done
          done: { end: completed, result: [email] }

        """),
    mending: ["[email]": "{ email: required }"]),
  Explanation(
    "U105", "a name that cannot be one",
    """
    Names of states, flows, ends, events, errors, functions and attributes are a letter, then letters, digits, `-` and
    `_`, of ASCII, 64 characters at most.

    Apps branch on these names, they stand in URLs, in conditions and in logs: what is plain everywhere needs no quoting
    anywhere. What people read goes into texts: the title of a `page`, a `label`, an error's text.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: your address
        states:
          your address:
            page: Your address
            fields: { email: required }
            then:
              submit: done
          done: { end: completed, result: [email] }

        """),
    mending: ["start: your address": "start: your-address", "  your address:": "  your-address:"]),
  Explanation(
    "U106", "a value that is not possible",
    """
    The value is of the right kind, and is still none that can stand here: a word that is not one of those to choose from,
    a number out of range, a greatest length below the least, a URL that is not `https://`, or a `redirect` that is no
    sentence for people to read.

    Durations are a number and `s`, `m`, `h` or `d`, without a space: `30m`. Rates are `10 per 1h`. A time-out is
    `10m -> state`. A secret is never written down: `secret: env:NAME` names the variable that holds it.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30 minutes
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: done
          done: { end: completed, result: [email] }

        """),
    mending: ["30 minutes": "30m"]),
  Explanation(
    "U122", "a reserved name",
    """
    `password`, `code`, `token`, `tokenId` and `grant` are the secret inputs. Every page can ask for them as they are, and
    they never become part of an account: passwords rest only hashed, codes are compared and forgotten. An attribute of
    such a name would be stored, shown to functions and handed back in results.

    Choose another name, or remove the attribute if you meant the secret. The words of conditions, such as `true` and
    `in`, cannot be names either.
    """,
    broken: Example(
      tenant: """
        tenant: example
        attributes:
          email:    { type: email, identifier: true }
          password: { type: string }

        """,
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: done
          done: { end: completed, result: [email] }

        """),
    mending: ["  password: { type: string }\n": ""]),
  Explanation(
    "U124", "a bad pattern",
    """
    An attribute's `pattern` is a regular expression as RE2 reads it, and must match the whole text. This one is none:
    mostly a bracket is not closed, or it looks ahead (`(?=…)`) or back (`\\1`).

    RE2 has neither, and in return takes a time that grows with the text alone. With other engines somebody could type a
    text that keeps a server busy for hours. Two rules in one pattern are mostly a pattern and a `min-length`.
    """,
    broken: Example(
      tenant: """
        tenant: example
        attributes:
          email: { type: email, identifier: true }
          city:  { type: string, pattern: "(?=.{2,60}$)[A-Za-z .'-]+" }

        """,
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required, city: required }
            then:
              submit: done
          done: { end: completed, result: [email, city] }

        """),
    mending: ["pattern: \"(?=.{2,60}$)": "min-length: 2, max-length: 60, pattern: \""]),
  Explanation(
    "U127", "the same thing twice",
    """
    An option, a field, a result or a name in a list stands there twice. The second adds nothing, so one of them was meant
    to be something else, or is too much.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: done
          done: { end: completed, result: [email, email] }

        """),
    mending: ["[email, email]": "[email]"]),
]
