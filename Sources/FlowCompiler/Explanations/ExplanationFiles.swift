// Made of the files in Pages/ by `make explanations`.
// swift-format-ignore-file

extension Explanation {
  /// The files in Pages/, by their paths there, those of a page together.
  package static let files: KeyValuePairs<String, String> = [
    "U000/text.md": #"""
# U000: a file cannot be read

The path does not exist, is no file or folder, or may not be read by the user who runs `usher`. The message gives the
reason as the operating system tells it.

Look at the path for a typing slip, and at the file's permissions. A folder named on the command line must be a
tenant's folder, or hold tenants' folders.

A tenant's files lie in its folder. A symbolic link that leads from one out of it is not followed: whoever may write
into the folder would read other files in diagnostics and messages. Links within the folder are, and so is one to the
folder itself.

"""#,
    "U001/text.md": #"""
# U001: this is not YAML

The file cannot be read as YAML from here on, so nothing behind this place was checked. The message says what stands
there and what was expected.

The usual slips: a text with `: ` or ` #` in it that is not in quotes; a quote, bracket or brace that is never
closed; a line that is indented more or less than its neighbours. A text in double quotes may hold anything:
`page: "Step 1: your address"`.

"""#,
    "U001/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U001/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: Asks for an address.
start: identify
states:
  identify:
    page: Step 1: your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U001/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U001/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: Asks for an address.
start: identify
states:
  identify:
    page: "Step 1: your address"
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U002/text.md": #"""
# U002: a tab where spaces are needed

YAML indents with spaces alone. A tab is as wide as each editor likes, so with tabs two people would see two different
structures in the same file.

Replace it by spaces, and let your editor insert spaces for the Tab key in `*.yaml` files.

"""#,
    "U002/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U002/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: Asks for an address.
start: identify
states:
  identify:
\#u{9}page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U002/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U002/fixed/flow.yaml": #"""
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

"""#,
    "U003/text.md": #"""
# U003: the file is not valid UTF-8

Flow files are written in UTF-8. This one holds a byte that UTF-8 cannot have at this place, or is written in another
encoding such as UTF-16 or Latin-1.

Other encodings are not guessed: a wrong guess would show people garbled texts, or compare names that only look
alike. Save the file as UTF-8 in your editor, or convert it: `iconv -f latin1 -t utf-8 old.yaml > new.yaml`.

"""#,
    "U004/text.md": #"""
# U004: a character that a file must not hold

The file holds a NUL byte, a control character, a byte order mark within the text, or a line break that only some
YAML tools take for one (U+0085, U+2028, U+2029).

Such characters are invisible, and tools disagree about them: what a reviewer sees would not be what runs. They mostly
come in by copying from a web page or a word processor. Remove the character; if a text really needs it, write it as
an escape in double quotes, such as `"\u0007"`.

"""#,
    "U004/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U004/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your\#u{8} address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U004/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U004/fixed/flow.yaml": #"""
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

"""#,
    "U005/text.md": #"""
# U005: the file is too large

No flow that people write is this large: a thousand states are about a third of a megabyte. The bound keeps a file
that got here by mistake, such as a log or a data dump, from taking the machine's memory.

Split it: each flow and each sub-flow has a file of its own.

"""#,
    "U006/text.md": #"""
# U006: a key stands twice

One mapping has the same key twice. Many YAML tools silently keep the last one; here that would mean that a state, or
the transition from an outcome, is not the one you are looking at.

Remove one of the two, or give it another name. The message shows where the first one is.

"""#,
    "U006/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U006/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: Asks for an address.
start: identify
summary: Creates an account.
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U006/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U006/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
summary: Creates an account.
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U007/text.md": #"""
# U007: a value that older YAML tools read differently

Usher reads YAML 1.2, where `NO` is a text and `010` is ten. Tools of YAML 1.1, and there are many, read `NO` as false
and `010` as eight. This value stands where the difference would change what a flow does.

Put it in quotes if it is a text, or write the number without what is read differently. Then every tool, and every
reader, sees the same.

"""#,
    "U007/broken/tenant.yaml": #"""
tenant: example
attributes:
  email:   { type: email, identifier: true }
  country: { type: choice, of: [DK, NO, SE] }

"""#,
    "U007/broken/flow.yaml": #"""
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

"""#,
    "U007/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email:   { type: email, identifier: true }
  country: { type: choice, of: [DK, "NO", SE] }

"""#,
    "U007/fixed/flow.yaml": #"""
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

"""#,
    "U008/text.md": #"""
# U008: aliases that explode

An alias (`*name`) repeats a value, and a repeated value may hold aliases itself. Ten of ten of ten soon make millions:
a file of a few lines would fill the memory. The bound is far beyond what any flow needs.

Write the values out, and use aliases for small things only, if at all.

"""#,
    "U008/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U008/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: 
  - &a [x, x, x, x, x, x, x, x, x, x]
  - &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
  - &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
  - &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
  - &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U008/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U008/fixed/flow.yaml": #"""
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

"""#,
    "U009/text.md": #"""
# U009: an alias without its anchor

A value that starts with `*` is an alias: it repeats the value that an anchor, `&name`, marked earlier in the same
file. Here is no such anchor before it, or the alias stands inside the very value that it would repeat.

If you meant a text that starts with a star, put it in quotes. Otherwise write the value out.

"""#,
    "U009/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U009/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: Asks for an address.
start: identify
states:
  identify:
    page: *required
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U009/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U009/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: Asks for an address.
start: identify
states:
  identify:
    page: "*required"
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U010/text.md": #"""
# U010: a merge key

`<<` copied the entries of one mapping into another in YAML 1.1. YAML 1.2 no longer has it, and tools disagree about
which entry wins. Here it is refused, so that what a mapping holds is what you see in it.

Write the entries out. An alias for a whole value (`country: *place`) is fine.

"""#,
    "U010/broken/tenant.yaml": #"""
tenant: example
attributes:
  email:   { type: email, identifier: true }
  city:    &place { type: string, max-length: 60 }
  country: { <<: *place, type: string }

"""#,
    "U010/broken/flow.yaml": #"""
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

"""#,
    "U010/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email:   { type: email, identifier: true }
  city:    { type: string, max-length: 60 }
  country: { type: string, max-length: 60 }

"""#,
    "U010/fixed/flow.yaml": #"""
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

"""#,
    "U011/text.md": #"""
# U011: nested too deeply

A flow needs fewer than ten levels. A file with more than 64 is a slip, such as a bracket key that got stuck, or an
attempt to bring a program down.

Take the levels out.

"""#,
    "U011/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U011/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U011/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U011/fixed/flow.yaml": #"""
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

"""#,
    "U012/text.md": #"""
# U012: several documents in one file

A line with `---` begins a second YAML document. A file here holds one flow, so the second would be overlooked.

Move it to a file of its own beside this one.

"""#,
    "U012/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U012/broken/flow.yaml": #"""
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
---
flow: sign-in

"""#,
    "U012/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U012/fixed/flow.yaml": #"""
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

"""#,
    "U013/text.md": #"""
# U013: a key that is no text

YAML lets a list or a mapping be a key. In a flow every key is a name, so this is a slip: mostly a text in brackets
or braces, such as `{{ placeholder }}`, that needs quotes, or several names where one can stand.

Write one plain name before each colon.

"""#,
    "U013/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U013/broken/flow.yaml": #"""
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
      [later, cancel]: identify
  done: { end: completed, result: [email] }

"""#,
    "U013/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U013/fixed/flow.yaml": #"""
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
      later: identify
      cancel: identify
  done: { end: completed, result: [email] }

"""#,
    "U014/text.md": #"""
# U014: a YAML tag

A word that starts with `!` is a YAML tag: it asks the reader to take the value for something special. Tags mean
different things to different tools, and some run code for them. A flow has no use for them.

Mostly it is a condition that begins with "not". YAML cannot know that, so the whole needs quotes:
`when: '!account.confirmed'`. In single quotes a condition may hold double ones.

"""#,
    "U014/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U014/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: Asks for an address.
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: whose-address
  whose-address:
    choose:
      - when: !attributes.email.endsWith("@example.com")
        to: guest
      - to: done
  guest: { end: guest, result: [email] }
  done: { end: completed, result: [email] }

"""#,
    "U014/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U014/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
summary: Asks for an address.
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: whose-address
  whose-address:
    choose:
      - when: '!attributes.email.endsWith("@example.com")'
        to: guest
      - to: done
  guest: { end: guest, result: [email] }
  done: { end: completed, result: [email] }

"""#,
    "U015/text.md": #"""
# U015: a text that ends in a comment

In YAML, a `#` with a space before it starts a comment, even in the middle of a line. Here a word follows it at once,
as in `page: Step #1 of two`. So it looks like a part of the text; but the title is `Step`, and the rest is gone.

Put the whole text in quotes: `page: "Step #1 of two"`. If a comment is meant, write a space behind the `#`.

"""#,
    "U015/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U015/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Step #1 of two
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U015/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U015/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: "Step #1 of two"
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U020/text.md": #"""
# U020: a folder without `tenant.yaml`

A tenant is a folder: `tenant.yaml` holds what its flows share, and each other `*.yaml` file is one flow. Here are
flows, and no `tenant.yaml` beside them, so nothing says which attributes there are.

Add the file, with `tenant:` and the attributes that your flows collect; or name the right folder. `usher new DIR`
makes a whole tenant to start from.

"""#,
    "U020/broken/sign-up.yaml": #"""
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

"""#,
    "U020/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U020/fixed/sign-up.yaml": #"""
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

"""#,
    "U021/text.md": #"""
# U021: a tenant without flows

The folder has a `tenant.yaml`, and no flow beside it that an app could start. Files with `sub-flow:` do not count:
only `call` enters those.

Add a flow: a file beside `tenant.yaml` that begins with `flow: NAME`. Its name must end in `.yaml`.

"""#,
    "U021/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U021/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U021/fixed/flow.yaml": #"""
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

"""#,
    "U022/text.md": #"""
# U022: a file or folder that is not read

Beside `tenant.yaml` are the flows, `locales/` with the words of other languages, `messages/` with those of
messages, and `tests/` with cases. Nothing else is read, so what lies under another name does nothing: no page
speaks German by `locale/de.yaml`, no mail has the words of `message/code.de.txt`, no flow is found in `flows/`,
and no case of `test/` is played. Here is something that seems to be meant.

Give it the name that is read, or take it away. Folders with other things may lie there; nothing is said of
them.

"""#,
    "U022/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true, label: E-mail address }

"""#,
    "U022/broken/ask.yaml": #"""
flow: ask
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: done, result: [email] }

"""#,
    "U022/broken/locale/de.yaml": #"""
attributes:
  email: { label: E-Mail-Adresse }
flows:
  ask: { states: { identify: { page: Ihre Adresse } } }

"""#,
    "U022/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true, label: E-mail address }

"""#,
    "U022/fixed/ask.yaml": #"""
flow: ask
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: done, result: [email] }

"""#,
    "U022/fixed/locales/de.yaml": #"""
attributes:
  email: { label: E-Mail-Adresse }
flows:
  ask: { states: { identify: { page: Ihre Adresse } } }

"""#,
    "U101/text.md": #"""
# U101: an unknown key

A key stands where the language has none of this name. Nothing is skipped silently: a misspelt `skip` or `after` would
otherwise be a rule that never applies.

Mostly it is a typing slip, and the message names the key that was meant. It lists all keys that are possible here.

"""#,
    "U101/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U101/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
strat: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U101/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U101/fixed/flow.yaml": #"""
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

"""#,
    "U102/text.md": #"""
# U102: a key is missing

Something here cannot do without a key that is not there: a flow needs `start` and `states`, an attribute its `type`,
a branch the state it leads `to`, a function its `url` or `command`. Anybody who sends links must say in `tenant.yaml`
where they lead: `links: { base: https://… }`.

Add the key. No default would be a good guess for these.

"""#,
    "U102/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U102/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U102/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U102/fixed/flow.yaml": #"""
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

"""#,
    "U103/text.md": #"""
# U103: a value of the wrong kind

The key is right, and its value is of another kind than it takes: a list where a mapping belongs, a number where a
text belongs, nothing at all.

A mapping is `{ email: required, city: optional }`, a list is `[email, city]`. A text that looks like a number or a
boolean needs quotes: `"2024"`.

"""#,
    "U103/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U103/broken/flow.yaml": #"""
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

"""#,
    "U103/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U103/fixed/flow.yaml": #"""
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

"""#,
    "U104/text.md": #"""
# U104: not exactly one kind

A state is exactly one of five kinds, told by its key: a `page` waits for the person, `do` runs an effect, `choose`
decides, `call` enters a sub-flow, and `end` is the end. This one has two of them, or none. In the same way a file is
either a flow or a sub-flow, and a function has a `url` or a `command`.

A page that also does something becomes two states: its event leads to the one that does it.

"""#,
    "U104/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U104/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    do: account.find
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U104/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U104/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: find-account }
  find-account:
    do: account.find
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U105/text.md": #"""
# U105: a name that cannot be one

Names of states, flows, ends, events, errors, functions and attributes are a letter, then letters, digits, `-` and
`_`, of ASCII, 64 characters at most.

Apps branch on these names, they stand in URLs, in conditions and in logs: what is plain everywhere needs no quoting
anywhere. What people read goes into texts: the title of a `page`, a `label`, an error's text.

"""#,
    "U105/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U105/broken/flow.yaml": #"""
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

"""#,
    "U105/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U105/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: your-address
states:
  your-address:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U106/text.md": #"""
# U106: a value that is not possible

The value is of the right kind, and is still none that can stand here: a word that is not one of those to choose from,
a number out of range, a greatest length below the least, a URL that is not `https://`, or a `redirect` that is no
sentence for people to read.

Durations are a number and `s`, `m`, `h` or `d`, without a space: `30m`. Rates are `10 per 1h`. A time-out is
`10m -> state`. A secret is never written down: `secret: env:NAME` names the variable that holds it,
`secret: file:NAME` the file.

"""#,
    "U106/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U106/broken/flow.yaml": #"""
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

"""#,
    "U106/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U106/fixed/flow.yaml": #"""
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

"""#,
    "U107/text.md": #"""
# U107: an unknown state

A transition leads to a state that this flow does not have. States are known within their own file only: to go on in
another file, make that one a sub-flow and `call` it.

Mostly it is a typing slip, or a state that was renamed at one end only.

"""#,
    "U107/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U107/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-acount
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U107/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U107/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U108/text.md": #"""
# U108: an unknown flow

A `call`, a link or an application names a flow that this tenant does not have. A flow's name is what stands behind
`flow:` or `sub-flow:` in its file, whatever the file is called. Flows of other tenants are out of reach.

"""#,
    "U108/broken/tenant.yaml": #"""
tenant: example
applications:
  web: { flows: [signup] }
attributes:
  email: { type: email, identifier: true }

"""#,
    "U108/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U108/fixed/tenant.yaml": #"""
tenant: example
applications:
  web: { flows: [sign-up] }
attributes:
  email: { type: email, identifier: true }

"""#,
    "U108/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U109/text.md": #"""
# U109: an unknown attribute or field

A field, an argument or a result names something that is not among the tenant's `attributes`. Fields may also be the
secret inputs `password`, `code`, `token`, `tokenId` and `grant`; results may also be `tokens` and facts such as
`account.id`.

Correct the name, or declare the attribute in `tenant.yaml`.

"""#,
    "U109/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U109/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: e-mail }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U109/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U109/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U110/text.md": #"""
# U110: an unknown effect

`do:` names an effect that there is none of. Effects are what the engine can do for a flow: find and create accounts,
send and check codes and links, check passwords, ask your functions.

Correct the name. What no effect does, a function of your own can: `do: function.call`.

"""#,
    "U110/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U110/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.lookup
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U110/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U110/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U111/text.md": #"""
# U111: an unknown parameter

Under `with:` stands a parameter that this effect does not have. The message lists those that it has.

What an effect needs beyond its parameters it takes from the run: `account.create`, for one, writes all attributes
collected so far and needs none of them under `with:`.

A sub-flow takes the `parameters` that its file declares; a text in braces, `"{title}"`, stands for one of them.

"""#,
    "U111/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U111/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email, retries: 3 }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U111/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U111/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U112/text.md": #"""
# U112: a parameter is missing

The effect cannot work without this parameter. Two kinds of parameters may be left out although they are needed: the
`identifier`, where the tenant has just one, and a secret, which is taken from the field of the same name.

A call gives each parameter of its sub-flow that has no `default`.

"""#,
    "U112/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U112/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    then:
      sent: sent
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent, result: [email] }

"""#,
    "U112/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U112/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: sent
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent, result: [email] }

"""#,
    "U113/text.md": #"""
# U113: an argument of the wrong kind

The parameter is right, and what it is given does not fit: an attribute that identifies nobody, something that
nothing can be sent to, an address to which a link, or a code for the account alone, never goes as no account is found
by it, a text where a list is needed, one that no account holds because it is `transient`, or a
secret. The same goes for what an application names as its `user-data`.

Arguments are names, not expressions: `identifier: email` names the attribute. Secrets go into the parameters made
for them and nowhere else. So a password can never end up in a message, a result or a function that was not meant
to see it.

"""#,
    "U113/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, max-length: 60 }

"""#,
    "U113/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, city: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: city }
    then:
      sent: sent
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent, result: [email, city] }

"""#,
    "U113/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, max-length: 60 }

"""#,
    "U113/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, city: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: sent
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent, result: [email, city] }

"""#,
    "U114/text.md": #"""
# U114: an answer that nothing is done about

An effect has a fixed set of outcomes, a sub-flow a fixed set of ends, and `then:` must name each. A page needs an
event, and `submit` where it has fields: otherwise nobody gets on from it.

The outcome that is easily forgotten (the code has expired, the mail cannot be delivered) is the one that people get
stuck in. Add it, if only as a way back with an error: `throttled: { to: identify, error: too_many_codes }`.

"""#,
    "U114/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U114/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
  done: { end: completed, result: [email] }

"""#,
    "U114/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U114/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U115/text.md": #"""
# U115: an outcome or end that never comes

`then:` names an outcome that the effect does not have, or an end that the sub-flow does not have. The transition
would never be taken.

Correct the name, or remove the line. An effect's outcomes are fixed; a sub-flow's are the names behind its `end:`.

"""#,
    "U115/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U115/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      cancelled: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U115/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U115/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email] }

"""#,
    "U116/text.md": #"""
# U116: an unknown error code

`error:` names an error that is neither one of the standard ones nor declared under `errors:` in `tenant.yaml`. Apps
branch on these codes, so a code that nobody declared would reach no branch.

Correct the code, or declare your own with the words that people read: `too_young: You must be at least 16.`

"""#,
    "U116/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U116/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: address_taken }
  done: { end: completed, result: [email] }

"""#,
    "U116/fixed/tenant.yaml": #"""
tenant: example
errors:
  address_taken: Somebody has this address already.
attributes:
  email: { type: email, identifier: true }

"""#,
    "U116/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: address_taken }
  done: { end: completed, result: [email] }

"""#,
    "U117/text.md": #"""
# U117: an unknown function

`function.call` names a function that is not declared under `functions:` in `tenant.yaml`. There it says where the
function is, how long it may take, and with which secret its calls are signed.

"""#,
    "U117/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U117/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: ask-function
  ask-function:
    do: function.call
    with: { function: is-invited, pass: [email] }
    then:
      success: invited
      pending: waiting
      fail: { to: identify, error: denied }
  invited: { end: invited }
  waiting: { end: waiting }

"""#,
    "U117/fixed/tenant.yaml": #"""
tenant: example
functions:
  is-invited: { url: https://hooks.example.com/invited, attempts: 10 per 1h }
attributes:
  email: { type: email, identifier: true }

"""#,
    "U117/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: ask-function
  ask-function:
    do: function.call
    with: { function: is-invited, pass: [email] }
    then:
      success: invited
      pending: waiting
      fail: { to: identify, error: denied }
  invited: { end: invited }
  waiting: { end: waiting }

"""#,
    "U118/text.md": #"""
# U118: two flows of one name

Two files of the tenant have the same `flow:` or `sub-flow:` name, or two tenants have the same name. Anybody who starts
or calls it could not tell which is meant. The same goes for two tenants with an application of one name that speaks
`app-services`: that protocol knows applications by their names alone, whichever tenant they are of. And for an API
(`scopes`) that applications of two tenants declare: a token for it is one tenant's.

Rename one of the two. Copying a file to start a new flow is fine; its first line is part of what to change.

"""#,
    "U118/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U118/broken/sign-up.yaml": #"""
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

"""#,
    "U118/broken/subscribe.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Where shall we send the letter?
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U118/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U118/fixed/sign-up.yaml": #"""
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

"""#,
    "U118/fixed/subscribe.yaml": #"""
flow: subscribe
lifetime: 30m
start: identify
states:
  identify:
    page: Where shall we send the letter?
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U119/text.md": #"""
# U119: a sub-flow that calls itself

Calls are expanded where they stand, as if the sub-flow's states were written there. A sub-flow that calls itself,
directly or through another one, would never be finished.

To repeat something, lead a transition back to an earlier state of the same flow. Flows that loop are fine; calls
that loop are not.

"""#,
    "U119/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U119/broken/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: ask
states:
  ask:
    call: ask-address
    then:
      given: done
  done: { end: completed, result: [email] }

"""#,
    "U119/broken/ask-address.yaml": #"""
sub-flow: ask-address
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: is-real
  is-real:
    choose:
      - { when: attributes.email.endsWith("@example.com"), to: again }
      - { to: given }
  again:
    call: ask-address
    then:
      given: given
  given: { end: given }

"""#,
    "U119/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U119/fixed/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: ask
states:
  ask:
    call: ask-address
    then:
      given: done
  done: { end: completed, result: [email] }

"""#,
    "U119/fixed/ask-address.yaml": #"""
sub-flow: ask-address
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: is-real
  is-real:
    choose:
      - { when: attributes.email.endsWith("@example.com"), to: identify, error: invalid_username }
      - { to: given }
  given: { end: given }

"""#,
    "U120/text.md": #"""
# U120: a flow that is not for this

There are two kinds of files beside `tenant.yaml`. A `flow:` is started by an application; a `sub-flow:` is entered by
`call` alone and may rely on what its callers have collected. So `call` takes sub-flows only, applications take flows
only, and a link must lead to a flow that redeems it: one that does `link.redeem`.

Change the first line of the file to the kind it is, or name another one.

"""#,
    "U120/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U120/broken/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: ask
states:
  ask:
    call: ask-address
    then:
      given: done
  done: { end: completed, result: [email] }

"""#,
    "U120/broken/ask-address.yaml": #"""
flow: ask-address
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: given
  given: { end: given, result: [email] }

"""#,
    "U120/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U120/fixed/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: ask
states:
  ask:
    call: ask-address
    then:
      given: done
  done: { end: completed, result: [email] }

"""#,
    "U120/fixed/ask-address.yaml": #"""
sub-flow: ask-address
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: given
  given: { end: given }

"""#,
    "U121/text.md": #"""
# U121: the last branch of `choose`

`choose` follows the first branch whose `when` holds. The last branch stands without `when`: it is taken when no
other is, so that one branch is always taken. And only the last one may: nothing behind it would ever be looked at.

End the list with `- { to: state }`.

"""#,
    "U121/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U121/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: whose-address
  whose-address:
    choose:
      - { when: attributes.email.endsWith("@example.com"), to: staff }
      - { when: '!attributes.email.endsWith("@example.com")', to: guest }
  staff: { end: staff, result: [email] }
  guest: { end: guest, result: [email] }

"""#,
    "U121/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U121/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: whose-address
  whose-address:
    choose:
      - { when: attributes.email.endsWith("@example.com"), to: staff }
      - { to: guest }
  staff: { end: staff, result: [email] }
  guest: { end: guest, result: [email] }

"""#,
    "U122/text.md": #"""
# U122: a reserved name

`password`, `code`, `token`, `tokenId` and `grant` are the secret inputs. Every page can ask for them as they are, and
they never become part of an account: passwords rest only hashed, codes are compared and forgotten. An attribute of
such a name would be stored, shown to functions and handed back in results.

Choose another name, or remove the attribute if you meant the secret. The words of conditions, such as `true` and
`in`, cannot be names either.

"""#,
    "U122/broken/tenant.yaml": #"""
tenant: example
attributes:
  email:    { type: email, identifier: true }
  password: { type: string }

"""#,
    "U122/broken/flow.yaml": #"""
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

"""#,
    "U122/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email:    { type: email, identifier: true }

"""#,
    "U122/fixed/flow.yaml": #"""
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

"""#,
    "U123/text.md": #"""
# U123: declared and never used

An attribute, a function, an error, a sub-flow or a flow's parameter is declared, and no flow uses it. That does no
harm by itself, but it is often the trace of a slip: the use was removed, or names something else.

Use it, or remove it.

"""#,
    "U123/broken/tenant.yaml": #"""
tenant: example
functions:
  is-invited: { url: https://hooks.example.com/invited }
attributes:
  email: { type: email, identifier: true }

"""#,
    "U123/broken/flow.yaml": #"""
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

"""#,
    "U123/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U123/fixed/flow.yaml": #"""
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

"""#,
    "U124/text.md": #"""
# U124: a bad pattern

An attribute's `pattern` is a regular expression as RE2 reads it, and must match the whole text. This one is none:
mostly a bracket is not closed, or it looks ahead (`(?=…)`) or back (`\1`).

RE2 has neither, and in return takes a time that grows with the text alone. With other engines somebody could type a
text that keeps a server busy for hours. Two rules in one pattern are mostly a pattern and a `min-length`.

"""#,
    "U124/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, pattern: "(?=.{2,60}$)[A-Za-z .'-]+" }

"""#,
    "U124/broken/flow.yaml": #"""
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

"""#,
    "U124/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, min-length: 2, max-length: 60, pattern: "[A-Za-z .'-]+" }

"""#,
    "U124/fixed/flow.yaml": #"""
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

"""#,
    "U125/text.md": #"""
# U125: a key that does not belong here

The key is one of the language's, but not for this: `with` belongs to `do`, `fields` to a page or to one of its
events, `lifetime`, `reveals` and `input` to a flow and not to a sub-flow, `minimum` to numbers. An end of a sub-flow
hands nothing to the client, and so has no `result`, no `grants` and no `redirect`. An end with `redirect` sends people
to a browser, where all that is left is done: it has no `result` and no `grants`, and is not `completed`. Its
`redirect` is a sentence for them to read, such as `{ end: browser-required, redirect: Sign up at our web site. }`.

Move it to where it belongs, or remove it. The message says what has such a key.

"""#,
    "U125/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U125/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done:
    end: completed
    result: [email]
    then: { again: identify }

"""#,
    "U125/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U125/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done:
    end: completed
    result: [email]

"""#,
    "U126/text.md": #"""
# U126: which identifier?

The effect looks an account up, or creates one, by an identifier. Where the tenant has exactly one attribute with
`identifier: true`, that one is meant and need not be named. This tenant has several, or none.

Say which: `with: { identifier: email }`; or mark an attribute with `identifier: true`.

"""#,
    "U126/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone, identifier: true }

"""#,
    "U126/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, phone: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email, phone] }

"""#,
    "U126/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone, identifier: true }

"""#,
    "U126/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, phone: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      missing: done
      found: { to: identify, error: user_already_exists }
  done: { end: completed, result: [email, phone] }

"""#,
    "U127/text.md": #"""
# U127: the same thing twice

An option, a field, a result or a name in a list stands there twice. The second adds nothing, so one of them was meant
to be something else, or is too much.

"""#,
    "U127/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U127/broken/flow.yaml": #"""
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

"""#,
    "U127/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U127/fixed/flow.yaml": #"""
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

"""#,
    "U128/text.md": #"""
# U128: hashed too cheaply

`argon2id` says what hashing a password costs: how much memory is gone over, and how often. Whoever has stolen the
database pays as much for each guess, and so the cost has a floor. It is that of OWASP's Password Storage Cheat Sheet,
whose choices are worth the same: `46MiB` and 1 pass, `19MiB` and 2 (this is what is taken where nothing is written),
`12MiB` and 3, `9MiB` and 4, `7MiB` and 5.

More is better, as far as the server bears it: each thread that hashes takes the memory, and each sign-in the time. A
password that was hashed more cheaply is hashed anew when its owner signs in.

"""#,
    "U128/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
passwords: { argon2id: { memory: 19MiB, passes: 1 } }

"""#,
    "U128/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: register
states:
  register:
    page: Register
    fields: { email: required, password: required }
    then:
      submit: create-account
  create-account:
    do: account.create
    with: { identifier: email, status: pending, password: password }
    then:
      created:   registered
      exists:    { to: register, error: user_already_exists }
      too_short: { to: register, error: password_too_short }
      too_long:  { to: register, error: password_too_long }
      too_weak:  { to: register, error: password_too_weak }
      banned:    { to: register, error: password_banned }
  registered: { end: registered }

"""#,
    "U128/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
passwords: { argon2id: { memory: 19MiB, passes: 2 } }

"""#,
    "U128/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: register
states:
  register:
    page: Register
    fields: { email: required, password: required }
    then:
      submit: create-account
  create-account:
    do: account.create
    with: { identifier: email, status: pending, password: password }
    then:
      created:   registered
      exists:    { to: register, error: user_already_exists }
      too_short: { to: register, error: password_too_short }
      too_long:  { to: register, error: password_too_long }
      too_weak:  { to: register, error: password_too_weak }
      banned:    { to: register, error: password_banned }
  registered: { end: registered }

"""#,
    "U129/text.md": #"""
# U129: a web hook without a secret

The function is called at a `url` outside of this machine, and its requests are not signed: whoever answers there cannot
tell them from those of a stranger. `usher run` calls it all the same; `usher serve` does not start with it.

`secret: env:NAME` names a variable, `secret: file:NAME` a file that holds the key, of 32 bytes at least. Both are the
tenant's own: the server looks for `USHER_TENANT_NAME`, or for `TENANT/NAME` in the folder of `--secrets`.

"""#,
    "U129/broken/tenant.yaml": #"""
tenant: example
functions:
  is-invited: { url: https://hooks.example.com/invited, attempts: 10 per 1h }
attributes:
  email: { type: email, identifier: true }

"""#,
    "U129/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: ask-function
  ask-function:
    do: function.call
    with: { function: is-invited, pass: [email] }
    then:
      success: invited
      pending: waiting
      fail: { to: identify, error: denied }
  invited: { end: invited }
  waiting: { end: waiting }

"""#,
    "U129/fixed/tenant.yaml": #"""
tenant: example
functions:
  is-invited: { url: https://hooks.example.com/invited, secret: env:INVITED_SECRET, attempts: 10 per 1h }
attributes:
  email: { type: email, identifier: true }

"""#,
    "U129/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: ask-function
  ask-function:
    do: function.call
    with: { function: is-invited, pass: [email] }
    then:
      success: invited
      pending: waiting
      fail: { to: identify, error: denied }
  invited: { end: invited }
  waiting: { end: waiting }

"""#,
    "U130/text.md": #"""
# U130: a condition that cannot be read

Conditions are written in CEL, the Common Expression Language: `attributes.age >= 16 && has(attributes.city)`. Here
the text is no expression. The place shown is where reading came to an end: mostly a bracket or a quote is missing, or
an operator is spelt as in another language. CEL has `&&`, `||` and `!`, and compares with `==`.

Texts need quotes of their own: `attributes.country == "Norway"`. A condition that begins with `!` or a quote needs
YAML's quotes around the whole.

"""#,
    "U130/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U130/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age => 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U130/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U130/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U131/text.md": #"""
# U131: an unknown name in a condition

Conditions can read `attributes.NAME`, `input.NAME`, the account's facts (`account.id`, `.has_password`, `.confirmed`,
`.enabled`) and the run's (`run.flow`, `.started`, `.now`, `.steps`). This name is none of these.

An attribute is always written with `attributes.` before it, so that none can be mistaken for something else.

"""#,
    "U131/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U131/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.years >= 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U131/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U131/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U132/text.md": #"""
# U132: types that do not go together

Everything in a condition has a type, known before anything runs, and nothing is converted silently: a number is never
equal to a text, and a condition must be true or false. So what could only go wrong for some person some day goes
wrong now.

The message names the types. `string(…)`, `int(…)` and `size(…)` convert openly.

"""#,
    "U132/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U132/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= "16", to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U132/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U132/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U133/text.md": #"""
# U133: a secret in a condition

Passwords, codes, tokens and grants are secrets: they go into the effect parameters made for them and nowhere else. A
condition over a secret would tell something about it by the branch that is taken, and would compare it in a time that
tells even more.

Ask what you want to know differently: `skip: filled` passes a page by whose fields are known, `password.check`
judges a password, and `code.verify` compares a code, safely.

"""#,
    "U133/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U133/broken/flow.yaml": #"""
flow: join
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, password: optional }
    then:
      submit: choose-password
  choose-password:
    page: Choose a password
    skip: has(attributes.password)
    fields: { password: required }
    then:
      submit: check-password
  check-password:
    do: password.check
    then:
      accepted: done
      too_short: { to: choose-password, error: password_too_short }
      too_long: { to: choose-password, error: password_too_long }
      too_weak: { to: choose-password, error: password_too_weak }
      banned: { to: choose-password, error: password_banned }
      recently_used: { to: choose-password, error: password_recently_used }
  done: { end: completed, result: [email] }

"""#,
    "U133/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U133/fixed/flow.yaml": #"""
flow: join
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, password: optional }
    then:
      submit: choose-password
  choose-password:
    page: Choose a password
    skip: filled
    fields: { password: required }
    then:
      submit: check-password
  check-password:
    do: password.check
    then:
      accepted: done
      too_short: { to: choose-password, error: password_too_short }
      too_long: { to: choose-password, error: password_too_long }
      too_weak: { to: choose-password, error: password_too_weak }
      banned: { to: choose-password, error: password_banned }
      recently_used: { to: choose-password, error: password_recently_used }
  done: { end: completed, result: [email] }

"""#,
    "U134/text.md": #"""
# U134: a condition that always holds

This condition is true whatever people do. Then it decides nothing: its page is never seen, or the branches
behind it are never taken.

A part of a condition is told by itself. Two parts may leave nothing over: `attributes.age > 5 || attributes.age
< 9`, and `attributes.level != "a" || attributes.level != "b"`, where `&&` was meant.

Look at what it compares. `skip: true` is handy for trying out the rest of a flow, and has a way of being left
in.

"""#,
    "U134/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U134/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: welcome
  welcome:
    page: Welcome
    skip: true
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U134/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U134/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: welcome
  welcome:
    page: Welcome
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U135/text.md": #"""
# U135: a condition that never holds

This condition is false whatever people do, so its branch is never taken, or its page never skipped.

A part of a condition is told by itself. Two parts may rule each other out: `attributes.level == "a" &&
attributes.level == "b"`, where `||` was meant, and `attributes.age > 5 && attributes.age < 3`.

Look at what it compares: mostly one side is not what it was meant to be.

"""#,
    "U135/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U135/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16 && 12 > 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U135/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U135/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U136/text.md": #"""
# U136: a branch that is never taken

`choose` follows the first branch whose condition holds. Before this branch stands one that holds whenever this one
would, such as one with the same condition. So nobody ever comes by here.

Correct the condition, or put the narrower one first.

"""#,
    "U136/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U136/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16, to: adult }
      - { when: attributes.age >= 16, to: child }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U136/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U136/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: attributes.age >= 16, to: adult }
      - { when: attributes.age >= 13, to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U137/text.md": #"""
# U137: a condition that is too complex, or a bad pattern in it

The condition is longer or nested deeper than any that a person could follow, or the pattern given to `matches` is no
regular expression. Patterns are RE2, as for an attribute's `pattern`.

Split a long condition over several states with `choose`: each gets a name that says what it asks.

"""#,
    "U137/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U137/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: 'attributes.age >= 16 || attributes.email.matches("[a-z@example.com")', to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U137/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  age:   { type: integer, minimum: 0 }

"""#,
    "U137/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: About you
    fields: { email: required, age: required }
    then:
      submit: how-old
  how-old:
    choose:
      - { when: 'attributes.age >= 16 || attributes.email.matches("[a-z]+@example.com")', to: adult }
      - { to: child }
  adult: { end: adult, result: [email] }
  child: { end: child, result: [email] }

"""#,
    "U138/text.md": #"""
# U138: a `skip` that cannot work

`skip` passes a page by, as if the person had pressed `submit`: with `skip: filled` where all its required fields are
known already, else where the condition holds. So the page needs the event `submit`, and for `filled` a field that is
required there: otherwise nobody would ever see it.

Make a field `required`, give a condition, or remove `skip`.

"""#,
    "U138/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, max-length: 60 }

"""#,
    "U138/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, city: optional }
    then:
      submit: about-you
  about-you:
    page: Where do you live?
    skip: filled
    fields: { city: optional }
    then:
      submit: any-city
  any-city:
    choose:
      - { when: has(attributes.city), to: resident }
      - { to: guest }
  resident: { end: resident, result: [email, city] }
  guest: { end: guest, result: [email] }

"""#,
    "U138/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, max-length: 60 }

"""#,
    "U138/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, city: optional }
    then:
      submit: about-you
  about-you:
    page: Where do you live?
    skip: has(attributes.city)
    fields: { city: optional }
    then:
      submit: any-city
  any-city:
    choose:
      - { when: has(attributes.city), to: resident }
      - { to: guest }
  resident: { end: resident, result: [email, city] }
  guest: { end: guest, result: [email] }

"""#,
    "U139/text.md": #"""
# U139: too many states once calls are expanded

Each `call` puts a copy of its sub-flow's states in its place. Sub-flows that call others several times multiply: ten
calls of ten calls of ten calls are a thousand copies. The bound, 100,000 states, is far beyond what anybody needs.

Call fewer sub-flows, or call one in one place and lead several transitions there.

"""#,
    "U140/text.md": #"""
# U140: no property

`properties` says in three forms what must be true of every run:

`never: account.create before verified(email)`: whenever the effect, state or end on the left is come to, the fact on
the right holds. `always: completed implies created(account)` says the same of an end. `within: 12 steps` bounds the
events that a client has to send.

A fact is `verified(ATTRIBUTE)`, `verified(account)`, `created(account)`, `authenticated(account)`, `found(account)`,
`visited(STATE)`, or an outcome of an effect that came before: `accepted(password.check)`.

"""#,
    "U140/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U140/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
properties:
  - never: account.create after verified(email)
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  terms:
    page: The terms
    then:
      submit: create
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: terms
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  create:
    do: account.create
    with: { identifier: email }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U140/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U140/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
properties:
  - never: account.create before verified(email)
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  terms:
    page: The terms
    then:
      submit: create
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: terms
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  create:
    do: account.create
    with: { identifier: email }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U141/text.md": #"""
# U141: too many addresses to follow

The compiler follows, on every path, what was proven of each e-mail address, each phone number, each other attribute
that identifies accounts, and each second factor that a function shows. It has room for fifteen of them. Of a further
one it could prove nothing, and so the tenant is refused.

Addresses that are only written down need no type of their own: as a `string` they are not followed.

"""#,
    "U141/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  billing: { type: email }
  shipping: { type: email }
  office: { type: email }
  press: { type: email }
  sales: { type: email }
  support: { type: email }
  privacy: { type: email }
  security: { type: email }
  legal: { type: email }
  finance: { type: email }
  people: { type: email }
  events: { type: email }
  partners: { type: email }
  research: { type: email }
  museum: { type: email }

"""#,
    "U141/broken/flow.yaml": #"""
flow: sign-up
summary: Somebody proves an address and leaves those of a company.
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: company
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: identify, error: code_expired }
      exhausted: { to: identify, error: too_many_attempts }
  company:
    page: Your company
    fields:
      billing: optional
      shipping: optional
      office: optional
      press: optional
      sales: optional
      support: optional
      privacy: optional
      security: optional
      legal: optional
      finance: optional
      people: optional
      events: optional
      partners: optional
      research: optional
      museum: optional
    then:
      submit: create
  create:
    do: account.create
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U141/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  billing: { type: email }
  shipping: { type: email }
  office: { type: email }
  press: { type: email }
  sales: { type: email }
  support: { type: email }
  privacy: { type: email }
  security: { type: email }
  legal: { type: email }
  finance: { type: email }
  people: { type: email }
  events: { type: email }
  partners: { type: email }
  research: { type: email }
  museum: { type: string, max-length: 120 }

"""#,
    "U141/fixed/flow.yaml": #"""
flow: sign-up
summary: Somebody proves an address and leaves those of a company.
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: company
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: identify, error: code_expired }
      exhausted: { to: identify, error: too_many_attempts }
  company:
    page: Your company
    fields:
      billing: optional
      shipping: optional
      office: optional
      press: optional
      sales: optional
      support: optional
      privacy: optional
      security: optional
      legal: optional
      finance: optional
      people: optional
      events: optional
      partners: optional
      research: optional
      museum: optional
    then:
      submit: create
  create:
    do: account.create
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U146/text.md": #"""
# U146: a condition that clients cannot follow

A page sends the conditions of its fields to clients as data, so that they show and hide fields while a person
types. A client follows comparisons with constants, comparisons of fields of the page with each other, `in`, `has`,
`&&`, `||` and `!`. It has no other functions, does not know all spellings of an address, and knows nothing of the
run but its page: what came before is decided by the engine, and may be compared with constants alone.

Ask something simpler, let a `choose` lead to another page, or keep what a function finds in an attribute by `set`.

"""#,
    "U146/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  kind: { type: choice, of: [student, worker] }
  university: { type: string, max-length: 80 }

"""#,
    "U146/broken/join.yaml": #"""
flow: join
lifetime: 30m
start: about-you
states:
  about-you:
    page: About you
    fields:
      email: required
      kind: required
      university: { show: attributes.email.endsWith(".edu"), required: true }
    then:
      submit: any-university
  any-university:
    choose:
      - { when: has(attributes.university), to: student }
      - { to: other }
  student: { end: student, result: [email, kind, university] }
  other: { end: other, result: [email, kind] }

"""#,
    "U146/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  kind: { type: choice, of: [student, worker] }
  university: { type: string, max-length: 80 }

"""#,
    "U146/fixed/join.yaml": #"""
flow: join
lifetime: 30m
start: about-you
states:
  about-you:
    page: About you
    fields:
      email: required
      kind: required
      university: { show: attributes.kind == "student", required: true }
    then:
      submit: any-university
  any-university:
    choose:
      - { when: has(attributes.university), to: student }
      - { to: other }
  student: { end: student, result: [email, kind, university] }
  other: { end: other, result: [email, kind] }

"""#,
    "U147/text.md": #"""
# U147: a field that depends on one behind it

A field of a page depends on itself, or on one that stands behind it. People fill a page in from its first field to
its last, and the engine judges it so: what stands behind is not known yet. Fields that depend on each other in a
circle could not be judged at all.

Let the field that decides stand before those that depend on it. Of fields in a circle, one has to be there without
asking for another: drop its condition.

"""#,
    "U147/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  kind: { type: choice, of: [student, worker] }
  university: { type: string, max-length: 80 }

"""#,
    "U147/broken/join.yaml": #"""
flow: join
lifetime: 30m
start: about-you
states:
  about-you:
    page: About you
    fields:
      email: required
      university: { show: attributes.kind == "student", required: true }
      kind: required
    then:
      submit: any-university
  any-university:
    choose:
      - { when: has(attributes.university), to: student }
      - { to: other }
  student: { end: student, result: [email, kind, university] }
  other: { end: other, result: [email, kind] }

"""#,
    "U147/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  kind: { type: choice, of: [student, worker] }
  university: { type: string, max-length: 80 }

"""#,
    "U147/fixed/join.yaml": #"""
flow: join
lifetime: 30m
start: about-you
states:
  about-you:
    page: About you
    fields:
      email: required
      kind: required
      university: { show: attributes.kind == "student", required: true }
    then:
      submit: any-university
  any-university:
    choose:
      - { when: has(attributes.university), to: student }
      - { to: other }
  student: { end: student, result: [email, kind, university] }
  other: { end: other, result: [email, kind] }

"""#,
    "U150/text.md": #"""
# U150: no form in the application's protocol

An application that names a `protocol` is one whose client is shipped already: it knows the protocol's messages and no
others. A page, a field, an event or an error that has no form among them would leave that client with nothing it
understands.

In `native-auth` a page collects a code, a password or, in a sign-up, attributes; its further events are `resend`
and `use-code`. In a sign-in, events `email` and `sms` without fields are methods of a second factor to choose from,
events that collect one address each register such a method, and `continue` goes on after that. In `app-services`
each page has `submit`, which takes only what the part's request gives: `reset` gives `token`, `tokenId` and
`password`. Its clients cannot be sent to a browser either, as an end with `redirect` does.

Events go by their names there. Where one with another name does what the protocol has a name for, the message says
which: an event that sends the code of its page once more is `resend`. A page of a sub-flow is reported once, however
many flows call it.

An error of the tenant's own is mapped to the one it is spoken as: `errors: { too_young: denied }` in the application.

"""#,
    "U150/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
applications:
  phone:
    protocol: native-auth
    flows: { sign-in: sign-in }

"""#,
    "U150/broken/flow.yaml": #"""
flow: sign-in
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Sign in
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      found: enter-password
      missing: { to: identify, error: user_not_found }
  enter-password:
    page: Enter your password
    fields: { password: required }
    then:
      submit: verify-password
  verify-password:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: enter-password, error: invalid_password }
      locked: { to: enter-password, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: identify, error: already_confirmed }
  open-session:
    do: token.issue
    then:
      issued: completed
  completed: { end: completed, result: [tokens] }

"""#,
    "U150/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
applications:
  phone:
    protocol: native-auth
    flows: { sign-in: sign-in }

"""#,
    "U150/fixed/flow.yaml": #"""
flow: sign-in
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Sign in
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      found: enter-password
      missing: { to: identify, error: user_not_found }
  enter-password:
    page: Enter your password
    fields: { password: required }
    then:
      submit: verify-password
  verify-password:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: enter-password, error: invalid_password }
      locked: { to: enter-password, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: identify, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: completed
  completed: { end: completed, result: [tokens] }

"""#,
    "U151/text.md": #"""
# U151: a part is missing, or played by the wrong flow

Flows play parts in an application's protocol: `sign-up`, `sign-in` and `reset-password` in `native-auth`; `register`,
`confirm`, `resend-confirmation`, `retry-confirmation`, `reset-send`, `reset-call`, `reset` and `log-in` in
`app-services`. All but one may be left out: without `sign-in` or `log-in` nobody ever gets tokens.

A flow that plays a part has the effect that makes it that: a sign-up creates an account, a sign-in issues tokens, a
reset sets a password. In `native-auth` a sign-up and a reset end with `grants: sign-in`, as clients sign in with it.

"""#,
    "U151/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
applications:
  phone:
    protocol: native-auth
    flows: { sign-in: sign-in, reset-password: sign-in }

"""#,
    "U151/broken/flow.yaml": #"""
flow: sign-in
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Sign in
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      found: enter-password
      missing: { to: identify, error: user_not_found }
  enter-password:
    page: Enter your password
    fields: { password: required }
    then:
      submit: verify-password
  verify-password:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: enter-password, error: invalid_password }
      locked: { to: enter-password, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: identify, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: completed
  completed: { end: completed, result: [tokens] }

"""#,
    "U151/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
applications:
  phone:
    protocol: native-auth
    flows: { sign-in: sign-in }

"""#,
    "U151/fixed/flow.yaml": #"""
flow: sign-in
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Sign in
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      found: enter-password
      missing: { to: identify, error: user_not_found }
  enter-password:
    page: Enter your password
    fields: { password: required }
    then:
      submit: verify-password
  verify-password:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: enter-password, error: invalid_password }
      locked: { to: enter-password, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: identify, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: completed
  completed: { end: completed, result: [tokens] }

"""#,
    "U160/text.md": #"""
# U160: a file that is no language

A file in the folder `locales` holds the words of one more language, and is called by its tag: `de.yaml`,
`pt-BR.yaml`, `zh-Hant.yaml` (BCP 47: language, then script and region where they matter, with hyphens).

The tag is that by which clients ask: `sk` and not `slk`, `cs` and not `cz`, which is a country, `en-GB` and not
`en-UK`.

There is one file a language. That of the language of the flows themselves, which `language` in tenant.yaml
names (without it, that is `en`), has standard words alone: `words`, `messages`, and `errors` that ship. All
others stand in the flows.

"""#,
    "U160/broken/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 0, maximum: 150, label: Your age }

"""#,
    "U160/broken/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U160/broken/locales/de_AT.yaml": #"""
attributes:
  age: { label: Ihr Alter }
flows:
  ask:
    states:
      greet: { page: Willkommen }
      young: { redirect: Fragen Sie Ihre Eltern }

"""#,
    "U160/fixed/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 0, maximum: 150, label: Your age }

"""#,
    "U160/fixed/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U160/fixed/locales/de-AT.yaml": #"""
attributes:
  age: { label: Ihr Alter }
flows:
  ask:
    states:
      greet: { page: Willkommen }
      young: { redirect: Fragen Sie Ihre Eltern }

"""#,
    "U161/text.md": #"""
# U161: words that a language does not have yet

Some texts that people read have no words in this language. They are shown in the language that it falls back to: of
`pt-BR` that is `pt`, where there is a file, and at last the language of the flows.

`usher locales status` lists what is missing, and `usher locales extract DIR de` writes the places into the file, each
with the words that it stands for. Standard words (what is wrong with a field, labels of codes and passwords, standard
errors, the button `submit`) need none of yours in the languages that ship: Czech, English, French, German, Japanese
and Spanish. In all others the file has them too, below `words` and `errors`.

"""#,
    "U161/broken/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 0, maximum: 150, label: Your age }

"""#,
    "U161/broken/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U161/broken/locales/de.yaml": #"""
attributes:
  age: { label: }
flows:
  ask:
    states:
      greet: { page: Willkommen }
      young: { redirect: Fragen Sie Ihre Eltern }

"""#,
    "U161/fixed/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 0, maximum: 150, label: Your age }

"""#,
    "U161/fixed/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U161/fixed/locales/de.yaml": #"""
attributes:
  age: { label: Ihr Alter }
flows:
  ask:
    states:
      greet: { page: Willkommen }
      young: { redirect: Fragen Sie Ihre Eltern }

"""#,
    "U162/text.md": #"""
# U162: words that nobody reads

The file of a language has the same keys as the tenant and its flows: `attributes`, `errors`, and below `flows` each
flow with its `states`. Of these it has what people read: `label`, `hint`, `help`, `placeholder` and `options` of
attributes, a page's `page` and `events`, `help` and `placeholder` of its `fields`, an end's `redirect`. Standard
words stand below `words`, those of messages below `messages`.

Words under any other key are read by nobody. It is a slip of the pen, or the state they belong to is gone.

"""#,
    "U162/broken/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 0, maximum: 150, label: Your age }

"""#,
    "U162/broken/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U162/broken/locales/de.yaml": #"""
attributes:
  age: { label: Ihr Alter }
flows:
  ask:
    states:
      greet: { page: Willkommen }
      old-page: { page: Alt }
      young: { redirect: Fragen Sie Ihre Eltern }

"""#,
    "U162/fixed/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 0, maximum: 150, label: Your age }

"""#,
    "U162/fixed/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U162/fixed/locales/de.yaml": #"""
attributes:
  age: { label: Ihr Alter }
flows:
  ask:
    states:
      greet: { page: Willkommen }
      young: { redirect: Fragen Sie Ihre Eltern }

"""#,
    "U163/text.md": #"""
# U163: words that do not fit their place

Hints and errors may show values: a hint the bounds of its attribute as `{min}` and `{max}`, standard errors what the
tenant's policies say, its own errors their `values`. The form is that of ICU's MessageFormat: `{min}` shows a value,
`{min, plural, one {# year} other {# years}}` counts one.

Words in another language show the same values as those they stand for. A value that is unknown there, one that is
missing, or a brace without its partner is an error. `{{ name }}` is the form of the files of `messages`, and none
here. A brace that people should read is written `'{'`. Titles, labels, placeholders and subjects stand on one line, and
have 200 characters at the most.

"""#,
    "U163/broken/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 16, maximum: 150, label: Your age, hint: "From {min} years on" }

"""#,
    "U163/broken/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U163/broken/locales/de.yaml": #"""
attributes:
  age: { label: Ihr Alter, hint: "Ab {minimum} Jahren und {min} Tagen" }
flows:
  ask:
    states:
      greet: { page: Willkommen }
      young: { redirect: Fragen Sie Ihre Eltern }

"""#,
    "U163/fixed/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 16, maximum: 150, label: Your age, hint: "From {min} years on" }

"""#,
    "U163/fixed/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U163/fixed/locales/de.yaml": #"""
attributes:
  age: { label: Ihr Alter, hint: "Ab {min} Jahren" }
flows:
  ask:
    states:
      greet: { page: Willkommen }
      young: { redirect: Fragen Sie Ihre Eltern }

"""#,
    "U164/text.md": #"""
# U164: plurals that a language needs

Languages count in different ways: English has two forms, Japanese one, Czech three for whole numbers, Arabic six.
Words with a plural have a text for each form that their language needs (Unicode CLDR), and `other` for all that is
left. A form that a language does not have, such as `two` in Czech, nobody would ever read: one number alone is `=2`.

Otherwise people read things like "2 let" where their language says "2 roky".

"""#,
    "U164/broken/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 16, maximum: 150, label: Your age, hint: "From {min} years on" }

"""#,
    "U164/broken/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U164/broken/locales/cs.yaml": #"""
attributes:
  age:
    label: Váš věk
    hint: "Alespoň {min, plural, one {# rok} other {# let}}"
flows:
  ask:
    states:
      greet: { page: Vítejte }
      young: { redirect: Zeptejte se rodičů }

"""#,
    "U164/fixed/tenant.yaml": #"""
tenant: example
attributes:
  age: { type: integer, minimum: 16, maximum: 150, label: Your age, hint: "From {min} years on" }

"""#,
    "U164/fixed/ask.yaml": #"""
flow: ask
lifetime: 30m
start: greet
states:
  greet:
    page: Welcome
    fields: { age: required }
    then: { submit: check }
  check:
    choose:
      - { when: attributes.age >= 18, to: done }
      - { to: young }
  done: { end: done }
  young: { end: young, redirect: Ask your parents }

"""#,
    "U164/fixed/locales/cs.yaml": #"""
attributes:
  age:
    label: Váš věk
    hint: "Alespoň {min, plural, one {# rok} few {# roky} other {# let}}"
flows:
  ask:
    states:
      greet: { page: Vítejte }
      young: { redirect: Zeptejte se rodičů }

"""#,
    "U170/text.md": #"""
# U170: an unknown name in a case

A case names a flow, a state, an event, a field, an error, an end, a message, a function or an attribute that the
tenant does not have, or a state where no run rests. Such a case could never pass, or would pass whatever the flow
does.

Correct the name. States of a sub-flow have the caller's name before them, `prove-email/enter-code`; a run rests at
pages and ends alone.

"""#,
    "U170/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U170/broken/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U170/broken/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    steps:
      - start: { email: ann@example.com }
        expect: { state: know }

"""#,
    "U170/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U170/fixed/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U170/fixed/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    steps:
      - start: { email: ann@example.com }
        expect: { state: known }

"""#,
    "U171/text.md": #"""
# U171: something in a case that does nothing

A column of `each` that no step of the case uses makes the rows all the same case; what is expected of a run that is
over cannot be asked of a page. Either somebody forgot to use it, or it was left behind.

Write `{{ NAME }}` where the column belongs, or remove it.

"""#,
    "U171/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U171/broken/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U171/broken/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: unknown addresses
    each:
      - { email: bob@example.com }
      - { email: cyd@example.com }
    steps:
      - start:
      - submit: { email: bob@example.com }
        expect: { error: user_not_found }

"""#,
    "U171/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U171/fixed/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U171/fixed/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: unknown addresses
    each:
      - { email: bob@example.com }
      - { email: cyd@example.com }
    steps:
      - start:
      - submit: { email: "{{ email }}" }
        expect: { error: user_not_found }

"""#,
    "U172/text.md": #"""
# U172: a place that cannot be filled

What stands in `{{ … }}` is looked up when the case is played: `mail.code`, `mail.link`, `sms.code`, `end.grant` and
results of ends, what a function was told (`confirm-user.token`), what a given account holds (`ann.email`), a column
of `each`, or a text so many times (`{{ x * 300 }}`). Nothing of that has this name.

"""#,
    "U172/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U172/broken/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U172/broken/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    steps:
      - start: { email: "{{ an.email }}" }
        expect: { end: completed }

"""#,
    "U172/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U172/fixed/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U172/fixed/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    steps:
      - start: { email: "{{ ann.email }}" }
        expect: { end: completed }

"""#,
    "U173/text.md": #"""
# U173: two cases of one name

Reports know cases by their file and name, so that one which fails can be found and played alone. Two of one file have
the same name. Where they show the same with other values, make one case of them with `each`.

"""#,
    "U173/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U173/broken/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U173/broken/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    steps:
      - start: { email: ann@example.com }
        expect: { end: completed }
  - case: signs up
    steps:
      - start:
      - submit: { email: bob@example.com }
        expect: { error: user_not_found }

"""#,
    "U173/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U173/fixed/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U173/fixed/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    steps:
      - start: { email: ann@example.com }
        expect: { end: completed }
  - case: an unknown address
    steps:
      - start:
      - submit: { email: bob@example.com }
        expect: { error: user_not_found }

"""#,
    "U174/text.md": #"""
# U174: an account that cannot be

What a case gives an account, or expects of one, does not fit the type of the attribute: no account can hold it. Or it
is not said which account is meant, as none of its names or addresses is given.

"""#,
    "U174/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U174/broken/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U174/broken/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    given: { accounts: { bob: { email: bob } } }
    steps:
      - start: { email: ann@example.com }
        expect: { end: completed }

"""#,
    "U174/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U174/fixed/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U174/fixed/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    given: { accounts: { bob: { email: bob@example.com } } }
    steps:
      - start: { email: ann@example.com }
        expect: { end: completed }

"""#,
    "U175/text.md": #"""
# U175: a step before there is a run

An event goes to a run that is under way. Nobody has started one at this step; or somebody else has, as each `as:
NAME` has runs of their own. Begin with `- start: { … }`, or with `- open: "{{ mail.link }}"` where a mailed link
leads to the flow.

"""#,
    "U175/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U175/broken/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U175/broken/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    steps:
      - submit: { email: ann@example.com }
        expect: { end: completed }

"""#,
    "U175/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U175/fixed/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: completed, result: [email] }

"""#,
    "U175/fixed/tests/sign-up.yaml": #"""
flow: sign-up
given: { accounts: { ann: { email: ann@example.com } } }
cases:
  - case: signs up
    steps:
      - start:
      - submit: { email: ann@example.com }
        expect: { end: completed }

"""#,
    "U180/text.md": #"""
# U180: a folder that cannot be used

`uses` names folders of sub-flows that several tenants share, by their paths from the tenant's own folder. Such a
folder is in the same repository, or beside the tenant where there is none, whichever links lead to it: what a tenant
is made of must not lie where somebody else writes. It is no tenant, does not hold the tenant itself, and has at least
one sub-flow.

Correct the path, or move the folder to where it can be used.

"""#,
    "U180/broken/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: prove }
  prove:
    call: prove-email
    then:
      proven: create
      refused: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U180/broken/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }
uses: ../sharde

"""#,
    "U180/broken/shared/prove-email.yaml": #"""
sub-flow: prove-email
start: send
states:
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: refused
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> refused
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: refused
  proven: { end: proven }
  refused: { end: refused }

"""#,
    "U180/fixed/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: prove }
  prove:
    call: prove-email
    then:
      proven: create
      refused: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U180/fixed/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }
uses: ../shared

"""#,
    "U180/fixed/shared/prove-email.yaml": #"""
sub-flow: prove-email
start: send
states:
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: refused
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> refused
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: refused
  proven: { end: proven }
  refused: { end: refused }

"""#,
    "U181/text.md": #"""
# U181: a flow in a shared folder

The folders that tenants name under `uses` hold sub-flows alone. A flow is started by clients of one tenant, and says
of itself what it gives up and how long a run lives; a sub-flow is part of the flows that call it, and proven with
them.

Begin the file with `sub-flow:`, or move it beside a `tenant.yaml`.

"""#,
    "U181/broken/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: prove }
  prove:
    call: prove-email
    then:
      proven: create
      refused: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U181/broken/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }
uses: ../shared

"""#,
    "U181/broken/shared/help.yaml": #"""
flow: help
lifetime: 30m
start: read
states:
  read:
    page: How to go on
    then: { submit: done }
  done: { end: completed }

"""#,
    "U181/broken/shared/prove-email.yaml": #"""
sub-flow: prove-email
start: send
states:
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: refused
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> refused
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: refused
  proven: { end: proven }
  refused: { end: refused }

"""#,
    "U181/fixed/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: prove }
  prove:
    call: prove-email
    then:
      proven: create
      refused: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U181/fixed/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }
uses: ../shared

"""#,
    "U181/fixed/shared/prove-email.yaml": #"""
sub-flow: prove-email
start: send
states:
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: refused
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> refused
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: refused
  proven: { end: proven }
  refused: { end: refused }

"""#,
    "U190/text.md": #"""
# U190: a run can break what the platform demands

A `policy.yaml` in a folder above the tenant states properties, and every flow of every tenant below must have them:
on each path that comes to what a property speaks of, the fact holds. A flow that has nothing of it has the property,
and what the tenant has no attribute for can never hold. It is proven as the properties of flows are, and `usher check
--proofs` lists it.

The trace is the shortest way to break it. Change the flow so that no run takes it; the line of the policy is shown
beside it.

"""#,
    "U190/broken/policy.yaml": #"""
policy: platform
properties:
  - never: account.create before verified(email)

"""#,
    "U190/broken/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: create }
  create:
    do: account.create
    with: { status: pending }
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: registered }
  failed: { end: failed }

"""#,
    "U190/broken/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }

"""#,
    "U190/fixed/policy.yaml": #"""
policy: platform
properties:
  - never: account.create before verified(email)

"""#,
    "U190/fixed/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: send }
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: failed
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> failed
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U190/fixed/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }

"""#,
    "U191/text.md": #"""
# U191: an opt-out that the platform refuses

Where a flow gives up what would be proven of it, it says so in a word: `reveals`, `attests`, `link`, a status such as
`pending`. A `policy.yaml` in a folder above the tenant lists under `refuse` the words that no flow below takes.

Change the flow so that it does without, and the compiler proves what was given up; or ask who runs the platform. A
word that does nothing is told as U406.

"""#,
    "U191/broken/policy.yaml": #"""
policy: platform
refuse: [pending]

"""#,
    "U191/broken/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: create }
  create:
    do: account.create
    with: { status: pending }
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: registered }
  failed: { end: failed }

"""#,
    "U191/broken/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }

"""#,
    "U191/fixed/policy.yaml": #"""
policy: platform
refuse: [pending]

"""#,
    "U191/fixed/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: send }
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: failed
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> failed
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U191/fixed/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }

"""#,
    "U192/text.md": #"""
# U192: beyond a bound of the platform

A `policy.yaml` in a folder above the tenant bounds what tenants may choose: how long codes, links, tokens and runs
live, how often something is sent or tried, how long passwords are. A rate is within a bound if no window of the bound
can see more. What is not written has the value that it has without; of tokens, the protocol decides then, so that a
bound demands that it is said. Nothing is said of what no flow uses.

Bring the value within the bound.

"""#,
    "U192/broken/policy.yaml": #"""
policy: platform
bounds:
  codes: { lifetime: at most 10m, per-identifier: at most 20 per 1d }

"""#,
    "U192/broken/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: send }
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: failed
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> failed
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U192/broken/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }
codes: { lifetime: 15m, per-identifier: 10 per 1d }

"""#,
    "U192/fixed/policy.yaml": #"""
policy: platform
bounds:
  codes: { lifetime: at most 10m, per-identifier: at most 20 per 1d }

"""#,
    "U192/fixed/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: send }
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: failed
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> failed
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U192/fixed/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }
codes: { lifetime: 10m, per-identifier: 10 per 1d }

"""#,
    "U193/text.md": #"""
# U193: what the platform does not allow

A `policy.yaml` in a folder above the tenant lists what alone is allowed: under `protocols` what applications speak,
under `functions` the names and hosts of functions, and whether one may be a command of the server's machine. A host
with `*.` before it stands for those below it. A tenant without `applications` lets all clients speak the flow API.

Use what is allowed, or ask who runs the platform.

"""#,
    "U193/broken/policy.yaml": #"""
policy: platform
protocols: [native-auth]

"""#,
    "U193/broken/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: send }
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: failed
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> failed
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U193/broken/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }

"""#,
    "U193/fixed/policy.yaml": #"""
policy: platform
protocols: [flow-api]

"""#,
    "U193/fixed/contoso/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then: { submit: send }
  send:
    do: code.send
    with: { to: email, channel: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: failed
  enter:
    page: Enter the code
    fields: { code: required }
    after: 10m -> failed
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: failed
  create:
    do: account.create
    then:
      created: done
      exists: { to: failed, error: user_already_exists }
  done: { end: completed }
  failed: { end: failed }

"""#,
    "U193/fixed/contoso/tenant.yaml": #"""
tenant: contoso
attributes:
  email: { type: email, identifier: true }

"""#,
    "U201/text.md": #"""
# U201: a state that nothing leads to

No transition leads here from the flow's start, so no run ever comes to this state.

Lead a transition to it, or remove it. Often a transition names another state than the one that was meant.

"""#,
    "U201/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U201/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  cancelled: { end: cancelled }
  done: { end: completed, result: [email] }

"""#,
    "U201/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U201/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
      cancel: cancelled
  cancelled: { end: cancelled }
  done: { end: completed, result: [email] }

"""#,
    "U202/text.md": #"""
# U202: a state from which no end can be reached

Anybody who comes here never gets out: all paths lead back to where they started, whatever the person does. A run that
can only be abandoned is a dead end for a person, and looks like an outage to anybody who watches the ends.

Lead a transition to an end, or to a state from which one can be reached.

"""#,
    "U202/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U202/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
      help: help
  help:
    page: Ask our staff at the desk
    then:
      more: more-help
  more-help:
    page: Our staff is there from nine to five
    then:
      back: help
  done: { end: completed, result: [email] }

"""#,
    "U202/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U202/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
      help: help
  help:
    page: Ask our staff at the desk
    then:
      more: more-help
  more-help:
    page: Our staff is there from nine to five
    then:
      back: help
      try-again: identify
  done: { end: completed, result: [email] }

"""#,
    "U203/text.md": #"""
# U203: a loop without a wait

These states lead to one another without a page between them. Nobody can interrupt such a loop, and nothing in it
changes by itself: a run that enters it would go round until the engine stops it.

Lead one of the transitions to a page. What is worth trying again (a message that could not be sent) is worth asking
for: `throttled: { to: enter-code, error: too_many_codes }`.

"""#,
    "U203/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U203/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: sent
      throttled: send-code
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent }

"""#,
    "U203/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U203/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: sent
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent }

"""#,
    "U204/text.md": #"""
# U204: a run that can wait for ever

A page waits for a person, who may have closed the window. Each wait needs an end by time: the flow's `lifetime`, after
which the run is over, or the page's own time-out, `after: 10m -> state`. Without either, half-finished runs with
people's data in them would pile up, and a code or link could be tried for ever.

Give the flow a lifetime: half an hour suits most. Where a page opens something (a proven address, a password that may
be changed), a shorter `after` of its own is wise.

"""#,
    "U204/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U204/broken/flow.yaml": #"""
flow: sign-up
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U204/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U204/fixed/flow.yaml": #"""
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

"""#,
    "U206/text.md": #"""
# U206: a flow without an end

A flow ends in a state with `end: NAME`: there the client learns what came of it, and the run is over. This flow has
none, so it could only be abandoned. A sub-flow without an end would never hand back to its caller.

Add one, such as `done: { end: completed }`, and lead a transition to it.

"""#,
    "U206/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U206/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: identify
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }

"""#,
    "U206/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U206/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: sent
      throttled: { to: identify, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent }

"""#,
    "U207/text.md": #"""
# U207: a flow that nobody can start

The tenant declares applications. Each client then names one of them when it starts a flow, and starts what that one
offers: any other start is answered `application_required`, `unknown_application` or `unknown_flow`. No application
offers this flow, so no client can start it, not even one that followed a mailed link to it.

Name it under the `flows` of an application in tenant.yaml, or remove its file. What one flow calls is a `sub-flow:`,
which no application needs to offer. At your own terminal `usher run` starts any flow.

"""#,
    "U207/broken/tenant.yaml": #"""
tenant: club
applications:
  site: { flows: [join] }

"""#,
    "U207/broken/join.yaml": #"""
flow: join
lifetime: 30m
start: welcome
states:
  welcome:
    page: Join the club
    then:
      submit: done
  done: { end: completed }

"""#,
    "U207/broken/leave.yaml": #"""
flow: leave
lifetime: 30m
start: welcome
states:
  welcome:
    page: Leave the club
    then:
      submit: done
  done: { end: completed }

"""#,
    "U207/fixed/tenant.yaml": #"""
tenant: club
applications:
  site: { flows: [join, leave] }

"""#,
    "U207/fixed/join.yaml": #"""
flow: join
lifetime: 30m
start: welcome
states:
  welcome:
    page: Join the club
    then:
      submit: done
  done: { end: completed }

"""#,
    "U207/fixed/leave.yaml": #"""
flow: leave
lifetime: 30m
start: welcome
states:
  welcome:
    page: Leave the club
    then:
      submit: done
  done: { end: completed }

"""#,
    "U301/text.md": #"""
# U301: read before it is surely collected

On some path to this place the value is not there: it was never asked for, or only as `optional`. The trace
below the message is the shortest such path.

A condition of a field (`show`, `required`, `options`) may ask for what is missing: no comparison with it is
true. It is told where the value is missing on every path to its page, so that the condition comes out the same
for everybody.

Make the field `required`, lead that path through a page that asks for it, or ask whether it is there:
`has(attributes.city)`. Behind a branch with that condition it is surely there. `set` can fill in what is
missing, and so can `account.read` with what the account holds: the value is there after `present`, and gone
after `absent`.

"""#,
    "U301/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, max-length: 60 }

"""#,
    "U301/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, city: optional }
    then:
      submit: done
  done: { end: completed, result: [email, city] }

"""#,
    "U301/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, max-length: 60 }

"""#,
    "U301/fixed/flow.yaml": #"""
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

"""#,
    "U302/text.md": #"""
# U302: collected and never used

The page asks for something that nothing behind it uses: no effect takes it, no condition reads it, no end hands it
out. Every question costs people's patience, and what is not collected cannot be lost.

Use it, or stop asking. `account.create` and `account.update` use all attributes collected so far.

"""#,
    "U302/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, max-length: 60 }

"""#,
    "U302/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, city: required }
    then:
      submit: done
  done: { end: completed, result: [email] }

"""#,
    "U302/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  city:  { type: string, max-length: 60 }

"""#,
    "U302/fixed/flow.yaml": #"""
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

"""#,
    "U303/text.md": #"""
# U303: an account's facts before there is an account

`account.…` speaks of the account that the run is bound to. On some path to this place there is none yet: no
`account.find` has answered `found`, no account was created, no link or grant redeemed. The trace below the message
is the shortest such path; what lies behind this place on it is not told of.

Bind the account first, and ask on the transition from there.

"""#,
    "U303/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U303/broken/flow.yaml": #"""
flow: find-out
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: is-confirmed
  is-confirmed:
    choose:
      - { when: account.confirmed, to: confirmed }
      - { to: pending }
  confirmed: { end: confirmed, result: [email] }
  pending: { end: pending, result: [email] }

"""#,
    "U303/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U303/fixed/flow.yaml": #"""
flow: find-out
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: is-confirmed
      missing: { to: identify, error: user_not_found }
  is-confirmed:
    choose:
      - { when: account.confirmed, to: confirmed }
      - { to: pending }
  confirmed: { end: confirmed, result: [email] }
  pending: { end: pending, result: [email] }

"""#,
    "U304/text.md": #"""
# U304: an end that hands out what is not there

`result: [tokens]` hands out the session that `token.issue` opened, and `grants: sign-in` a grant for the account that
the run is bound to. On some path to this end there is no session, or no account. The trace below the message is the
shortest such path.

Lead that path through `token.issue`, or to an end of its own that promises less.

"""#,
    "U304/broken/tenant.yaml": #"""
tenant: example

"""#,
    "U304/broken/flow.yaml": #"""
flow: sign-in
lifetime: 30m
start: continue
states:
  continue:
    page: Continue
    fields: { grant: required }
    then:
      submit: redeem-grant
  redeem-grant:
    do: grant.redeem
    then:
      valid: done
      invalid: { to: continue, error: invalid_grant }
      expired: { to: continue, error: invalid_grant }
      used: { to: continue, error: invalid_grant }
  done: { end: completed, result: [account.id, tokens] }

"""#,
    "U304/fixed/tenant.yaml": #"""
tenant: example

"""#,
    "U304/fixed/flow.yaml": #"""
flow: sign-in
lifetime: 30m
start: continue
states:
  continue:
    page: Continue
    fields: { grant: required }
    then:
      submit: redeem-grant
  redeem-grant:
    do: grant.redeem
    then:
      valid: may-sign-in
      invalid: { to: continue, error: invalid_grant }
      expired: { to: continue, error: invalid_grant }
      used: { to: continue, error: invalid_grant }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: continue, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  done: { end: completed, result: [account.id, tokens] }

"""#,
    "U305/text.md": #"""
# U305: an effect that needs an account

This effect works on the account that the run is bound to. On some path to this place there is none: no `account.find`
has answered `found`, no account was created, no link or grant redeemed. The trace below the message is the shortest
such path.

Bind an account on that path too, or lead it somewhere else. `password.verify` is the exception: without an account it
takes as long as with one, and never matches, so that nobody learns which accounts there are.

"""#,
    "U305/broken/tenant.yaml": #"""
tenant: example

"""#,
    "U305/broken/flow.yaml": #"""
flow: sign-in
lifetime: 30m
start: continue
states:
  continue:
    page: Continue
    fields: { grant: required }
    then:
      submit: redeem-grant
      again: open-session
  redeem-grant:
    do: grant.redeem
    then:
      valid: may-sign-in
      invalid: { to: continue, error: invalid_grant }
      expired: { to: continue, error: invalid_grant }
      used: { to: continue, error: invalid_grant }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: refused, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  refused: { end: failed }
  done: { end: completed, result: [tokens] }

"""#,
    "U305/fixed/tenant.yaml": #"""
tenant: example

"""#,
    "U305/fixed/flow.yaml": #"""
flow: sign-in
lifetime: 30m
start: continue
states:
  continue:
    page: Continue
    fields: { grant: required }
    then:
      submit: redeem-grant
  redeem-grant:
    do: grant.redeem
    then:
      valid: may-sign-in
      invalid: { to: continue, error: invalid_grant }
      expired: { to: continue, error: invalid_grant }
      used: { to: continue, error: invalid_grant }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: refused, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  refused: { end: failed }
  done: { end: completed, result: [tokens] }

"""#,
    "U306/text.md": #"""
# U306: a condition or assignment that can fail

There are values, and a way to have them, for which this condition has no value, or what is assigned is refused by its
attribute: a division by zero, a text that is no number, an index that a list does not have, a result that is too
great, a text that is too long, a list to which a loop adds until it is full. The step is refused then, and the client
only reads "This is not possible now.": people are stuck, and nobody told them why. A `skip` that fails skips nothing.

A text that becomes an address is one where each text that comes so far is one: `endsWith('@example.com')` lets
` @example.com` through, `matches('^[a-z]+@example[.]com$')` does not.

Ask before, in the same condition (`attributes.guests > 0 && …`) or in one before it (`size(attributes.gear) < 4`);
or give the attribute limits, so that such values are refused at the page, with words that help. Constants are
evaluated when the flow is compiled: durations have the units `h`, `m`, `s` and `ms`, and no days or years.

"""#,
    "U306/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  guests: { type: integer, minimum: 0, maximum: 20 }
  price: { type: integer, minimum: 0, maximum: 1000 }

"""#,
    "U306/broken/book.yaml": #"""
flow: book
lifetime: 30m
start: ask
states:
  ask:
    page: Who comes, and what may it cost?
    fields: { email: required, guests: required, price: required }
    then:
      submit: for-each
  for-each:
    choose:
      - { when: attributes.price / attributes.guests >= 20, to: booked }
      - { to: too-little }
  booked: { end: booked, result: [email] }
  too-little: { end: too-little }

"""#,
    "U306/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  guests: { type: integer, minimum: 0, maximum: 20 }
  price: { type: integer, minimum: 0, maximum: 1000 }

"""#,
    "U306/fixed/book.yaml": #"""
flow: book
lifetime: 30m
start: ask
states:
  ask:
    page: Who comes, and what may it cost?
    fields: { email: required, guests: required, price: required }
    then:
      submit: for-each
  for-each:
    choose:
      - { when: attributes.guests > 0 && attributes.price / attributes.guests >= 20, to: booked }
      - { to: too-little }
  booked: { end: booked, result: [email] }
  too-little: { end: too-little }

"""#,
    "U307/text.md": #"""
# U307: a comparison that never holds

An attribute is compared with something that it never is: an option that its `of` does not name, a number beyond
its `minimum` or `maximum`, a text that its length, its form or its `pattern` refuses; or a date is compared
with what is none. No value of it ever gets so far. Most often it is a slip of the pen, and the branch behind it
is dead, or always taken.

Write one of the attribute's own values, or change its declaration.

"""#,
    "U307/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  plan: { type: choice, of: [free, paid] }

"""#,
    "U307/broken/choose-plan.yaml": #"""
flow: choose-plan
lifetime: 30m
start: ask
states:
  ask:
    page: Choose a plan
    fields: { email: required, plan: required }
    then:
      submit: which
  which:
    choose:
      - { when: attributes.plan == "payed", to: pay }
      - { to: free }
  pay: { end: pay, result: [email] }
  free: { end: free, result: [email] }

"""#,
    "U307/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  plan: { type: choice, of: [free, paid] }

"""#,
    "U307/fixed/choose-plan.yaml": #"""
flow: choose-plan
lifetime: 30m
start: ask
states:
  ask:
    page: Choose a plan
    fields: { email: required, plan: required }
    then:
      submit: which
  which:
    choose:
      - { when: attributes.plan == "paid", to: pay }
      - { to: free }
  pay: { end: pay, result: [email] }
  free: { end: free, result: [email] }

"""#,
    "U308/text.md": #"""
# U308: letter by letter

Two names are compared letter by letter. Accounts do not: without `case-sensitive: true`, `Ada` and `ada` find the
same account. So somebody passes this comparison with the same name in other letters. Addresses are compared in the
one form that all their spellings share.

Compare both in lower case, with `lowerAscii()`.

"""#,
    "U308/broken/tenant.yaml": #"""
tenant: example
attributes:
  name: { type: string, identifier: true, max-length: 40 }
  alias: { type: string, identifier: true, max-length: 40 }

"""#,
    "U308/broken/two-names.yaml": #"""
flow: two-names
lifetime: 30m
start: ask
states:
  ask:
    page: Your name, and another one
    fields: { name: required, alias: required }
    then:
      submit: which
  which:
    choose:
      - { when: attributes.alias == attributes.name, to: ask, error: denied }
      - { to: done }
  done: { end: done, result: [name, alias] }

"""#,
    "U308/fixed/tenant.yaml": #"""
tenant: example
attributes:
  name: { type: string, identifier: true, max-length: 40 }
  alias: { type: string, identifier: true, max-length: 40 }

"""#,
    "U308/fixed/two-names.yaml": #"""
flow: two-names
lifetime: 30m
start: ask
states:
  ask:
    page: Your name, and another one
    fields: { name: required, alias: required }
    then:
      submit: which
  which:
    choose:
      - { when: attributes.alias.lowerAscii() == attributes.name.lowerAscii(), to: ask, error: denied }
      - { to: done }
  done: { end: done, result: [name, alias] }

"""#,
    "U401/text.md": #"""
# U401: done without proof

There is a path to this effect on which the client has not proven what it demands. Who takes that path does harm to
somebody else: the counterexample shows the shortest one, step by step.

Proofs are typed. `code.verify` proves the address that its code was sent to, and with it the account that was found
by that address; `link.redeem` proves the account that its link was sent for; `password.verify` and `grant.redeem`
prove that the account's owner is there; `account.create` makes an account of the client's own. `account.find`
proves nothing: anybody can name an address.

Where a condition finds two addresses to be the same, the proof of one is the proof of the other. What was never
collected on a path is not there for `has()`, and what a page demanded is.

Lead the path through one of these, or to another state.

An account can be created without a proof where the flow says so, and `usher check --proofs` lists it. With `status:
pending` it cannot sign in before `account.confirm`. With `status: unproven` it can: anybody who names an address
first has its account, with the password they chose, until the address's owner sets another one, and is signed in by
`token.issue` at once. No token tells such an address as the account's own.

"""#,
    "U401/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U401/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: create
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: identify, error: code_expired }
      exhausted: { to: identify, error: too_many_attempts }
  create:
    do: account.create
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U401/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U401/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: identify, error: code_expired }
      exhausted: { to: identify, error: too_many_attempts }
  create:
    do: account.create
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U402/text.md": #"""
# U402: done on a proof of something else

There was a proof on this path, and it is no longer about what the effect works on. A proof belongs to its subject: to
the value that the attribute had, or to the account that was bound. Collecting the attribute anew, or finding another
account, ends it. Otherwise somebody could prove an address of their own, and then name yours. A plain copy by `set`
carries it on, where both attributes hold addresses of one type.

Collect and find first, prove last. What has been proven must not be asked for again.

"""#,
    "U402/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U402/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      change: { to: enter-code, fields: { email: required } }
  verify-code:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: identify, error: code_expired }
      exhausted: { to: identify, error: too_many_attempts }
  create:
    do: account.create
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U402/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U402/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      change: { to: send-code, fields: { email: required } }
  verify-code:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: identify, error: code_expired }
      exhausted: { to: identify, error: too_many_attempts }
  create:
    do: account.create
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U403/text.md": #"""
# U403: a sign-in granted without proof

`grants: sign-in` hands out what signs the bound account in once, without its credentials. On some path to this end
nobody has proven whose account it is, so it is handed to anybody who named it.

What an end hands out beside the account, its id, its tokens or its grant, is taken for the account's. An address
among it is one that the account holds, or that this run has proven: else a client types the address of somebody else,
and is that person to the application which reads the result.

"""#,
    "U403/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U403/broken/flow.yaml": #"""
flow: welcome-back
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Welcome back
    fields: { email: required }
    then:
      submit: find
  find:
    do: account.find
    then:
      found: may-sign-in
      missing: { to: identify, error: user_not_found }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: completed }
      - { to: identify, error: user_disabled }
  completed: { end: completed, grants: sign-in }

"""#,
    "U403/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U403/fixed/flow.yaml": #"""
flow: welcome-back
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Welcome back
    fields: { email: required }
    then:
      submit: find
  find:
    do: account.find
    then:
      found: may-sign-in
      missing: { to: identify, error: user_not_found }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: completed }
      - { to: identify, error: user_disabled }
  completed: { end: completed, result: [email] }

"""#,
    "U404/text.md": #"""
# U404: an address linked that nobody proved

`account.update` makes this address a key to the account: it identifies the account from then on. On some path here it
was collected and not proven. Anybody who mistypes it hands the account to a stranger, and anybody who knows it can
claim another person's address before that person does.

Send a code to the new address, and verify it, before the account is written. It may be proven in an attribute of its
own, and copied as it is: `set: { email: attributes.newEmail }`. The same goes for an address that
identifies nobody, where an application names it among its `user-data`: its client takes it for the account's own.

"""#,
    "U404/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U404/broken/flow.yaml": #"""
flow: change-address
lifetime: 30m
start: identify
states:
  identify:
    page: Sign in
    fields: { email: required, password: required }
    then:
      submit: find
  find:
    do: account.find
    then:
      found: verify
      missing: verify
  verify:
    do: password.verify
    then:
      match: new-address
      mismatch: { to: identify, error: invalid_credentials }
      locked: { to: identify, error: account_locked }
  new-address:
    page: Your new address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: write
      undeliverable: { to: new-address, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: write
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: new-address, error: code_expired }
      exhausted: { to: new-address, error: too_many_attempts }
  write:
    do: account.update
    then:
      updated: completed
      taken: { to: new-address, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U404/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U404/fixed/flow.yaml": #"""
flow: change-address
lifetime: 30m
start: identify
states:
  identify:
    page: Sign in
    fields: { email: required, password: required }
    then:
      submit: find
  find:
    do: account.find
    then:
      found: verify
      missing: verify
  verify:
    do: password.verify
    then:
      match: new-address
      mismatch: { to: identify, error: invalid_credentials }
      locked: { to: identify, error: account_locked }
  new-address:
    page: Your new address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: new-address, error: too_many_codes }
      undeliverable: { to: new-address, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: write
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: new-address, error: code_expired }
      exhausted: { to: new-address, error: too_many_attempts }
  write:
    do: account.update
    then:
      updated: completed
      taken: { to: new-address, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U405/text.md": #"""
# U405: a sign-up that completes without an account

This flow creates accounts, and there is a path to its end `completed` on which none was created and nobody proved to
own one. Apps take `completed` for success: they greet a person who has no account, or somebody else's.

Lead that path to an end of another name, such as `failed`, or back to a page.

"""#,
    "U405/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U405/broken/flow.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: create
  create:
    do: account.create
    with: { status: pending }
    then:
      created: completed
      exists: completed
  completed: { end: completed }

"""#,
    "U405/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U405/fixed/flow.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: identify
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: create
  create:
    do: account.create
    with: { status: pending }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U406/text.md": #"""
# U406: `status: unproven` where it is proven

The flow says that it creates accounts although nobody has proven the address, and it does not: on every path here the
client has proven it, or what the account is created by is no address.

Leave `status` out. Then the compiler keeps it so, whatever is changed later.

"""#,
    "U406/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U406/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: identify, error: code_expired }
      exhausted: { to: identify, error: too_many_attempts }
  create:
    do: account.create
    with: { status: unproven }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U406/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U406/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: identify, error: code_expired }
      exhausted: { to: identify, error: too_many_attempts }
  create:
    do: account.create
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U407/text.md": #"""
# U407: the password of a registration that is gone

Anybody can register with the address of somebody else. The account is pending then, and the password is the
stranger's. If its owner opens the link in the mail, the account becomes theirs: so `account.confirm` takes off it
what nobody has shown to be the owner's, the password and addresses that are not proven.

This tenant sets a password at the registration, and the flow here would lose it. Lead it through `password.verify`
before `account.confirm`: who knows the password and reads the mail has registered. Or let the owner set a password
here. Or say `with: { keep: password }`: then who opens the link is taken for who registered, and `usher check
--proofs` lists it.

The same is told where the owner's own new password would be lost: a flow that sets it, and confirms the account
behind that. Confirm first, and set the password then.

"""#,
    "U407/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
links: { base: https://app.example.com/auth }

"""#,
    "U407/broken/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open-link
states:
  open-link:
    page: Confirm your address
    fields: { token: required, tokenId: required }
    then: { submit: redeem }
  redeem:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: open-link, error: invalid_link }
      expired: { to: open-link, error: link_expired }
      used: { to: open-link, error: link_used }
  confirm:
    do: account.confirm
    then: { confirmed: done, already: done }
  done: { end: completed }

"""#,
    "U407/broken/register.yaml": #"""
flow: register
reveals: [account-existence]
lifetime: 30m
start: who
states:
  who:
    page: Register
    fields: { email: required, password: required }
    then: { submit: create }
  create:
    do: account.create
    with: { status: pending }
    then: { created: set-password, exists: { to: who, error: user_already_exists } }
  set-password:
    do: password.set
    then:
      set: send-link
      too_short: { to: take-back, error: password_too_short }
      too_long: { to: take-back, error: password_too_long }
      too_weak: { to: take-back, error: password_too_weak }
      banned: { to: take-back, error: password_banned }
      recently_used: { to: take-back, error: password_recently_used }
  take-back:
    do: account.discard
    then: { discarded: who }
  send-link:
    do: link.send
    with: { to: email, flow: confirm }
    then: { sent: sent, throttled: failed, undeliverable: failed }
  sent: { end: sent }
  failed: { end: failed }

"""#,
    "U407/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
links: { base: https://app.example.com/auth }

"""#,
    "U407/fixed/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open-link
states:
  open-link:
    page: Confirm your address
    fields: { token: required, tokenId: required }
    then: { submit: redeem }
  redeem:
    do: link.redeem
    then:
      valid: ask
      invalid: { to: open-link, error: invalid_link }
      expired: { to: open-link, error: link_expired }
      used: { to: open-link, error: link_used }
  ask:
    page: Which password did you choose?
    fields: { password: required }
    then: { submit: verify }
  verify:
    do: password.verify
    then:
      match: confirm
      mismatch: { to: ask, error: invalid_credentials }
      locked: { to: ask, error: account_locked }
  confirm:
    do: account.confirm
    then: { confirmed: done, already: done }
  done: { end: completed }

"""#,
    "U407/fixed/register.yaml": #"""
flow: register
reveals: [account-existence]
lifetime: 30m
start: who
states:
  who:
    page: Register
    fields: { email: required, password: required }
    then: { submit: create }
  create:
    do: account.create
    with: { status: pending }
    then: { created: set-password, exists: { to: who, error: user_already_exists } }
  set-password:
    do: password.set
    then:
      set: send-link
      too_short: { to: take-back, error: password_too_short }
      too_long: { to: take-back, error: password_too_long }
      too_weak: { to: take-back, error: password_too_weak }
      banned: { to: take-back, error: password_banned }
      recently_used: { to: take-back, error: password_recently_used }
  take-back:
    do: account.discard
    then: { discarded: who }
  send-link:
    do: link.send
    with: { to: email, flow: confirm }
    then: { sent: sent, throttled: failed, undeliverable: failed }
  sent: { end: sent }
  failed: { end: failed }

"""#,
    "U408/text.md": #"""
# U408: a function that attests what it is not told

`attests: verified(phone)` takes the function's word: its `success` proves whatever stands in `phone` when it is asked.
But the function is not told what that is. It decides on something else, such as the address beside it, and a client
that types its own address there and the number of another person has the other person's number proven.

Name the attribute under `pass`, too. Only the account's own name need not be passed, where the tenant has one
identifier: the function is told that in any case, as `username`, as long as nobody has typed another one since.

"""#,
    "U408/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone }
functions:
  check-phone: { url: https://hooks.example.com/check-phone, attempts: 10 per 1h }

"""#,
    "U408/broken/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address and your telephone number
    fields: { email: required, phone: required }
    then:
      submit: ask-function
  ask-function:
    do: function.call
    with: { function: check-phone, pass: [email], attests: verified(phone) }
    then:
      success: create
      pending: waiting
      fail: { to: identify, error: denied }
  create:
    do: account.create
    with: { status: pending }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }
  waiting: { end: waiting }

"""#,
    "U408/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone }
functions:
  check-phone: { url: https://hooks.example.com/check-phone, attempts: 10 per 1h }

"""#,
    "U408/fixed/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address and your telephone number
    fields: { email: required, phone: required }
    then:
      submit: ask-function
  ask-function:
    do: function.call
    with: { function: check-phone, pass: [email, phone], attests: verified(phone) }
    then:
      success: create
      pending: waiting
      fail: { to: identify, error: denied }
  create:
    do: account.create
    with: { status: pending }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }
  waiting: { end: waiting }

"""#,
    "U409/text.md": #"""
# U409: a link for one person, and the address of another

With `link` the function is handed a token that proves the bound account: whoever opens the link has it. Beside it
stands an address that nobody has shown to be that account's. The function will send the link to the address that it
is given, so a client that names the account of another and types an address of its own is sent the other's link.

A text that is no address is not judged: where a client may have typed it, the function must send nothing there, and
`usher check --proofs` lists what stands beside the link.

An address that is passed beside a link is the account's: it was found or created by it, or it was read from the
account, or the owner is here and has proven it. Most functions need none, as they are told the account's own name.

"""#,
    "U409/broken/tenant.yaml": #"""
tenant: example
attributes:
  email:  { type: email, identifier: true }
  backup: { type: email, transient: true, label: Another address }
links: { base: https://app.example.com/auth }
functions:
  help-desk: { url: https://hooks.example.com/help-desk, attempts: 10 per 1h }

"""#,
    "U409/broken/lost-mail.yaml": #"""
flow: lost-mail
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address, and where we may write to
    fields: { email: required, backup: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: ask-function
      missing: { to: identify, error: user_not_found }
  ask-function:
    do: function.call
    with: { function: help-desk, pass: [email, backup], link: open-link }
    then:
      success: sent
      pending: sent
      fail: { to: identify, error: denied }
  sent: { end: sent }

"""#,
    "U409/broken/open-link.yaml": #"""
flow: open-link
lifetime: 30m
start: redeem
states:
  redeem:
    page: Open the link
    fields: { token: required, tokenId: required }
    then:
      submit: redeem-link
  redeem-link:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: redeem, error: invalid_link }
      expired: { to: redeem, error: link_expired }
      used: { to: redeem, error: link_used }
  confirm:
    do: account.confirm
    then:
      confirmed: done
      already: done
  done: { end: confirmed }

"""#,
    "U409/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email:  { type: email, identifier: true }
links: { base: https://app.example.com/auth }
functions:
  help-desk: { url: https://hooks.example.com/help-desk, attempts: 10 per 1h }

"""#,
    "U409/fixed/lost-mail.yaml": #"""
flow: lost-mail
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: ask-function
      missing: { to: identify, error: user_not_found }
  ask-function:
    do: function.call
    with: { function: help-desk, pass: [email], link: open-link }
    then:
      success: sent
      pending: sent
      fail: { to: identify, error: denied }
  sent: { end: sent }

"""#,
    "U409/fixed/open-link.yaml": #"""
flow: open-link
lifetime: 30m
start: redeem
states:
  redeem:
    page: Open the link
    fields: { token: required, tokenId: required }
    then:
      submit: redeem-link
  redeem-link:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: redeem, error: invalid_link }
      expired: { to: redeem, error: link_expired }
      used: { to: redeem, error: link_used }
  confirm:
    do: account.confirm
    then:
      confirmed: done
      already: done
  done: { end: confirmed }

"""#,
    "U410/text.md": #"""
# U410: an identifier that is taken, and nobody says what comes then

The update writes an identifier that was collected in this run. If another account has it by now, nothing is changed,
and the outcome is `taken`. Where the flow does not say what comes then, the client only reads "This is not possible
now.", and there is no way on.

Handle `taken`: lead it back to the page, with an error. Or name what is written, and leave the identifier out:
`with: { attributes: [city] }`.

"""#,
    "U410/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone, identifier: true }

"""#,
    "U410/broken/add-phone.yaml": #"""
flow: add-phone
lifetime: 30m
start: log-in
states:
  log-in:
    page: Log in
    fields: { email: required, password: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      found: verify-password
      missing: verify-password
  verify-password:
    do: password.verify
    then:
      match: new-phone
      mismatch: { to: log-in, error: invalid_credentials }
      locked: { to: log-in, error: account_locked }
  new-phone:
    page: Your telephone number
    fields: { phone: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: phone }
    then:
      sent: enter-code
      throttled: { to: new-phone, error: too_many_codes }
      undeliverable: { to: new-phone, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: update
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: new-phone, error: code_expired }
      exhausted: { to: new-phone, error: too_many_attempts }
  update:
    do: account.update
    then:
      updated: changed
  changed: { end: changed }

"""#,
    "U410/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone, identifier: true }

"""#,
    "U410/fixed/add-phone.yaml": #"""
flow: add-phone
lifetime: 30m
start: log-in
states:
  log-in:
    page: Log in
    fields: { email: required, password: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      found: verify-password
      missing: verify-password
  verify-password:
    do: password.verify
    then:
      match: new-phone
      mismatch: { to: log-in, error: invalid_credentials }
      locked: { to: log-in, error: account_locked }
  new-phone:
    page: Your telephone number
    fields: { phone: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: phone }
    then:
      sent: enter-code
      throttled: { to: new-phone, error: too_many_codes }
      undeliverable: { to: new-phone, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: update
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: new-phone, error: code_expired }
      exhausted: { to: new-phone, error: too_many_attempts }
  update:
    do: account.update
    then:
      updated: changed
      taken: { to: new-phone, error: user_already_exists }
  changed: { end: changed }

"""#,
    "U411/text.md": #"""
# U411: an account that nobody can sign in to

Accounts of this tenant sign in by their password, and in no other way. Here a run can rest, or end, after the account
was created and before it has a password. Who closes the page there leaves an account behind that nobody signs in to;
and when they come back, their address is taken.

Ask for the password first, and create the account with it: `account.create` takes `password`, and answers what the
password policy has against it. Then there is no account before there is a password. Or remove the account with
`account.discard`.

A tenant whose accounts also get in by a code, or get a new password by a link or a code, has no such problem.

"""#,
    "U411/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }

"""#,
    "U411/broken/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: issue }
      - { to: who, error: user_disabled }
  issue:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U411/broken/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: who
states:
  who:
    page: Sign up
    fields: { email: required }
    then: { submit: send }
  send:
    do: code.send
    with: { to: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: create
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: { to: enter, error: too_many_attempts }
  create:
    do: account.create
    then: { created: choose, exists: { to: who, error: user_already_exists } }
  choose:
    page: Choose a password
    fields: { password: required }
    then: { submit: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: choose, error: password_too_short }
      too_long: { to: choose, error: password_too_long }
      too_weak: { to: choose, error: password_too_weak }
      banned: { to: choose, error: password_banned }
      recently_used: { to: choose, error: password_recently_used }
  done: { end: completed }

"""#,
    "U411/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }

"""#,
    "U411/fixed/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: issue }
      - { to: who, error: user_disabled }
  issue:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U411/fixed/sign-up.yaml": #"""
flow: sign-up
lifetime: 30m
start: who
states:
  who:
    page: Sign up
    fields: { email: required }
    then: { submit: send }
  send:
    do: code.send
    with: { to: email }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: choose
      invalid: { to: enter, error: invalid_code }
      expired: { to: enter, error: code_expired }
      exhausted: { to: enter, error: too_many_attempts }
  choose:
    page: Choose a password
    fields: { password: required }
    then: { submit: create }
  create:
    do: account.create
    with: { password: password }
    then:
      created: done
      exists: { to: who, error: user_already_exists }
      too_short: { to: choose, error: password_too_short }
      too_long: { to: choose, error: password_too_long }
      too_weak: { to: choose, error: password_too_weak }
      banned: { to: choose, error: password_banned }
  done: { end: completed }

"""#,
    "U412/text.md": #"""
# U412: a secret that a stranger may have chosen

The answer of some function of this tenant stands for an account: it attests an address, shows a second factor, or
decides where a link goes. Functions remember what they were told. Here one is told what a client has chosen, such as
answers to questions, a PIN or a device, with the name of an account that nobody has proven to be theirs. What is called
does not matter, nor is it asked whether it is the same function, or the same attribute.

Anybody can register with the address of somebody else, and choose the answers; or only type that address beside them.
Its owner opens the link in the mail, and the account becomes theirs. The engine takes off it what the stranger has
put there: the password, addresses, factors. What a function keeps it cannot take off. The stranger gives the answers,
and has the account. The same holds for a word that a stranger has written to the account itself, and that is read and
told to the function once the owner is there.

Ask for such a thing once the address is proven: behind `code.verify`, or in the flow that the mailed link leads to. A
second address that the same client has proven is no proof of the first one. Where accounts are created `unproven`, no
password is enough: prove the address in the same run. What the account held before is collected anew, or written over
by each flow that confirms an account. A function that judges says so, by `attests` or `factor`.

"""#,
    "U412/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  answers: { type: list, transient: true }
functions:
  keep-answers: { url: https://club.example.com/keep, attempts: 10 per 1h }
  judge-answers: { url: https://club.example.com/judge, attempts: 10 per 1h }
links: { base: https://club.example.com }

"""#,
    "U412/broken/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open
states:
  open:
    page: Open the link
    fields: { token: required, tokenId: required }
    then: { submit: redeem }
  redeem:
    do: link.redeem
    then:
      valid: choose
      invalid: { to: open, error: invalid_link }
      expired: { to: open, error: link_expired }
      used: { to: open, error: link_used }
  choose:
    page: Choose a password
    fields: { password: required }
    then: { submit: confirm }
  confirm:
    do: account.confirm
    then: { confirmed: set, already: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: choose, error: password_too_short }
      too_long: { to: choose, error: password_too_long }
      too_weak: { to: choose, error: password_too_weak }
      banned: { to: choose, error: password_banned }
      recently_used: { to: choose, error: password_recently_used }
  done: { end: completed }

"""#,
    "U412/broken/reset.yaml": #"""
flow: reset
reveals: [account-existence]
lifetime: 30m
start: who
states:
  who:
    page: Forgot your password?
    fields: { email: required, answers: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: judge, missing: { to: who, error: user_not_found } }
  judge:
    do: function.call
    with: { function: judge-answers, arguments: answers, attests: verified(email) }
    then: { success: choose, pending: { to: who, error: reset_failed }, fail: { to: who, error: reset_failed } }
  choose:
    page: Choose a password
    fields: { password: required }
    then: { submit: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: choose, error: password_too_short }
      too_long: { to: choose, error: password_too_long }
      too_weak: { to: choose, error: password_too_weak }
      banned: { to: choose, error: password_banned }
      recently_used: { to: choose, error: password_recently_used }
  done: { end: completed }

"""#,
    "U412/broken/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: who
states:
  who:
    page: Sign up
    fields: { email: required, answers: required }
    then: { submit: create }
  create:
    do: account.create
    with: { identifier: email, status: pending }
    then: { created: keep, exists: { to: who, error: user_already_exists } }
  keep:
    do: function.call
    with: { function: keep-answers, arguments: answers }
    then: { success: mail, pending: { to: who, error: denied }, fail: { to: who, error: denied } }
  mail:
    do: link.send
    with: { to: email, flow: confirm }
    then: { sent: sent, throttled: { to: who, error: too_many_links }, undeliverable: { to: who, error: invalid_username } }
  sent: { end: sent }

"""#,
    "U412/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  answers: { type: list, transient: true }
functions:
  keep-answers: { url: https://club.example.com/keep, attempts: 10 per 1h }
  judge-answers: { url: https://club.example.com/judge, attempts: 10 per 1h }
links: { base: https://club.example.com }

"""#,
    "U412/fixed/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open
states:
  open:
    page: Open the link
    fields: { token: required, tokenId: required }
    then: { submit: redeem }
  redeem:
    do: link.redeem
    then:
      valid: choose
      invalid: { to: open, error: invalid_link }
      expired: { to: open, error: link_expired }
      used: { to: open, error: link_used }
  choose:
    page: Choose a password
    fields: { password: required, answers: required }
    then: { submit: confirm }
  confirm:
    do: account.confirm
    then: { confirmed: set, already: set }
  set:
    do: password.set
    then:
      set: keep
      too_short: { to: choose, error: password_too_short }
      too_long: { to: choose, error: password_too_long }
      too_weak: { to: choose, error: password_too_weak }
      banned: { to: choose, error: password_banned }
      recently_used: { to: choose, error: password_recently_used }
  keep:
    do: function.call
    with: { function: keep-answers, arguments: answers }
    then: { success: done, pending: { to: choose, error: denied }, fail: { to: choose, error: denied } }
  done: { end: completed }

"""#,
    "U412/fixed/reset.yaml": #"""
flow: reset
reveals: [account-existence]
lifetime: 30m
start: who
states:
  who:
    page: Forgot your password?
    fields: { email: required, answers: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: judge, missing: { to: who, error: user_not_found } }
  judge:
    do: function.call
    with: { function: judge-answers, arguments: answers, attests: verified(email) }
    then: { success: choose, pending: { to: who, error: reset_failed }, fail: { to: who, error: reset_failed } }
  choose:
    page: Choose a password
    fields: { password: required }
    then: { submit: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: choose, error: password_too_short }
      too_long: { to: choose, error: password_too_long }
      too_weak: { to: choose, error: password_too_weak }
      banned: { to: choose, error: password_banned }
      recently_used: { to: choose, error: password_recently_used }
  done: { end: completed }

"""#,
    "U412/fixed/sign-up.yaml": #"""
flow: sign-up
reveals: [account-existence]
lifetime: 30m
start: who
states:
  who:
    page: Sign up
    fields: { email: required }
    then: { submit: create }
  create:
    do: account.create
    with: { identifier: email, status: pending }
    then: { created: mail, exists: { to: who, error: user_already_exists } }
  mail:
    do: link.send
    with: { to: email, flow: confirm }
    then: { sent: sent, throttled: { to: who, error: too_many_links }, undeliverable: { to: who, error: invalid_username } }
  sent: { end: sent }

"""#,
    "U413/text.md": #"""
# U413: a password that is asked for in vain

Anybody can register with the address of somebody else. So `account.confirm` takes a password off the account that was
set before anybody had proven the address (see U407). Here nobody is locked out, as another flow lets in who has no
password, or gives them a new one. But the person who registered has chosen a password, and it is gone.

Lead the run through `password.verify` before `account.confirm`: who knows the password and reads the mail has
registered, and the password stays. Or let the owner choose one behind `account.confirm`. Or do not ask for a password
at the registration.

"""#,
    "U413/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
links: { base: https://app.example.com/auth }

"""#,
    "U413/broken/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open-link
states:
  open-link:
    page: Confirm your address
    fields: { token: required, tokenId: required }
    then: { submit: redeem }
  redeem:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: open-link, error: invalid_link }
      expired: { to: open-link, error: link_expired }
      used: { to: open-link, error: link_used }
  confirm:
    do: account.confirm
    then: { confirmed: done, already: done }
  done: { end: completed }

"""#,
    "U413/broken/register.yaml": #"""
flow: register
reveals: [account-existence]
lifetime: 30m
start: who
states:
  who:
    page: Register
    fields: { email: required, password: required }
    then: { submit: create }
  create:
    do: account.create
    with: { status: pending }
    then: { created: set-password, exists: { to: who, error: user_already_exists } }
  set-password:
    do: password.set
    then:
      set: send-link
      too_short: { to: take-back, error: password_too_short }
      too_long: { to: take-back, error: password_too_long }
      too_weak: { to: take-back, error: password_too_weak }
      banned: { to: take-back, error: password_banned }
      recently_used: { to: take-back, error: password_recently_used }
  take-back:
    do: account.discard
    then: { discarded: who }
  send-link:
    do: link.send
    with: { to: email, flow: confirm }
    then: { sent: sent, throttled: failed, undeliverable: failed }
  sent: { end: sent }
  failed: { end: failed }

"""#,
    "U413/broken/reset.yaml": #"""
flow: reset
lifetime: 30m
start: who
states:
  who:
    page: Reset your password
    fields: { email: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: send-code, missing: send-code }
  send-code:
    do: code.send
    with: { to: email, for: account }
    then:
      sent: enter-code
      throttled: { to: who, error: too_many_codes }
      undeliverable: enter-code
  enter-code:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code, resend: send-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: choose-password }
      - { to: who, error: user_disabled }
  choose-password:
    page: Choose a password
    fields: { password: required }
    then: { submit: set-password }
    after: 15m -> failed
  set-password:
    do: password.set
    then:
      set: done
      too_short: { to: choose-password, error: password_too_short }
      too_long: { to: choose-password, error: password_too_long }
      too_weak: { to: choose-password, error: password_too_weak }
      banned: { to: choose-password, error: password_banned }
      recently_used: { to: choose-password, error: password_recently_used }
  failed: { end: failed }
  done: { end: completed }

"""#,
    "U413/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
links: { base: https://app.example.com/auth }

"""#,
    "U413/fixed/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open-link
states:
  open-link:
    page: Confirm your address
    fields: { token: required, tokenId: required }
    then: { submit: redeem }
  redeem:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: open-link, error: invalid_link }
      expired: { to: open-link, error: link_expired }
      used: { to: open-link, error: link_used }
  confirm:
    do: account.confirm
    then: { confirmed: done, already: done }
  done: { end: completed }

"""#,
    "U413/fixed/register.yaml": #"""
flow: register
reveals: [account-existence]
lifetime: 30m
start: who
states:
  who:
    page: Register
    fields: { email: required }
    then: { submit: create }
  create:
    do: account.create
    with: { status: pending }
    then: { created: send-link, exists: { to: who, error: user_already_exists } }
  send-link:
    do: link.send
    with: { to: email, flow: confirm }
    then: { sent: sent, throttled: failed, undeliverable: failed }
  sent: { end: sent }
  failed: { end: failed }

"""#,
    "U413/fixed/reset.yaml": #"""
flow: reset
lifetime: 30m
start: who
states:
  who:
    page: Reset your password
    fields: { email: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: send-code, missing: send-code }
  send-code:
    do: code.send
    with: { to: email, for: account }
    then:
      sent: enter-code
      throttled: { to: who, error: too_many_codes }
      undeliverable: enter-code
  enter-code:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code, resend: send-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: choose-password }
      - { to: who, error: user_disabled }
  choose-password:
    page: Choose a password
    fields: { password: required }
    then: { submit: set-password }
    after: 15m -> failed
  set-password:
    do: password.set
    then:
      set: done
      too_short: { to: choose-password, error: password_too_short }
      too_long: { to: choose-password, error: password_too_long }
      too_weak: { to: choose-password, error: password_too_weak }
      banned: { to: choose-password, error: password_banned }
      recently_used: { to: choose-password, error: password_recently_used }
  failed: { end: failed }
  done: { end: completed }

"""#,
    "U451/text.md": #"""
# U451: a property that a run can break

There is a path through the flow on which the property does not hold. The counterexample is the shortest one. All paths
are tried, with all outcomes that effects can have, so a property that is not reported holds for every run.

Change the flow so that this path does not exist, or say what you really want of it.

"""#,
    "U451/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U451/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
properties:
  - never: code.send before visited(terms)
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  terms:
    page: The terms
    then:
      submit: create
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: terms
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  create:
    do: account.create
    with: { identifier: email }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U451/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U451/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
properties:
  - never: account.create before visited(terms)
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  terms:
    page: The terms
    then:
      submit: create
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: terms
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  create:
    do: account.create
    with: { identifier: email }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U452/text.md": #"""
# U452: more steps than a person should need

`within: N steps` says that a person who makes no mistake is at an end after N events at the most. No mistake means
that no transition keeps an error, no page comes twice, and no page's time runs out. The counterexample is a path on
which the run is still at a page after N events.

Ask for more on fewer pages, skip what is known (`skip: filled`), or allow more steps.

"""#,
    "U452/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U452/broken/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
properties:
  - within: 2 steps
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  terms:
    page: The terms
    then:
      submit: create
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: terms
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  create:
    do: account.create
    with: { identifier: email }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U452/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U452/fixed/flow.yaml": #"""
flow: sign-up
lifetime: 30m
start: identify
properties:
  - within: 3 steps
states:
  identify:
    page: Create your account
    fields: { email: required }
    then:
      submit: send-code
  terms:
    page: The terms
    then:
      submit: create
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: terms
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  create:
    do: account.create
    with: { identifier: email }
    then:
      created: completed
      exists: { to: identify, error: user_already_exists }
  completed: { end: completed }

"""#,
    "U501/text.md": #"""
# U501: guessing without end

The function is handed something that an attacker can vary, and answers whether it was right. Nothing counts the
tries: the flow can come back to the call, and when a run is over, the next one begins anew. Whatever the function
knows, the answer to a question or the code of an invitation, is found by trying.

That is so with `attests`, `arguments` and `password`; and with `pass`, where the run goes on differently by the
answer and a client types what is passed, and nobody has proven it. A function that is told proven addresses, what
was read from the account, or constants, decides on nothing that can be guessed, unless a flow writes to the account
what was typed: then the guess goes that way. Nor does one decide after which the run goes on in the same way,
whatever it says.

Give it `attempts: 10 per 1h`: that is spent before each call, for the account and the addresses that the call is
about, however many runs somebody starts, and for the run. Where a run names nobody, it is the run alone that is
counted: what is nobody's own, such as the code of an invitation, must be hard to guess by itself. When nothing is
left the outcome is `fail`, and the function is not asked.

What else compares a guess is bounded already: `code.verify` by `codes.attempts` for each code and, times
`per-identifier`, for each address; `password.verify` by `passwords.attempts` for each account, and so
are `password.check` and `password.set` where passwords are remembered.

"""#,
    "U501/broken/tenant.yaml": #"""
tenant: example
attributes:
  email:   { type: email, identifier: true }
  answers: { type: list, transient: true }
functions:
  check-answers: { url: https://hooks.example.com/check-answers }

"""#,
    "U501/broken/flow.yaml": #"""
flow: reset-password
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Answer the questions
    fields: { email: required, answers: required, password: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: ask-function
      missing: { to: identify, error: user_not_found }
  ask-function:
    do: function.call
    with: { function: check-answers, arguments: answers, attests: verified(email) }
    then:
      success: set-password
      pending: pending
      fail: { to: identify, error: reset_failed }
  set-password:
    do: password.set
    then:
      set: completed
      too_short: { to: identify, error: password_too_short }
      too_long: { to: identify, error: password_too_long }
      too_weak: { to: identify, error: password_too_weak }
      banned: { to: identify, error: password_banned }
      recently_used: { to: identify, error: password_recently_used }
  completed: { end: completed }
  pending: { end: pending }

"""#,
    "U501/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email:   { type: email, identifier: true }
  answers: { type: list, transient: true }
functions:
  check-answers: { url: https://hooks.example.com/check-answers, attempts: 10 per 1h }

"""#,
    "U501/fixed/flow.yaml": #"""
flow: reset-password
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Answer the questions
    fields: { email: required, answers: required, password: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: ask-function
      missing: { to: identify, error: user_not_found }
  ask-function:
    do: function.call
    with: { function: check-answers, arguments: answers, attests: verified(email) }
    then:
      success: set-password
      pending: pending
      fail: { to: identify, error: reset_failed }
  set-password:
    do: password.set
    then:
      set: completed
      too_short: { to: identify, error: password_too_short }
      too_long: { to: identify, error: password_too_long }
      too_weak: { to: identify, error: password_too_weak }
      banned: { to: identify, error: password_banned }
      recently_used: { to: identify, error: password_recently_used }
  completed: { end: completed }
  pending: { end: pending }

"""#,
    "U502/text.md": #"""
# U502: the odds of guessing

Attempts are bounded, and an attacker comes back as often as the bound allows, day after day, over any number of runs.
The message says how many guesses that makes, and the chance that one of them is right.

For codes a chance of 1 in 10,000 within a day is allowed. It is what NIST SP 800-63B-4 gives an attacker altogether:
100 guesses (section 3.2.2) of six digits (section 3.1.3.2). The defaults, 8 digits and 50 guesses an hour, are at
1 in 83,333. How long a code lives does not matter: guesses are counted for the address, whichever code they are at.

At one account 100 guesses an hour are allowed, by passwords and by functions that are handed what can be guessed:
OWASP ASVS 5.0 asks for a bound (requirement 6.3.1) and names no number. Each function counts for itself: where
several are told the same attribute, to compare it, what each may be asked for adds up. So do guesses at a sign-in and
those by new passwords, where `remember` has them compared with the account's own: each is counted for itself.
A password as short as the policy allows, of digits alone, must not be found within a day with more than a chance of
1 in 1,000. What people choose is easier to guess than that: `forbid: [common]` takes the first guesses away.

Change one of the keys that the message names.

"""#,
    "U502/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
codes: { digits: 6, attempts: 5, per-identifier: 10 per 1h }

"""#,
    "U502/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U502/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
codes: { digits: 8, attempts: 5, per-identifier: 10 per 1h }

"""#,
    "U502/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U503/text.md": #"""
# U503: a secret that a condition compares

A condition compares what the client types with what the account holds, and where they are the same the client comes
to what it does not come to where they differ: a session, a new password, a way past another proof, or another value
of a second factor. A condition spends no counter: whoever comes here tries one value after the other, in this run
or in the next ones, until one fits. Four digits take ten thousand tries.

It is the same account that is looked at: that others are let in, who hold no such value, or whoever gives another
proof, makes the guess no smaller. It is also the same where `set` keeps what came of the comparison, in a bool or
in a text that was made of both, and a condition asks that; nor does it matter that another flow writes what came of
it, or the guess itself, to the account, by way of other attributes as well, and that this one reads it there.
Sending a link that lets in is worth as much as letting in.

Whatever a run decides by counts, and not a `choose` alone. A page whose `skip` compares is passed by or not, and
`has(…)` of what it collects tells which. An error that a wrong guess brings keeps the next page from being passed
by. A way that was taken after a comparison notes something, collects something or goes more steps than another, and
whatever asks for that where the ways meet asks for the comparison. `account.update` answers `taken`, and
`account.find` answers `found`, by a name that was made of a comparison, or of what the account holds: anybody may
register such a name and look. And where what came of the comparison chooses the address that a code goes to,
whoever guesses right reads the code.

What functions are told to compare, a second factor (`factor: pin`) or what is passed to one with `attempts` beside
something typed, is compared by nothing else: a page that says whether it was right lets the first factor alone find
it, though it opens nothing itself. So does a page whose `skip` asks for it, a result, or a beginning of it, the place
that a message goes to, or a name that is taken. Behind that function's `success` a condition may ask.

A field that is shown, needed or given other options by what came of a comparison hands it on: whoever can fill it
in, or choose that option, has guessed right. Before the function that is told the secret, such a field tells by
itself, and so do the words of a message.

What a client picks is what it types: an event of a page, a branch of a `choose` on what it typed, an end of a
sub-flow, how often it presses, and when, which fields it leaves out, and what an effect answers to what it typed, such
as `too_short` or `expired`. Where one way on leads to `attributes.colour == 'red'` and another one to
`attributes.colour == 'blue'`, and which of the two lets in depends on what the account holds, picking is guessing,
for a way past a second factor as well. The two may ask by a `skip`, by what a field's `show`, `required` and
`options` say, or send a code to one address or another. Where one way on is the best whatever the account holds,
there is nothing to guess. The same goes for one condition: in `attributes.n == 1 && run.steps == 4 || attributes.n == 2
&& run.steps == 5` no number of presses is the best for all, and with `run.steps < 4` and `run.steps < 5` few are.

What a function is told to compare, so that it lets somebody in or is a second factor, is not read out, either: a
condition that asks for it, `attributes.pin > 5000`, and decides on an end, a page, a field or the words of a mail
halves what is left to guess, though nothing is typed. Behind that function's `success` it may.

Let something compare it that counts: a function with `attempts`, which is told the value by `pass`; or use
`code.verify`, `password.verify` or a link.

An address is no secret, and typing it is no proof: "what is your other address?" opens no session and sets no
password where nobody must show to read what is sent there. A code to that address, or one to the address that was
typed and then found to be the account's, makes it a proof. What else follows from a comparison of addresses and
identifiers is concealment's matter, not this rule's. Nor is a condition such as `attributes.trusted &&
attributes.wish`, where the right thing to type does not depend on what the account holds.

"""#,
    "U503/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  pin: { type: string, pattern: "[0-9]{4}" }
  guess: { type: string, pattern: "[0-9]{4}", transient: true }
errors:
  wrong_pin: This is not the PIN.

"""#,
    "U503/broken/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-pin
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-pin:
    do: account.read
    with: { attribute: pin }
    then: { present: ask, absent: may-sign-in }
  ask:
    page: Your PIN
    fields: { guess: required }
    then: { submit: compare }
  compare:
    choose:
      - { when: attributes.guess == attributes.pin, to: may-sign-in }
      - { to: ask, error: wrong_pin }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U503/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  guess: { type: string, pattern: "[0-9]{4}", transient: true }
functions:
  check-pin: { url: https://hooks.example.com/check-pin, secret: env:PIN_SECRET, attempts: 5 per 1h }
errors:
  wrong_pin: This is not the PIN.

"""#,
    "U503/fixed/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: ask
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  ask:
    page: Your PIN
    fields: { guess: required }
    then: { submit: compare }
  compare:
    do: function.call
    with: { function: check-pin, pass: [guess] }
    then:
      success: may-sign-in
      pending: { to: ask, error: wrong_pin }
      fail: { to: ask, error: wrong_pin }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U601/text.md": #"""
# U601: mail without end

The function is handed a link's token so that it can send it on, by mail or in another way, and nothing bounds how
often. Anybody who enters somebody else's address again and again floods it, in this tenant's name.

Give the function `attempts: 10 per 1h`: so often it is asked for one account, and by one run, which may name one
account after the other. `code.send` and `link.send` are bounded already, by `per-identifier` for each address, and
for each run wherever it sends to.

The same goes for a function that is asked on a loop, link or not: each time round it may write to somebody, and
nothing is counted. A loop on which something else is counted for the run, such as a code that is sent, is bounded
already.

"""#,
    "U601/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
links: { base: https://app.example.com/auth }
functions:
  ask-again: { url: https://hooks.example.com/ask-again }

"""#,
    "U601/broken/ask-again.yaml": #"""
flow: ask-again
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: ask-function
      missing: ask-function
  ask-function:
    do: function.call
    with: { function: ask-again, link: open-link }
    then:
      success: sent
      pending: sent
      fail: sent
  sent: { end: sent }

"""#,
    "U601/broken/open-link.yaml": #"""
flow: open-link
lifetime: 30m
start: redeem
states:
  redeem:
    page: Open the link
    fields: { token: required, tokenId: required }
    then:
      submit: redeem-link
  redeem-link:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: redeem, error: invalid_link }
      expired: { to: redeem, error: link_expired }
      used: { to: redeem, error: link_used }
  confirm:
    do: account.confirm
    then:
      confirmed: done
      already: done
  done: { end: confirmed }

"""#,
    "U601/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
links: { base: https://app.example.com/auth }
functions:
  ask-again: { url: https://hooks.example.com/ask-again, attempts: 10 per 1h }

"""#,
    "U601/fixed/ask-again.yaml": #"""
flow: ask-again
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: ask-function
      missing: ask-function
  ask-function:
    do: function.call
    with: { function: ask-again, link: open-link }
    then:
      success: sent
      pending: sent
      fail: sent
  sent: { end: sent }

"""#,
    "U601/fixed/open-link.yaml": #"""
flow: open-link
lifetime: 30m
start: redeem
states:
  redeem:
    page: Open the link
    fields: { token: required, tokenId: required }
    then:
      submit: redeem-link
  redeem-link:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: redeem, error: invalid_link }
      expired: { to: redeem, error: link_expired }
      used: { to: redeem, error: link_used }
  confirm:
    do: account.confirm
    then:
      confirmed: done
      already: done
  done: { end: confirmed }

"""#,
    "U602/text.md": #"""
# U602: an address that can be flooded

The bound is there and too wide: so many messages in one hour are an attack on anybody who reads the mail, and anybody
can start it by entering the address. At most 30 an hour of one kind are allowed, one every other minute; a window that
is longer than an hour may be used up within one.

`10 per 1h` is enough for people who ask again because the first mail is slow.

"""#,
    "U602/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
codes: { digits: 8, attempts: 1, per-identifier: 1 per 1m }

"""#,
    "U602/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U602/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
codes: { digits: 8, attempts: 5, per-identifier: 10 per 1h }

"""#,
    "U602/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U603/text.md": #"""
# U603: messages that nothing takes

`channels` says how the tenant's messages leave, and it says nothing of a kind that this flow sends. `usher serve` does
not start with it, unless `--outbox` takes all messages in place of the channels.

Mail leaves by `smtp` or a `webhook`, text messages by a `webhook`. `outbox` says that a kind is left to the outbox of
whoever develops; a tenant without `channels` leaves all messages to it.

"""#,
    "U603/broken/tenant.yaml": #"""
tenant: example
attributes:
  phone: { type: phone, identifier: true }
channels:
  email:
    smtp: { host: env:SMTP_HOST, user: env:SMTP_USER, password: env:SMTP_PASSWORD, from: no-reply@example.com }

"""#,
    "U603/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your number
    fields: { phone: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: phone }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U603/fixed/tenant.yaml": #"""
tenant: example
attributes:
  phone: { type: phone, identifier: true }
channels:
  email:
    smtp: { host: env:SMTP_HOST, user: env:SMTP_USER, password: env:SMTP_PASSWORD, from: no-reply@example.com }
  sms:
    webhook: { url: https://sms.example.com/send, secret: env:SMS_SECRET }

"""#,
    "U603/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your number
    fields: { phone: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: phone }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U611/text.md": #"""
# U611: a file of messages whose name says nothing

The words of messages lie in `messages/`, and the name of a file says what they are for: the kind of message,
perhaps the channel, the language, and whether it is the plain text or the page. `code.en.txt` is a code in English,
`code.sms.en.txt` the same as a text message, `link.pt-BR.html` the page of a link in Brazilian Portuguese.

The language is a tag of BCP 47 in its usual case, with a hyphen: `de`, `pt-BR`, `zh-Hant`.

"""#,
    "U611/broken/tenant.yaml": #"""
tenant: example
language: de-DE
attributes:
  email: { type: email, identifier: true }

"""#,
    "U611/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U611/broken/messages/code.de_DE.txt": #"""
---
subject: Ihr code
---
Ihr Code ist {{ code }}. Er gilt {{ lifetime }}.

"""#,
    "U611/fixed/tenant.yaml": #"""
tenant: example
language: de-DE
attributes:
  email: { type: email, identifier: true }

"""#,
    "U611/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U611/fixed/messages/code.de-DE.txt": #"""
---
subject: Ihr code
---
Ihr Code ist {{ code }}. Er gilt {{ lifetime }}.

"""#,
    "U612/text.md": #"""
# U612: words of a message that cannot be read

A file of `messages/` begins with what is not part of the text, between two lines of `---`: `subject` of a mail and
`parts` of a text message in the `.txt` file, `preheader` in the `.html` file. Below stand the words. `{{ code }}`
says a value; `{{ if attributes.givenName }}`, `{{ else }}` and `{{ end }}` say one thing or another. There is
nothing else: no loops, no filters, no code. `{code}` in one pair of braces would be read as it stands, and
a `}}` that closes nothing is what is left of a value. No character stands there that nobody sees, or that turns the
direction of writing, also not as `&#x202E;`.

The file is UTF-8 and has 100 KiB at the most, as mail programs cut off what is longer.

"""#,
    "U612/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U612/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U612/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code. It is valid for {{ lifetime }}.

"""#,
    "U612/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U612/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U612/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U613/text.md": #"""
# U613: a value that messages of this kind do not have

What a message can say follows from what it is. A code has `{{ code }}` and `{{ lifetime }}`, a link `{{ link }}`
and `{{ lifetime }}`. Each message has `{{ tenant }}`, `{{ application }}` and the attributes that the run has:
`{{ attributes.givenName }}`.

`{{ if attributes.email == "…" }}` compares as conditions of flows do: addresses and telephone numbers however they are
written, all else letter by letter. What the attribute never is, it is not compared with.

An attribute that is true or false is no word: ask for it with `{{ if attributes.newsletter }}`. One of the type
`any` is not for people to read.

"""#,
    "U613/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U613/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U613/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetme }}.

"""#,
    "U613/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U613/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U613/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U614/text.md": #"""
# U614: said, and perhaps not there

The message says an attribute that a run may not have where it is sent: the page asks for it with `optional`, or
another path leads there on which nobody has asked. People would read "Hello ,".

Say it where it is there, `{{ if attributes.givenName }}…{{ else }}…{{ end }}`, or collect it on every path.

"""#,
    "U614/broken/tenant.yaml": #"""
tenant: example
attributes:
  email:     { type: email, identifier: true }
  givenName: { type: string, max-length: 60 }

"""#,
    "U614/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, givenName: optional }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U614/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Hello {{ attributes.givenName }}, your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U614/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email:     { type: email, identifier: true }
  givenName: { type: string, max-length: 60 }

"""#,
    "U614/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required, givenName: optional }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U614/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Hello{{ if attributes.givenName }} {{ attributes.givenName }}{{ end }}, your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U615/text.md": #"""
# U615: a secret where everybody sees it

Subjects and preheaders are shown in lists of mails, on locked telephones and in logs of mail servers. A code or
link in one of them is read by whoever passes by. So is what a page hides, as by `hidden` or `display:none`: mailboxes
show the beginning of it beside the subject. Attributes that are `secret` stand in no message at all: they are
for functions alone.

"""#,
    "U615/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U615/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U615/broken/messages/code.en.txt": #"""
---
subject: "{{ code }} is your code"
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U615/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U615/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U615/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U616/text.md": #"""
# U616: a page that cannot be read

What a value means depends on where it stands in the page: in a text, in a link, in the name of an element. So the
compiler reads the HTML of messages, and is strict: elements are closed in order, attributes are in quotes, each
stands once, and `<` alone is written `&lt;`. Browsers repair what is broken, each mail program in another way.

Elements that mail programs do not show, such as `<script>`, `<form>` and `<iframe>`, do not stand in mails.

Nor do attributes that run or load something in a way of their own, such as `onclick` and `srcset`, a `<meta>` that
leads elsewhere, and comments that some mail programs read as a page: `<!--[if mso]>`.

"""#,
    "U616/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U616/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U616/broken/messages/code.en.html": #"""
<!DOCTYPE html>
<html lang="en">
<head><title>Your code</title></head>
<body>
<p>Your code is <b>{{ code }}</i>.</p>
</body>
</html>

"""#,
    "U616/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U616/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U616/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U616/fixed/messages/code.en.html": #"""
<!DOCTYPE html>
<html lang="en">
<head><title>Your code</title></head>
<body>
<p>Your code is <b>{{ code }}</b>.</p>
</body>
</html>

"""#,
    "U616/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U617/text.md": #"""
# U617: a value where none may stand

A value is written so that it means nothing but itself: in a text, and in the quotes of an attribute. In other
places no way of writing makes that sure: in an attribute without quotes, in a style, in the name of an element, in
a comment, in an attribute that is code, such as `onclick`.

A URL begins with `https://` and a host as they stand, or is `{{ link }}`. Behind the host values may follow.

A code stands in no link, also in none of `mailto:` or `tel:`: links are kept in many places. `{{ link }}` stands
in `href` alone, as what is loaded by itself would use it up. An `{{ if … }}` does not stand in a style or in a host.

"""#,
    "U617/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U617/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U617/broken/messages/code.en.html": #"""
<!DOCTYPE html>
<html lang="en">
<head><title>Your code</title></head>
<body>
<p>Your code is <b title={{ tenant }}>{{ code }}</b>.</p>
</body>
</html>

"""#,
    "U617/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U617/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U617/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U617/fixed/messages/code.en.html": #"""
<!DOCTYPE html>
<html lang="en">
<head><title>Your code</title></head>
<body>
<p>Your code is <b title="{{ tenant }}">{{ code }}</b>.</p>
</body>
</html>

"""#,
    "U617/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U618/text.md": #"""
# U618: a link to somewhere else

Everybody is told to look where a mail's links lead. Those of a tenant's mails lead to its own site, that of
`links.base`, and to sites that it names: `links: { also: [https://www.contoso.example] }`, for an imprint or a
picture. What leads elsewhere is a slip, or somebody's who has come to the files.

The link with which people go on is `{{ link }}`, never its parts. In a mail a URL is whole: with `https://` and a
host; `mailto:`, `tel:` and `#` are there as well.

Styles are read as browsers read them. `//host/…`, which takes the scheme of the page around it, is refused, and so is
whatever hides where a URL leads, such as `\2f` or `&#x2f;`.

"""#,
    "U618/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U618/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U618/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

Help: https://www.contoso.example/help

"""#,
    "U618/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
links: { also: [https://www.contoso.example] }

"""#,
    "U618/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U618/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

Help: https://www.contoso.example/help

"""#,
    "U619/text.md": #"""
# U619: words of a message that nobody sends

The file is for a kind of message, or for a channel, that no flow of the tenant sends. Perhaps its name is misspelt,
and people read other words than these.

Kinds are `code` (of `code.send`), `link` (of `link.send`), `invitation` (of `invitation.send`), and the notices that
`message.send` names under `message`. A file is called by kind and language, `code.de.txt`, and by a channel between
the two where its words are for that alone, `code.sms.de.txt`.

A page whose text has a misspelt name is not told beside it.

"""#,
    "U619/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U619/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U619/broken/messages/cod.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U619/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U619/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U619/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U619/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U620/text.md": #"""
# U620: a page without its plain text

A mail has both, the plain text first: for programs that show no pages, for clocks, for people who cannot or do not
want to see them, and for those who decide what is spam. Write the `.txt` file beside the `.html` file.

"""#,
    "U620/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U620/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U620/broken/messages/code.en.html": #"""
<!DOCTYPE html>
<html lang="en">
<head><title>Your code</title></head>
<body>
<p>Your code is <b>{{ code }}</b>.</p>
</body>
</html>

"""#,
    "U620/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U620/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U620/fixed/messages/code.en.html": #"""
<!DOCTYPE html>
<html lang="en">
<head><title>Your code</title></head>
<body>
<p>Your code is <b>{{ code }}</b>.</p>
</body>
</html>

"""#,
    "U620/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U621/text.md": #"""
# U621: a code that its message does not say

The message carries a code or a link, and its words do not say it, or not in each of their branches. Who gets it
cannot go on. Both the plain text and the page say it: the page in its text, or in the `href` of a link, and not in its
title or in another attribute alone.

"""#,
    "U621/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U621/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U621/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Here is your code. It is valid for {{ lifetime }}.

"""#,
    "U621/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U621/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U621/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U622/text.md": #"""
# U622: a text message of several parts

A text message is one part of 160 characters of an alphabet that has few letters beyond English, or of 70 if it has
any other: one `č` or one long dash is enough. What is longer is sent, and paid for, as several parts. The compiler
counts with the longest values that the message may have.

Write shorter words in a file of their own, such as `code.sms.en.txt`, or say that it may be longer: `parts: 2`
between `---` and `---`, up to 10.

"""#,
    "U622/broken/tenant.yaml": #"""
tenant: example
attributes:
  phone: { type: phone, identifier: true }

"""#,
    "U622/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your number
    fields: { phone: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: phone }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U622/broken/messages/code.sms.en.txt": #"""
Your code for our shop is {{ code }}. Please do not show it to anybody, not even to us – it is valid for {{ lifetime }}.

"""#,
    "U622/fixed/tenant.yaml": #"""
tenant: example
attributes:
  phone: { type: phone, identifier: true }

"""#,
    "U622/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your number
    fields: { phone: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: phone }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U622/fixed/messages/code.sms.en.txt": #"""
Your code for our shop is {{ code }}. Please do not show it to anybody, not even to us , it is valid for {{ lifetime }}.

"""#,
    "U623/text.md": #"""
# U623: a language in which some messages are missing

People read this language on the tenant's pages or in some of its messages, and others of its messages are not written
in it: they would get one in their own language and the next one in another. The help lists what is missing. Codes and
links without words of the tenant's have standard ones in Czech, English, French, German, Japanese and Spanish.

Words in `pt` are read by who asks for `pt-BR`, where there are none in that.

"""#,
    "U623/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
links: { base: https://app.example.com/auth }

"""#,
    "U623/broken/ask.yaml": #"""
flow: ask
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then: { found: send-link, missing: send-link }
  send-link:
    do: link.send
    with: { to: email, flow: confirm }
    then:
      sent: sent
      throttled: { to: identify, error: too_many_links }
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent }

"""#,
    "U623/broken/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open-link
states:
  open-link:
    page: Open the link
    fields: { token: required, tokenId: required }
    then:
      submit: redeem
  redeem:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: open-link, error: invalid_link }
      expired: { to: open-link, error: link_expired }
      used: { to: open-link, error: link_used }
  confirm:
    do: account.confirm
    then: { confirmed: confirmed, already: confirmed }
  confirmed: { end: confirmed }

"""#,
    "U623/broken/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U623/broken/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U623/broken/messages/code.pt.txt": #"""
---
subject: O seu código
---
O seu código é {{ code }}.

"""#,
    "U623/broken/messages/link.en.txt": #"""
---
subject: Your link
---
Open this link: {{ link }}

"""#,
    "U623/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
links: { base: https://app.example.com/auth }

"""#,
    "U623/fixed/ask.yaml": #"""
flow: ask
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then: { found: send-link, missing: send-link }
  send-link:
    do: link.send
    with: { to: email, flow: confirm }
    then:
      sent: sent
      throttled: { to: identify, error: too_many_links }
      undeliverable: { to: identify, error: invalid_username }
  sent: { end: sent }

"""#,
    "U623/fixed/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open-link
states:
  open-link:
    page: Open the link
    fields: { token: required, tokenId: required }
    then:
      submit: redeem
  redeem:
    do: link.redeem
    then:
      valid: confirm
      invalid: { to: open-link, error: invalid_link }
      expired: { to: open-link, error: link_expired }
      used: { to: open-link, error: link_used }
  confirm:
    do: account.confirm
    then: { confirmed: confirmed, already: confirmed }
  confirmed: { end: confirmed }

"""#,
    "U623/fixed/flow.yaml": #"""
flow: prove
lifetime: 30m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
      resend: send-code
  verify-code:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  proven: { end: proven }

"""#,
    "U623/fixed/messages/code.en.txt": #"""
---
subject: Your code
---
Your code is {{ code }}. It is valid for {{ lifetime }}.

"""#,
    "U623/fixed/messages/code.pt.txt": #"""
---
subject: O seu código
---
O seu código é {{ code }}.

"""#,
    "U623/fixed/messages/link.en.txt": #"""
---
subject: Your link
---
Open this link: {{ link }}

"""#,
    "U623/fixed/messages/link.pt.txt": #"""
---
subject: A sua ligação
---
Abra esta ligação: {{ link }}

"""#,
    "U701/text.md": #"""
# U701: a secret that gets out

An attribute that is declared `secret: true`, the answer to a question or a national id, reaches a client, a message,
an account's open attributes, or a function by a parameter that is not made for secrets. What `set` makes of a secret
is one as well, until `set` gives the attribute another value; the trace says at which step.

A condition on it is such a leak: anybody who sees how the run goes on learns something of the secret, and may try
again. Only `has(…)` may be asked.

What compares a secret, or keeps it, is a function. It is handed it as `arguments:`, a list, which counts as a guess
and so needs the function's `attempts`; `set: { answers: "[attributes.answer]" }` makes a list of one.

A secret attribute lives in the run alone, as if it were `transient`, and the run rests sealed. Its page does not show
it again. Passwords, codes, tokens and grants have a type of their own and need no rule: no place takes them but the
parameters of their own name.

"""#,
    "U701/broken/tenant.yaml": #"""
tenant: example
attributes:
  email:   { type: email, identifier: true }
  answers: { type: list, secret: true }
functions:
  check-answers: { url: https://hooks.example.com/check-answers, attempts: 10 per 1h }

"""#,
    "U701/broken/flow.yaml": #"""
flow: ask
lifetime: 30m
start: questions
states:
  questions:
    page: Your dog, and your street
    fields: { email: required, answers: required }
    then:
      submit: check
  check:
    do: function.call
    with: { function: check-answers, pass: [answers] }
    then:
      success: done
      pending: { to: questions, error: denied }
      fail: { to: questions, error: denied }
  done: { end: completed, result: [email] }

"""#,
    "U701/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email:   { type: email, identifier: true }
  answers: { type: list, secret: true }
functions:
  check-answers: { url: https://hooks.example.com/check-answers, attempts: 10 per 1h }

"""#,
    "U701/fixed/flow.yaml": #"""
flow: ask
lifetime: 30m
start: questions
states:
  questions:
    page: Your dog, and your street
    fields: { email: required, answers: required }
    then:
      submit: check
  check:
    do: function.call
    with: { function: check-answers, arguments: answers }
    then:
      success: done
      pending: { to: questions, error: denied }
      fail: { to: questions, error: denied }
  done: { end: completed, result: [email] }

"""#,
    "U702/text.md": #"""
# U702: what is somebody else's is handed out

An end hands out what is known of the bound account: its id, whether it has a password, whether it is confirmed or
enabled. On some path here nobody has proven to be the account's owner; anybody who enters an address gets it. The same
goes for what `set` copied from the account before the proof, however much is proven later: another account may be
bound by then.

Hand it out behind a proof: `password.verify`, `grant.redeem`, `code.verify` of a code to the account's address,
`link.redeem`, or `account.create` in this run. What somebody has entered themselves, such as the address, may go back
to them at any time. `account.read` asks for the proof by itself.

"""#,
    "U702/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U702/broken/flow.yaml": #"""
flow: look-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: known, result: [email, account.id] }

"""#,
    "U702/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U702/fixed/flow.yaml": #"""
flow: look-up
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: known
      missing: { to: identify, error: user_not_found }
  known: { end: known, result: [email] }

"""#,
    "U801/text.md": #"""
# U801: the flow tells whether an account exists

Somebody who has proven nothing can learn from this flow whether an address has an account: one who tries addresses
gets a list of the people to attack. Two runs are compared in which the client does the same, one with an account
and one without. They must rest in the same states, with the same errors and the same values, and on the way do the
same work (hashing, sending, asking functions), because time can be measured. Once the client has proven to control
the identifier, or to own the account, it may know.

Each flow is compared by itself; U803 tells of two that are quiet alone and not together. What comes to the client's
own mailbox counts as well: where `account.create` takes an address and a user name, and leads `created` and
`exists` to the same `link.send`, who gives an address of their own and no mail comes knows that the name is taken.
So does who looks for the account, in the same flow, by a phone, a name or a password of their own that only the new
one has.

What a function is told may make it answer differently. On a loop that comes back to a page, the account that was
found in the round before is still there, and the function is told of it: ask what is no matter of accounts, such as
whether a robot is at work, on a page of its own, to which no path comes back.

So do the words of messages: what a message says, or asks by `{{ if … }}`, must be the same in both runs where it
may come to the client. Words to the address in question itself are read by its owner alone, and may differ.

So does the language, where `locale-from` keeps one in the account: whoever has made an account, or writes to their
own, is spoken to in it at once.

Each identifier counts. `account.create` answers `exists`, and `account.update` `taken`, also where another
account has a further identifier that is written, such as a user name beside the address; as nobody proves a user
name, whoever types one learns that it is taken. A step that the engine refuses when it runs is an answer as well: a
condition that fails to have a value, an assignment that the attribute's type does not allow, a `taken` that is
not handled.

Lead `found` and `missing` the same way. `password.verify`, `link.send` and `message.send` play along where there is
no account, and so does `code.send` with `for: account`: nothing is sent, all looks the same, and no code is ever
right. Whatever `account.…` says, ask it once the client has proven who it is. To register people without telling
them of others, send the code to everybody first and look for the account behind it: who has the code may know.
Where people choose names of their own, either the name is no identifier, or the flow is meant to tell. One that is
says so openly: `reveals: [account-existence]`.

"""#,
    "U801/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  nickname: { type: string, max-length: 30, identifier: true }

"""#,
    "U801/broken/flow.yaml": #"""
flow: sign-in
lifetime: 15m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      found: send-code
      missing: { to: identify, error: user_not_found }
  send-code:
    do: code.send
    with: { to: email, for: account }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: identify, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  done: { end: completed, result: [tokens] }

"""#,
    "U801/broken/join.yaml": #"""
flow: join
lifetime: 15m
start: introduce
states:
  introduce:
    page: Join
    fields: { email: required, nickname: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: introduce, error: too_many_codes }
      undeliverable: { to: introduce, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: create-account
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  create-account:
    do: account.create
    with: { identifier: email }
    then:
      created: done
      exists: { to: introduce, error: user_already_exists }
  done: { end: completed }

"""#,
    "U801/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
  nickname: { type: string, max-length: 30 }

"""#,
    "U801/fixed/flow.yaml": #"""
flow: sign-in
lifetime: 15m
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    with: { identifier: email }
    then:
      found: send-code
      missing: send-code
  send-code:
    do: code.send
    with: { to: email, for: account }
    then:
      sent: enter-code
      throttled: { to: enter-code, error: too_many_codes }
      undeliverable: { to: identify, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: identify, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  done: { end: completed, result: [tokens] }

"""#,
    "U801/fixed/join.yaml": #"""
flow: join
lifetime: 15m
start: introduce
states:
  introduce:
    page: Join
    fields: { email: required, nickname: required }
    then:
      submit: send-code
  send-code:
    do: code.send
    with: { to: email }
    then:
      sent: enter-code
      throttled: { to: introduce, error: too_many_codes }
      undeliverable: { to: introduce, error: invalid_username }
  enter-code:
    page: Enter the code
    fields: { code: required }
    then:
      submit: verify-code
  verify-code:
    do: code.verify
    then:
      valid: create-account
      invalid: { to: enter-code, error: invalid_code }
      expired: { to: enter-code, error: code_expired }
      exhausted: { to: enter-code, error: too_many_attempts }
  create-account:
    do: account.create
    with: { identifier: email }
    then:
      created: done
      exists: { to: introduce, error: user_already_exists }
  done: { end: completed }

"""#,
    "U802/text.md": #"""
# U802: `reveals` of a flow that reveals nothing

The flow says that it reveals which accounts exist, and it does not: anybody who has proven nothing sees the same
whether there is an account or not, whichever identifier it is known by.

Leave `reveals` out. Then the compiler keeps it so, whatever is changed later.

Nothing is said of a flow that goes on in another way where `code.send` or `message.send` is `undeliverable`: that an
address has refused messages is told only to a flow that reveals.

"""#,
    "U802/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U802/broken/flow.yaml": #"""
flow: log-in
reveals: [account-existence]
lifetime: 15m
start: log-in
states:
  log-in:
    page: Log in
    fields: { email: required, password: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: verify-password
      missing: verify-password
  verify-password:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: log-in, error: invalid_credentials }
      locked: { to: log-in, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: log-in, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  done: { end: completed, result: [tokens] }

"""#,
    "U802/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U802/fixed/flow.yaml": #"""
flow: log-in
lifetime: 15m
start: log-in
states:
  log-in:
    page: Log in
    fields: { email: required, password: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: verify-password
      missing: verify-password
  verify-password:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: log-in, error: invalid_credentials }
      locked: { to: log-in, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { to: log-in, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  done: { end: completed, result: [tokens] }

"""#,
    "U803/text.md": #"""
# U803: two flows that tell together

Each of these flows conceals whether an address has an account; together they do not. In the first anybody registers
any address, with a password of their own choice, and the answer is the same whether there was an account or not.
Then they type that password in the second: it is right where the account is new, and wrong where the address had
one before.

Or somebody registers another one's address with a phone of their own, proven by a code, and then asks for a code to
that phone: one comes where the account was made, and none where the address had one before. The same holds of a
user name: who takes a new one quietly, and then signs in by it, knows whether it was free.

So it is with whatever a quiet flow leaves behind otherwise where an account exists than where none does, and with
all that another run, of any flow, then shows: an account that was made or not, a name, a city or a flag that was
written to the client's own account or not, an account that was closed or not; and a sign-in, what `account.read`
has read, a token, the language of a page, an invitation to a mailbox of the client's own that is `known`. `reveals`
of the flow that shows it does not help, unless it says of that very identifier who has it.

Let the password be chosen by who has proven the address: behind a code that goes there, or behind the link that
confirms the account. Let what people are found by be proven before an account gets it, or be no identifier. Write
what does not depend on it by an `account.update` of its own, which names its `attributes`, before the one that may
be `taken`. Or say openly, in the first flow, `reveals: [account-existence]`.

"""#,
    "U803/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
links: { base: https://club.example/auth }

"""#,
    "U803/broken/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open-link
states:
  open-link:
    page: Open the link
    fields: { token: required, tokenId: required }
    then: { submit: redeem }
  redeem:
    do: link.redeem
    then:
      valid: conf
      invalid: { to: open-link, error: invalid_link }
      expired: { to: open-link, error: link_expired }
      used: { to: open-link, error: link_used }
  conf:
    do: account.confirm
    with: { keep: password }
    then: { confirmed: done, already: done }
  done: { end: confirmed }

"""#,
    "U803/broken/log-in.yaml": #"""
flow: log-in
lifetime: 30m
start: who
states:
  who:
    page: Log in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: may
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  may:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { when: account.enabled, to: who, error: confirmation_required }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [account.id, tokens] }

"""#,
    "U803/broken/register.yaml": #"""
flow: register
lifetime: 30m
start: who
states:
  who:
    page: Join
    fields: { email: required, password: required }
    then: { submit: create }
  create:
    do: account.create
    with: { status: pending, password: password }
    then:
      created: mail
      exists: mail
      too_short: { to: who, error: password_too_short }
      too_long: { to: who, error: password_too_long }
      too_weak: { to: who, error: password_too_weak }
      banned: { to: who, error: password_banned }
  mail:
    do: link.send
    with: { to: email, flow: confirm }
    then:
      sent: sent
      throttled: { to: who, error: too_many_links }
      undeliverable: { to: who, error: invalid_username }
  sent: { end: registered }

"""#,
    "U803/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
links: { base: https://club.example/auth }

"""#,
    "U803/fixed/confirm.yaml": #"""
flow: confirm
lifetime: 30m
start: open-link
states:
  open-link:
    page: Open the link
    fields: { token: required, tokenId: required }
    then: { submit: redeem }
  redeem:
    do: link.redeem
    then:
      valid: conf
      invalid: { to: open-link, error: invalid_link }
      expired: { to: open-link, error: link_expired }
      used: { to: open-link, error: link_used }
  conf:
    do: account.confirm
    then: { confirmed: choose, already: choose }
  choose:
    page: Choose a password
    fields: { password: required }
    then: { submit: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: choose, error: password_too_short }
      too_long: { to: choose, error: password_too_long }
      too_weak: { to: choose, error: password_too_weak }
      banned: { to: choose, error: password_banned }
      recently_used: { to: choose, error: password_recently_used }
  done: { end: confirmed, result: [account.id] }

"""#,
    "U803/fixed/log-in.yaml": #"""
flow: log-in
lifetime: 30m
start: who
states:
  who:
    page: Log in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: may
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  may:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { when: account.enabled, to: who, error: confirmation_required }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [account.id, tokens] }

"""#,
    "U803/fixed/register.yaml": #"""
flow: register
lifetime: 30m
start: who
states:
  who:
    page: Join
    fields: { email: required }
    then: { submit: create }
  create:
    do: account.create
    with: { status: pending }
    then: { created: mail, exists: mail }
  mail:
    do: link.send
    with: { to: email, flow: confirm }
    then:
      sent: sent
      throttled: { to: who, error: too_many_links }
      undeliverable: { to: who, error: invalid_username }
  sent: { end: sent }

"""#,
    "U901/text.md": #"""
# U901: lock-out is not asked on every path

A session opens, or a sign-in is granted, and on some path here nobody has asked whether the account is enabled and
confirmed. A disabled account is disabled for every sign-in: by password, by code, by link, by grant. The one way
that forgets to ask is the one that is used.

Ask after the account is bound: `account.enabled && account.confirmed`, in this or any other form that comes to the
same, also over several branches. An account that was created active in this run is both; `account.confirm` makes
one confirmed, and behind `account.disable` it is disabled, whatever was asked before. Binding an account anew asks
anew. At run time the engine refuses all the same: what is missing is that the client is told why.

An account is deleted, and somebody is invited, for an enabled account alone: whoever was shut out would delete theirs
and register the address anew, or go on to act for the tenant. `account.enabled` is asked for there. At run time a
disabled account's addresses and names stay taken, too: no `account.update` replaces them.

The same code is reported where an outcome that locks out, such as `locked` or `exhausted`, leads to where only the
right answer leads, at once or past a page: trying often enough would be as good as knowing.

"""#,
    "U901/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U901/broken/flow.yaml": #"""
flow: sign-in
lifetime: 30m
start: log-in
states:
  log-in:
    page: Sign in
    fields: { email: required, password: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: verify-password
      missing: verify-password
  verify-password:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: log-in, error: invalid_credentials }
      locked: { to: log-in, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.confirmed, to: open-session }
      - { when: account.enabled, to: log-in, error: confirmation_required }
      - { to: log-in, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  done: { end: completed, result: [tokens] }

"""#,
    "U901/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }

"""#,
    "U901/fixed/flow.yaml": #"""
flow: sign-in
lifetime: 30m
start: log-in
states:
  log-in:
    page: Sign in
    fields: { email: required, password: required }
    then:
      submit: find-account
  find-account:
    do: account.find
    then:
      found: verify-password
      missing: verify-password
  verify-password:
    do: password.verify
    then:
      match: may-sign-in
      mismatch: { to: log-in, error: invalid_credentials }
      locked: { to: log-in, error: account_locked }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open-session }
      - { when: account.enabled, to: log-in, error: confirmation_required }
      - { to: log-in, error: user_disabled }
  open-session:
    do: token.issue
    then:
      issued: done
  done: { end: completed, result: [tokens] }

"""#,
    "U902/text.md": #"""
# U902: a gate that is always open

The effect says yes or no, both lead to the same state, and behind it something is demanded or granted. Anybody who
is refused goes on like everybody else: a function that does not answer, a code that is wrong, an error in a policy.
`pending` of a function is no yes: it says neither.

A code or a password that is wrong must not lead there past a page, either: "it did not work, go on" is no refusal.

Where a function shows a second factor, such as a device that it knows (`factor: phone`), its `fail` may lead to a
code to that phone, and, where the account turns out to have none, on.

Lead what refuses back to a page with an error, or to an end that grants nothing. A function that is only told
something, and decides nothing, may lead on with all of its outcomes.

The engine keeps to the same rule. A condition that cannot be evaluated refuses the step, and the run stays where it
was; a page whose `skip` fails is shown; a function that does not answer in time has the outcome `fail`.

"""#,
    "U902/broken/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
functions:
  may-register: { url: https://hooks.example.com/may-register, attempts: 10 per 1h }

"""#,
    "U902/broken/flow.yaml": #"""
flow: register
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: ask-policy
  ask-policy:
    do: function.call
    with: { function: may-register, pass: [email] }
    then:
      success: create
      pending: waiting
      fail: create
  create:
    do: account.create
    with: { status: pending }
    then:
      created: registered
      exists: { to: identify, error: user_already_exists }
  registered: { end: registered }
  waiting: { end: waiting }

"""#,
    "U902/fixed/tenant.yaml": #"""
tenant: example
attributes:
  email: { type: email, identifier: true }
functions:
  may-register: { url: https://hooks.example.com/may-register, attempts: 10 per 1h }

"""#,
    "U902/fixed/flow.yaml": #"""
flow: register
lifetime: 30m
reveals: [account-existence]
start: identify
states:
  identify:
    page: Your address
    fields: { email: required }
    then:
      submit: ask-policy
  ask-policy:
    do: function.call
    with: { function: may-register, pass: [email] }
    then:
      success: create
      pending: waiting
      fail: { to: identify, error: denied }
  create:
    do: account.create
    with: { status: pending }
    then:
      created: registered
      exists: { to: identify, error: user_already_exists }
  registered: { end: registered }
  waiting: { end: waiting }

"""#,
    "U903/text.md": #"""
# U903: a session without the second factor

The flow asks for a second factor: behind the password, a code goes to an address that the account holds. On some
path a session opens without it, though the account is known to have one: the code could not be sent, was tried too
often, came too late, or a page leads on. Anybody who has the password takes that path.

Lead every path behind `account.read` and its outcome `present` through a code that goes to that address, or to
another one that the account holds, or to an end that opens nothing. Where it is `absent` there is no second factor
to ask for: if one is registered in another run meanwhile, the engine refuses this one.

What the account itself holds may decide that no second factor is asked for: a bool that `account.read` has read, and
that a `choose` asks. It must still be what was read. A page that collects it again, a `set` that fills it from
something typed, and a condition that typed values can make true without it (`attributes.trusted || attributes.wish`,
`attributes.amount <= attributes.level`) leave the decision to the client. So does a choice that is about something
else, with the factor, and sessions without it, behind each of its branches. A date or a number may be held against
the time, where waiting does not make it true: `date(attributes.until) > run.now`. Flows tell themselves apart by
`run.flow == 'sign-in-tv'`.

What an application's flows ask for is taken together: where one asks for a code to a phone or to a second mailbox,
another one that asks for the phone alone leads past the mailbox. A function shows a factor only where the call says
which, with `factor: authenticator`: an opt-out, as its word is taken. A flow that opens a session with a password or
a message stands beside none that asks for both.

A grant and a link carry a sign-in to another flow. Where that one opens the session without asking again, giving
the grant, or sending such a link, counts as opening it: an end with `grants: sign-in` stands behind the factor,
too. A link that is sent without it is told where it is redeemed.

Whichever comes first, two are two: a code and then the password, a key and then the password, a code to a mailbox
and then one to a phone. A number that was typed and proven shows the factor once a condition has found it to be the
registered one.

Deleting or disabling the account takes as much as signing in: behind the password alone, or the phone alone, a thief
would take away what they cannot open. The account is that of all applications, so another application, or another
token, is no way out there.

It must be a decision: what holds for all that the attribute can be (`attributes.vip || !attributes.vip`, a limit of
at least 0, each option there is) decides nothing, nor do two buttons with a condition each, of which one always
holds, nor two flows, of which one asks the friends and the other one all the rest.

Where signing in is the password and then a mailed link, a flow that mails the same link without the password is the
weaker door, and is told of where it sends it.

Two factors are two things. A code to the mailbox that the link came to, a second code to the same number, or one to
an address that a flow has copied from the first one asks for nothing more. What a run notes, as in a bool, counts as
the account's decision only where the account decided it: not where a page leads on in two ways, or a function answers
so or so, and another value is noted behind each.

The same code is reported for a flow that opens a session with one factor, where another flow of the same application
asks for two: the weaker door is the one that is used, whether its one factor is the password or a code to the phone,
and whether it opens the session itself or grants a sign-in by which another flow does. Ask for the second factor
there, too, a reset included; or offer the two in different applications, whose tokens differ in `client_id` and
`acr`: an API that both may call asks for the `acr` that it needs.

"""#,
    "U903/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone }

"""#,
    "U903/broken/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-phone
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-phone:
    do: account.read
    with: { attribute: phone }
    then: { present: send, absent: may-sign-in }
  send:
    do: code.send
    with: { to: phone }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: may-sign-in
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U903/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone }

"""#,
    "U903/fixed/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-phone
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-phone:
    do: account.read
    with: { attribute: phone }
    then: { present: send, absent: may-sign-in }
  send:
    do: code.send
    with: { to: phone }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U904/text.md": #"""
# U904: a second factor that the first one can replace

Some flow of this tenant asks for a second factor: a code to an address that the account holds. Here
`account.update` can write another address in its place, and the client has shown the first factor alone. Who has
stolen a password registers a phone of their own, and has both.

It counts what the same application asks for: where a bank asks for the phone and a shop for a second mailbox, the
phone is replaced behind the phone, though the account has both.

Nor is a factor registered on an account that nobody may have proven, where flows create such (`status: unproven`)
and a password can be reset: whoever opens the mailed link has the account, and what was put on it before goes, the
factor with it. Prove an address of the account before one is registered.

A further one is a way past the first as well: where an account may have a phone or a second mailbox, both are
asked for before either is registered.

Who has lost it shows two other things: the password, and a code or a link to another address of the account, which is
no second factor itself. They are two where neither leads to the other: what is sent to that address does not set the
password of an account that has the factor (let the reset ask for it, too), and the password alone does not change
that address.

What is copied from another attribute of the account is another value, though the account holds it.

Ask for the second factor before it is replaced: `account.read` takes it over, a code goes to it, and then a new
one is collected and proven. Where `account.read` answers `absent` for each, the person may register one. That
decision is taken again when it is used: if another run has registered one meanwhile, the engine refuses this one.

"""#,
    "U904/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone }

"""#,
    "U904/broken/change-phone.yaml": #"""
flow: change-phone
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: ask
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  ask:
    page: Your new phone
    fields: { phone: required }
    then: { submit: send-new }
  send-new:
    do: code.send
    with: { to: phone }
    then:
      sent: enter-new
      throttled: { to: ask, error: too_many_codes }
      undeliverable: { to: ask, error: invalid_username }
  enter-new:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-new }
  verify-new:
    do: code.verify
    then:
      valid: update
      invalid: { to: enter-new, error: invalid_code }
      expired: { to: ask, error: code_expired }
      exhausted: { to: ask, error: too_many_attempts }
  update:
    do: account.update
    then: { updated: done }
  done: { end: completed }

"""#,
    "U904/broken/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-phone
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-phone:
    do: account.read
    with: { attribute: phone }
    then: { present: send, absent: may-sign-in }
  send:
    do: code.send
    with: { to: phone }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U904/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone }

"""#,
    "U904/fixed/change-phone.yaml": #"""
flow: change-phone
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-phone
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-phone:
    do: account.read
    with: { attribute: phone }
    then: { present: send, absent: ask }
  send:
    do: code.send
    with: { to: phone }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: ask
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  ask:
    page: Your new phone
    fields: { phone: required }
    then: { submit: send-new }
  send-new:
    do: code.send
    with: { to: phone }
    then:
      sent: enter-new
      throttled: { to: ask, error: too_many_codes }
      undeliverable: { to: ask, error: invalid_username }
  enter-new:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-new }
  verify-new:
    do: code.verify
    then:
      valid: update
      invalid: { to: enter-new, error: invalid_code }
      expired: { to: ask, error: code_expired }
      exhausted: { to: ask, error: too_many_attempts }
  update:
    do: account.update
    then: { updated: done }
  done: { end: completed }

"""#,
    "U904/fixed/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-phone
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-phone:
    do: account.read
    with: { attribute: phone }
    then: { present: send, absent: may-sign-in }
  send:
    do: code.send
    with: { to: phone }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U905/text.md": #"""
# U905: a second factor that resets the first one

Some flow of this tenant asks for a password and for a code to an address that the account holds, whichever comes
first. Here such a code alone lets somebody set the password. Who has got hold of that phone or mailbox sets a
password and has both: two factors have become one. Where the first factor is a code to a mailbox, what changes that
mailbox must not rest on the second one alone, either.

So is a longer path to the same: the phone alone changes the address to which the password's reset is mailed, or adds
one; it grants a sign-in, by which another flow sets the password; or a function that is told the number hands over
the link. What changes such an address asks for the password, or for a code to the former one.

An address that some flow copies from another one, at once or when a factor is registered, is that address: where a
code to the copy is the second factor, what is sent to the first one does not set the password alone.

Where the first factor is something that a function compares and attests the account by, such as a PIN, it is not
replaced by the second one alone, either: neither handed to a function that may keep it from then on, whatever that
one attests, nor written to the account.

Let another address of the account be proven before the password is set, by a code or by a mailed link, or by a
function that attests it (`attests: verified(email)`), and that shows the second factor nowhere. NIST SP 800-63B-4
asks for as much where an account that two factors protect is recovered. A tenant that sends codes and links to one
address alone is not meant: it has no other one to ask for.

"""#,
    "U905/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone, identifier: true }

"""#,
    "U905/broken/reset.yaml": #"""
flow: reset
summary: A new password by a code to the e-mail address or the phone.
reveals: [account-existence]
lifetime: 15m
start: who
states:
  who:
    page: Where shall the code go?
    then: { mail: { to: find, fields: { email: required } }, sms: { to: find-sms, fields: { phone: required } } }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: send, missing: { to: who, error: user_not_found } }
  send:
    do: code.send
    with: { to: email, for: account }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify }
  verify:
    do: code.verify
    then:
      valid: may-reset
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  find-sms:
    do: account.find
    with: { identifier: phone }
    then: { found: send-sms, missing: { to: who, error: user_not_found } }
  send-sms:
    do: code.send
    with: { to: phone, for: account }
    then:
      sent: enter-sms
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter-sms:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-sms }
  verify-sms:
    do: code.verify
    then:
      valid: may-reset
      invalid: { to: enter-sms, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-reset:
    choose:
      - { when: account.enabled && account.confirmed, to: new }
      - { to: who, error: user_disabled }
  new:
    page: Choose a password
    fields: { password: required }
    then: { submit: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: new, error: password_too_short }
      too_long: { to: new, error: password_too_long }
      too_weak: { to: new, error: password_too_weak }
      banned: { to: new, error: password_banned }
      recently_used: { to: new, error: password_recently_used }
  done: { end: completed }

"""#,
    "U905/broken/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-phone
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-phone:
    do: account.read
    with: { attribute: phone }
    then: { present: send, absent: may-sign-in }
  send:
    do: code.send
    with: { to: phone }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U905/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone, identifier: true }

"""#,
    "U905/fixed/reset.yaml": #"""
flow: reset
summary: A new password by a code to the e-mail address.
reveals: [account-existence]
lifetime: 15m
start: who
states:
  who:
    page: Where shall the code go?
    then: { mail: { to: find, fields: { email: required } } }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: send, missing: { to: who, error: user_not_found } }
  send:
    do: code.send
    with: { to: email, for: account }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify }
  verify:
    do: code.verify
    then:
      valid: may-reset
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-reset:
    choose:
      - { when: account.enabled && account.confirmed, to: new }
      - { to: who, error: user_disabled }
  new:
    page: Choose a password
    fields: { password: required }
    then: { submit: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: new, error: password_too_short }
      too_long: { to: new, error: password_too_long }
      too_weak: { to: new, error: password_too_weak }
      banned: { to: new, error: password_banned }
      recently_used: { to: new, error: password_recently_used }
  done: { end: completed }

"""#,
    "U905/fixed/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-phone
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-phone:
    do: account.read
    with: { attribute: phone }
    then: { present: send, absent: may-sign-in }
  send:
    do: code.send
    with: { to: phone }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U906/text.md": #"""
# U906: a second factor that the client brings along

With `factor: authenticator` the answer `success` shows the second factor of the account. The function compares what
the person types, a one-time code, with the key that it is told. Here it may be told another one than the account's:
the client can type it, or `set` makes it of what the client has typed. The function computes the code of that key,
finds it right, and says so. It is right, and whoever has the password brings a key of their own.

Where the attribute is among `pass`, it holds what the account holds: `account.read` has taken it over, and nothing
was collected or set in its place since. Where it is not, the function finds it by the account that it is told of
(`account` and `username` of the request), and is told one thing at most that a client types: the one-time code.
`usher check --proofs` says which of the two is assumed.

"""#,
    "U906/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  authenticator: { type: string, max-length: 64 }
  mykey: { type: string, max-length: 64, transient: true }
  otp: { type: string, pattern: "[0-9]{6}", transient: true }
functions:
  check-otp: { command: ["./check-otp"], attempts: 5 per 1h }

"""#,
    "U906/broken/sign-in.yaml": #"""
flow: sign-in
lifetime: 30m
start: who
states:
  who:
    page: Log in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read:
    do: account.read
    with: { attribute: authenticator }
    then: { present: ask, absent: may }
  ask:
    page: Code of your authenticator
    fields: { otp: required, mykey: optional }
    then: { submit: pick }
  check:
    do: function.call
    with: { function: check-otp, pass: [authenticator, otp], factor: authenticator }
    then:
      success: may
      pending: { to: ask, error: invalid_code }
      fail: { to: ask, error: invalid_code }
  may:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { when: account.enabled, to: who, error: confirmation_required }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [account.id, tokens] }
  pick:
    choose:
      - { when: has(attributes.mykey), to: check, set: { authenticator: attributes.mykey } }
      - { to: check }

"""#,
    "U906/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  authenticator: { type: string, max-length: 64 }
  otp: { type: string, pattern: "[0-9]{6}", transient: true }
functions:
  check-otp: { command: ["./check-otp"], attempts: 5 per 1h }

"""#,
    "U906/fixed/sign-in.yaml": #"""
flow: sign-in
lifetime: 30m
start: who
states:
  who:
    page: Log in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read:
    do: account.read
    with: { attribute: authenticator }
    then: { present: ask, absent: may }
  ask:
    page: Code of your authenticator
    fields: { otp: required }
    then: { submit: check }
  check:
    do: function.call
    with: { function: check-otp, pass: [authenticator, otp], factor: authenticator }
    then:
      success: may
      pending: { to: ask, error: invalid_code }
      fail: { to: ask, error: invalid_code }
  may:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { when: account.enabled, to: who, error: confirmation_required }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [account.id, tokens] }

"""#,
    "U907/text.md": #"""
# U907: a second factor that the first one reads

An attribute that some call names as `factor` holds what the second factor is made of, such as the key of an
authenticator. Here it is handed to somebody who has not shown that factor: in a result, on a page whose field is
filled with it, or in `user-data`. Whoever has stolen a password reads the key, and computes the code. A text that
`set` has made of it tells as much, in this flow or, where it is written to the account, in another one.

Show it to nobody, or only behind that factor. The page on which somebody registers one is not meant: it shows what
they type themselves, where the account holds none.

"""#,
    "U907/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  authenticator: { type: string, max-length: 64 }
  otp: { type: string, pattern: "[0-9]{6}", transient: true }
functions:
  check-otp: { command: ["./check-otp"], attempts: 5 per 1h }

"""#,
    "U907/broken/my-account.yaml": #"""
flow: my-account
summary: Shows what is kept of somebody.
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read:
    do: account.read
    with: { attribute: authenticator }
    then: { present: done, absent: none }
  none: { end: nothing-is-kept }
  done: { end: completed, result: [authenticator] }

"""#,
    "U907/broken/sign-in.yaml": #"""
flow: sign-in
lifetime: 30m
start: who
states:
  who:
    page: Log in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read:
    do: account.read
    with: { attribute: authenticator }
    then: { present: ask, absent: may }
  ask:
    page: Code of your authenticator
    fields: { otp: required }
    then: { submit: check }
  check:
    do: function.call
    with: { function: check-otp, pass: [authenticator, otp], factor: authenticator }
    then:
      success: may
      pending: { to: ask, error: invalid_code }
      fail: { to: ask, error: invalid_code }
  may:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { when: account.enabled, to: who, error: confirmation_required }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [account.id, tokens] }

"""#,
    "U907/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  authenticator: { type: string, max-length: 64 }
  otp: { type: string, pattern: "[0-9]{6}", transient: true }
functions:
  check-otp: { command: ["./check-otp"], attempts: 5 per 1h }

"""#,
    "U907/fixed/my-account.yaml": #"""
flow: my-account
summary: Shows what is kept of somebody.
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: done
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  done: { end: completed, result: [account.id] }

"""#,
    "U907/fixed/sign-in.yaml": #"""
flow: sign-in
lifetime: 30m
start: who
states:
  who:
    page: Log in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read:
    do: account.read
    with: { attribute: authenticator }
    then: { present: ask, absent: may }
  ask:
    page: Code of your authenticator
    fields: { otp: required }
    then: { submit: check }
  check:
    do: function.call
    with: { function: check-otp, pass: [authenticator, otp], factor: authenticator }
    then:
      success: may
      pending: { to: ask, error: invalid_code }
      fail: { to: ask, error: invalid_code }
  may:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { when: account.enabled, to: who, error: confirmation_required }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [account.id, tokens] }

"""#,
    "U908/text.md": #"""
# U908: one mailbox that is both factors

Signing in asks for the password and for a code to an address, and the password is set anew by a message to that same
address, the only one that the tenant ever writes to. Whoever reads those messages has both factors: they choose a
password, and then read the code. Against a stolen password alone the code still helps.

It is a warning, as a tenant with one address has no other to ask for (where it has one, it is U905). Where two
factors are what you want, as NIST SP 800-63B-4 means them, let the second one be something else: a code to a phone,
or a function that knows an authenticator; or let the reset ask for more than a message.

"""#,
    "U908/broken/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }

"""#,
    "U908/broken/reset.yaml": #"""
flow: reset
summary: A new password by a code to the e-mail address.
reveals: [account-existence]
lifetime: 15m
start: who
states:
  who:
    page: Where shall the code go?
    fields: { email: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: send, missing: { to: who, error: user_not_found } }
  send:
    do: code.send
    with: { to: email, for: account }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify }
  verify:
    do: code.verify
    then:
      valid: may-reset
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-reset:
    choose:
      - { when: account.enabled && account.confirmed, to: new }
      - { to: who, error: user_disabled }
  new:
    page: Choose a password
    fields: { password: required }
    then: { submit: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: new, error: password_too_short }
      too_long: { to: new, error: password_too_long }
      too_weak: { to: new, error: password_too_weak }
      banned: { to: new, error: password_banned }
      recently_used: { to: new, error: password_recently_used }
  done: { end: completed }

"""#,
    "U908/broken/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-email
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-email:
    do: account.read
    with: { attribute: email }
    then: { present: send, absent: { to: who, error: denied } }
  send:
    do: code.send
    with: { to: email }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
    "U908/fixed/tenant.yaml": #"""
tenant: club
attributes:
  email: { type: email, identifier: true }
  phone: { type: phone, identifier: true }

"""#,
    "U908/fixed/reset.yaml": #"""
flow: reset
summary: A new password by a code to the e-mail address.
reveals: [account-existence]
lifetime: 15m
start: who
states:
  who:
    page: Where shall the code go?
    fields: { email: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: send, missing: { to: who, error: user_not_found } }
  send:
    do: code.send
    with: { to: email, for: account }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify }
  verify:
    do: code.verify
    then:
      valid: may-reset
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-reset:
    choose:
      - { when: account.enabled && account.confirmed, to: new }
      - { to: who, error: user_disabled }
  new:
    page: Choose a password
    fields: { password: required }
    then: { submit: set }
  set:
    do: password.set
    then:
      set: done
      too_short: { to: new, error: password_too_short }
      too_long: { to: new, error: password_too_long }
      too_weak: { to: new, error: password_too_weak }
      banned: { to: new, error: password_banned }
      recently_used: { to: new, error: password_recently_used }
  done: { end: completed }

"""#,
    "U908/fixed/sign-in.yaml": #"""
flow: sign-in
lifetime: 15m
start: who
states:
  who:
    page: Sign in
    fields: { email: required, password: required }
    then: { submit: find }
  find:
    do: account.find
    with: { identifier: email }
    then: { found: verify, missing: verify }
  verify:
    do: password.verify
    then:
      match: read-phone
      mismatch: { to: who, error: invalid_credentials }
      locked: { to: who, error: account_locked }
  read-phone:
    do: account.read
    with: { attribute: phone }
    then: { present: send, absent: may-sign-in }
  send:
    do: code.send
    with: { to: phone }
    then:
      sent: enter
      throttled: { to: who, error: too_many_codes }
      undeliverable: { to: who, error: invalid_username }
  enter:
    page: Enter the code
    fields: { code: required }
    then: { submit: verify-code }
  verify-code:
    do: code.verify
    then:
      valid: may-sign-in
      invalid: { to: enter, error: invalid_code }
      expired: { to: who, error: code_expired }
      exhausted: { to: who, error: too_many_attempts }
  may-sign-in:
    choose:
      - { when: account.enabled && account.confirmed, to: open }
      - { to: who, error: user_disabled }
  open:
    do: token.issue
    then: { issued: done }
  done: { end: completed, result: [tokens] }

"""#,
  ]
}
