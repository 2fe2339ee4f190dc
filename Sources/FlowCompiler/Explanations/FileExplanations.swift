/// What can be wrong with a file before anybody reads what it says.
let fileExplanations: [Explanation] = [
  Explanation(
    "U000", "a file cannot be read",
    """
    The path does not exist, is no file or folder, or may not be read by whoever runs `usher`. The message gives the
    reason as the operating system tells it.

    Look at the path for a typing slip, and at the file's permissions. A folder named on the command line must be a
    tenant's folder, or hold tenants' folders.
    """),
  Explanation(
    "U003", "the file is not valid UTF-8",
    """
    Flow files are written in UTF-8. This one holds a byte that UTF-8 cannot have at this place, or is written in another
    encoding such as UTF-16 or Latin-1.

    Other encodings are not guessed: a wrong guess would show people garbled texts, or compare names that only look
    alike. Save the file as UTF-8 in your editor, or convert it: `iconv -f latin1 -t utf-8 old.yaml > new.yaml`.
    """),
  Explanation(
    "U004", "a character that a file must not hold",
    """
    The file holds a NUL byte, a control character, a byte order mark within the text, or a line break that only some
    YAML tools take for one (U+0085, U+2028, U+2029).

    Such characters are invisible, and tools disagree about them: what a reviewer sees would not be what runs. They mostly
    come in by copying from a web page or a word processor. Remove the character; if a text really needs it, write it as
    an escape in double quotes, such as `"\\u0007"`.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your\u{8} address
            fields: { email: required }
            then:
              submit: done
          done: { end: completed, result: [email] }

        """),
    mending: ["Your\u{8}": "Your"]),
  Explanation(
    "U005", "the file is too large",
    """
    No flow that people write is this large: a thousand states are about a third of a megabyte. The bound keeps a file
    that got here by mistake, such as a log or a data dump, from taking the machine's memory.

    Split it: each flow and each sub-flow has a file of its own.
    """),
  Explanation(
    "U020", "a folder without `tenant.yaml`",
    """
    A tenant is a folder: `tenant.yaml` holds what its flows share, and each other `*.yaml` file is one flow. Here are
    flows, and no `tenant.yaml` beside them, so nothing says which attributes there are.

    Add the file, with `tenant:` and the attributes that your flows collect; or name the right folder. `usher new DIR`
    makes a whole tenant to start from.
    """,
    broken: Example(files: [
      "sign-up.yaml": """
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

      """
    ]),
    mended: Example(files: [
      "tenant.yaml": Example.usualTenant,
      "sign-up.yaml": """
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

      """,
    ])),
  Explanation(
    "U021", "a tenant without flows",
    """
    The folder has a `tenant.yaml`, and no flow beside it that an app could start. Files with `sub-flow:` do not count:
    only `call` enters those.

    Add a flow: a file beside `tenant.yaml` that begins with `flow: NAME`. Its name must end in `.yaml`.
    """,
    broken: Example(files: ["tenant.yaml": Example.usualTenant]),
    mended: Example(
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

        """)),
]
