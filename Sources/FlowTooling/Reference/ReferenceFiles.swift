// Made of the pages in docs/language/ by `make reference`.
// swift-format-ignore-file

extension ReferencePage {
  /// The pages in docs/language/, by their names, in the order of its README.
  package static let files: KeyValuePairs<String, String> = [
    "README.md": #"""
# The language

The reference: what may stand in a tenant's files, and what each word means. To learn it, read the first pages of
[README.md](../../README.md) and the flows in [flows/](../../flows/README.md). `usher help TOPIC` shows these pages, and
anything they tell of by its name: `usher help code.send`, `usher help phone`, `usher help age`. `usher explain CODE` tells of
one problem at a time.

A tenant is a folder with `tenant.yaml`; each other `*.yaml` file in it is one flow or sub-flow. Its folder `tests/` has cases of
them ([testing.md](testing.md)), of which nothing is in the table.
Names of states, flows, events, errors and attributes: a letter, then letters, digits, `-` and `_`.
Durations: `30s`, `10m`, `24h`, `7d`. Rates: `10 per 1h`.

| page | tells |
|---|---|
| [tenant.md](tenant.md) | the keys of `tenant.yaml` |
| [flows.md](flows.md) | states, transitions, ends, sub-flows |
| [effects.md](effects.md) | what a `do` state can run: parameters, outcomes, what each demands and proves |
| [types.md](types.md) | the types of attributes, and how they read in conditions |
| [conditions.md](conditions.md) | operators and functions, each with an example |
| [fields.md](fields.md) | fields that depend on others |
| [errors.md](errors.md) | the errors that every tenant has, and those of the engine |
| [properties.md](properties.md) | what must be true of every run |
| [policies.md](policies.md) | what a platform demands of all its tenants |
| [testing.md](testing.md) | cases: what clients send, and what shall come of it |
| [functions.md](functions.md) | what functions of your own are handed, and what they may answer |
| [messages.md](messages.md) | the words of codes, links and notices |
| [passwords.md](passwords.md) | what passwords must be, and how they rest |
| [applications.md](applications.md) | who starts which flow, sessions and tokens |
| [languages.md](languages.md) | words in other languages |
| [account.md](account.md) | what accounts hold, and what a run reads of them |
| [proofs.md](proofs.md) | what codes, links and invitations prove, and for how long |
| [guessing.md](guessing.md) | what is counted |
| [factors.md](factors.md) | second factors |
| [concealment.md](concealment.md) | how nobody learns who has an account |

"""#,
    "tenant.md": #"""
# The tenant's file

`tenant.yaml` says what accounts are made of, and what flows can rely on. Only `tenant` must be there.

```yaml
tenant: contoso          # required
summary: …               # optional
region: CZ               # from where numbers without `+` are dialled
attributes:              # what accounts are made of
  email: { type: email, identifier: true, label: E-mail address }
  nick:  { type: string, identifier: true, case-sensitive: false }
  givenName:
    type: string
    min-length: 1
    max-length: 64
    pattern: "…"
    hint: As it stands in your passport.
  plan:
    type: choice
    of: [free, paid]
    options: { free: For nothing, paid: For money }
  locale:    { type: string, max-length: 35 }
  interests: { type: list, of: [music, sport, code], max-length: 3 }
  age:
    type: integer
    minimum: 16
    maximum: 150
    help: On the day you join.
    placeholder: "36"
  phone:     { type: phone, numbers: valid, region: DE }
  arguments: { type: any, transient: true }  # in the run alone, never kept
  answers:   { type: list, secret: true }    # for `arguments` alone
passwords:               # see "Passwords"
  min-length: 15
  max-length: 256
  classes: 1
  forbid: [common, identifier]
  remember: 5
  attempts: 10 per 15m
codes:
  digits: 8
  lifetime: 10m
  attempts: 5
  resend-after: 30s
  per-identifier: 10 per 1h
links:
  base: https://app.example.com/auth
  lifetime: 30m
  invitations: 7d
  per-identifier: 10 per 1h
  also: [https://www.contoso.example]
notices:                 # of `message.send`
  lifetime: 24h          # how long one is tried
  per-identifier: 10 per 1h
tokens: { access: 1h, refresh: 14d, session: 90d, algorithm: ES256 }
functions:
  confirm-user:
    url: https://hooks.example.com/confirm
    timeout: 5s
    secret: env:CONFIRM_SECRET   # or `file:NAME`, of the tenant's own files
    attempts: 10 per 1h
  local-one:             # for development: run in the tenant's folder
    command: [./confirm.sh, --quiet]
    environment: [API_KEY]
channels:                # how messages leave: channels.md
  email:
    smtp:
      host: env:SMTP_HOST
      user: env:SMTP_USER
      password: env:SMTP_PASSWORD
      from: no-reply@contoso.example
  sms:                   # `outbox` here is for development
    webhook: { url: https://sms.example.com/send, secret: env:SMS_SECRET }
errors:                  # own errors, and other words for the standard ones
  too_young: You must be at least 16.
  too_soon:
    message: "Wait at least {days, plural, one {# day} other {# days}}."
    values: { days: 14 }
language: en             # of the words here and in the flows
uses: ../shared          # a folder of sub-flows, or a list: flows.md
locale-from: locale      # the attribute that says what its owner reads
applications:
  web: { flows: [sign-up, sign-in] }   # the flow API: any flow
  phone:                               # a protocol, whose parts flows play
    protocol: native-auth              # or app-services, or flow-api
    flows:
      sign-up: sign-up-password
      sign-in: sign-in
      reset-password: reset-password
    errors: { too_young: denied }      # as what own errors are spoken
    scopes: [api://club/read]          # what its tokens may be for
    secret: env:PHONE_SECRET           # to ask about tokens (RFC 7662)
  realm:
    protocol: app-services
    flows: { log-in: log-in }
    user-data: [givenName, age]        # what its users get as custom data
```

Other languages than `language` stand in `locales/`: [languages.md](languages.md). Functions' secrets are each tenant's own:
[functions.md](functions.md). `scopes` are of native authentication, beside `openid` and the like.

A link is `base`, a slash, the name of the flow that redeems it, and `?token=…&tokenId=…`. With a `#` in the base, as in
`https://app.example.com/#/auth`, all behind that is for the page alone: no server, log or other site gets to see the token. `also` names other sites to which the words of
messages may lead (U618).

The words of messages lie in the folder `messages/` beside the flows, a file a kind and language, such as `messages/code.en.txt`:
[messages.md](messages.md).

| key of `smtp` | is |
|---|---|
| `host`, `port`, `tls` | the mail server; `tls` is `starttls`, as where nothing is said, on port 587, `implicit` on 465, or `none` on this machine |
| `ca` | `file:NAME`, where an authority of your own vouches for the server |
| `user`, `password` | the log-in; the password is `env:NAME` or `file:NAME` |
| `from`, `reply-to`, `envelope-from` | addresses of the mail |
| `connections`, `per-second` | how many at once, and how many a second; `webhook` has them as well, beside `url`, `secret` and `timeout` |

[channels.md](../channels.md) tells what a channel is told, what becomes of a message, and of an address that refuses. A tenant without
`channels` leaves its messages to the outbox of whoever develops, or operates the server.

[functions.md](functions.md) tells where secrets are, how requests are signed, and what commands get. The name of an application
with `protocol: app-services` is one tenant's alone (U118), as that protocol finds applications without their tenant.

"""#,
    "flows.md": #"""
# Flows and states

Each `*.yaml` file of the folder beside `tenant.yaml` is one flow or sub-flow.

```yaml
flow: sign-up              # or `sub-flow: …`, which only `call` enters
summary: …
reveals: [account-existence]
lifetime: 30m              # of a run; without it each page needs an `after`
input:                     # parameters that an app passes: `input.locale`
  locale: { type: string, required: true }
start: identify
properties:                # what must be true of every run
  - never: account.create before verified(email)
  - always: completed implies created(account)
  - within: 12 steps
states: { … }
```

A state is a mapping with exactly one of `page do choose call end`:

| kind | keys |
|---|---|
| `page: Title` | `fields: { email: required, city: optional }` (collected by `submit`), or what a field depends on: see "Fields that depend on others"; `skip: filled` or a condition (needs `submit`); `after: 10m -> state`; `events: { resend: Send it again }`, what people read for an event; `then: { submit: state, resend: … }` |
| `do: effect` | `with: { parameter: argument }`; `then: { outcome: transition }`, each outcome once |
| `choose:` a list of `{ when: condition, to: state, error: …, fields: […], set: … }` | the last has no `when` |
| `call: sub-flow` | `with: { parameter: argument }`; `then: { end-name: transition }`, each end of the sub-flow |
| `end: name` | `grants: sign-in`; `result: [email, account.id, tokens]`; or `redirect: Sign up at our web site.`, a text for people |

A transition is a state's name, or a mapping `{ to, error, fields, set }`. `fields: [terms]` beside `error` says which fields
the error is about. Without it, the error of an outcome is about what the effect was handed, that of a branch about what its
own condition asks for, and any other about none. Of these fields a reply names those that the page has where the run rests.
Of a page's event, `fields: { email: required }` is what the event collects for itself. `set: { plan: "'free'" }` assigns the value of an expression to an attribute. Several are assigned one after the other, in the order in which they stand: a later one reads what an earlier one assigned.

An end with `redirect` says that the client must go on in a browser, and why: `{ end: browser-required, redirect: Sign up at our
web site. }`. The text is a sentence for people, not an address to follow. The end hands out nothing, and is not `completed`. Native authentication speaks it as its redirect, at whatever
endpoint the run ends so; `app-services` has no form for it.

A field is an attribute of the tenant or one of the secret inputs. Secrets go into effect parameters made for them and
nowhere else.

- A sub-flow has no `input`, `lifetime`, `properties` or `reveals` of its own, and reads no `input`: it says what it needs as attributes.
  In the table a call is a state that leads into the sub-flow (`caller/start`), and an end of the sub-flow one that leads
  where the caller's `then` says: each written state is one state of the table for each call.
  See also "Sub-flows with parameters" and "Shared sub-flows".
- A page that is skipped on a condition has collected nothing; one with `skip: filled` has all it requires. A page entered
  with an error is never skipped, as the error is about what it collects, and an error stays with the run until it rests.
- What a flow keeps in constants and asks for later is followed: a bool (`set: { mailed: "true" }`, then `attributes.mailed`), or a
  text that no account is found by (`set: { channel: "'mail'" }`, then `attributes.channel == 'mail'`), also behind `has(…) &&`.
- A path on which there is no account is told of once (U303 to U305), at the first state of it that needs one; and not where it
  goes by a gate that is open (U901, U902).
- A name in a file (of a state, an attribute, a flow) is looked up and never means anything else, whatever YAML makes of it.
  A text that a YAML 1.1 tool would not read as text gets U007.
- `usher check -` checks one document alone: a tenant's file, or a flow, which then takes the attributes, functions and
  errors that it names for declared, and the flows that it calls for right.

## Sub-flows with parameters

```yaml
sub-flow: prove
parameters:
  address: { type: attribute, of: [email, phone] }
  by:      { type: channel, default: email }
  title:   text
  wrong:   { type: error, default: invalid_code }
start: send
states:
  send:
    do: code.send
    with: { to: address, channel: by }
    then:
      sent: enter
      throttled: { to: enter, error: too_many_codes }
      undeliverable: refused
  enter:
    page: "{title}"
    fields: { code: required }
    after: 10m -> refused
    then: { submit: verify, resend: send }
  verify:
    do: code.verify
    then:
      valid: proven
      invalid: { to: enter, error: wrong }
      expired: { to: enter, error: wrong }
      exhausted: refused
  proven:  { end: proven }
  refused: { end: refused }
```

```yaml
prove-phone:
  call: prove
  with: { address: phone, by: sms, title: Look at your phone }
  then: { proven: create, refused: failed }
```

| type | stands for | where its name may stand |
|---|---|---|
| `attribute` | an attribute of the tenant; `of` says of which types | wherever an attribute is named: in fields, arguments, `set`, and as `attributes.NAME` in conditions. It goes before an attribute of the same name |
| `channel` | `email` or `sms` | as an argument of effects |
| `error` | an error's code | behind `error` |
| `text` | words for people | in braces, as the whole of a title, a label, a redirect, what stands beside a field or in it: `page: "{title}"` |

- Each call says what its sub-flow takes and has no `default` (U112), and nothing else (U111). A sub-flow hands on what it has been
  given itself: `with: { address: address, title: "{title}" }`.
- What is given is put in place before anything is judged: each call is proven as it is, and the table knows nothing of
  parameters. What only one call makes wrong is told with that call.
- Words in other languages stand where they are given: below the call's state, `with: { title: … }`.
- A sub-flow that takes something without a `default` is tested through the flows that call it.

## Shared sub-flows

`uses: ../shared` in `tenant.yaml` names a folder of sub-flows, or a list of them. They are as if they lay beside `tenant.yaml`: they
name attributes, errors and functions of the tenant that uses them, and what they need and it lacks is told in the
shared file, with the tenant. What no flow of a tenant calls is no part of it, and no warning. A sub-flow of its own with the name of a shared
one is an error (U118).

The folder lies in the same repository (the folder above with `.git`), or beside the tenant where there is none, whichever links
lead to it (U180), and has sub-flows alone (U181). A file is read once for all tenants, and each table has what it
uses in it: a changed sub-flow is another version of each tenant that calls it. Their words in other languages are those of each tenant's
`locales/`.

"""#,
    "effects.md": #"""
# Effects

What a `do` state can run. The names of parameters stand under `with`, those of outcomes under `then`, each of which a flow must handle.

Arguments under `with:` are names, not expressions: `identifier: email`, `to: email`, `channel: email`,
`password: password`, `code: code`, `function: confirm-user`, `pass: [email, city]`, `arguments: arguments`,
`link: confirm` (a flow), `message: welcome` (a notice), `attributes: [email, city]`, `attests: verified(email)`, `factor: authenticator`, `attribute: phone`. Secret parameters may be left out where the page's field has the
parameter's own name: `do: code.verify` reads `code`.

<!-- effects -->

### account.find

Looks for the account of an identifier and binds it to the run.

| `with` | takes | |
|---|---|---|
| `identifier` (optional) | an attribute with `identifier: true` | The attribute that identifies the account; may be left out where the tenant has just one. |

| outcome | |
|---|---|
| `found` | There is one; `account.…` is known from here on. |
| `missing` | There is none. |

### account.create

Creates an account with all attributes collected so far and binds it to the run.

| `with` | takes | |
|---|---|---|
| `identifier` (optional) | an attribute with `identifier: true` | The attribute that identifies the account; may be left out where the tenant has just one. |
| `status` (optional) | `active`, `pending`, `unproven` | `pending`: it cannot sign in before `account.confirm`; `unproven`: it can, and nobody has proven its address; the default is `active`. |
| `password` (optional) | the secret input `password` | Its password, which the policy must allow: the account is created with it, or not at all. |

| outcome | |
|---|---|
| `created` | It exists now. Proves `created(account)`. |
| `exists` | An account has that identifier already; nothing was changed. |
| `too_short` | It has fewer characters than the policy asks for. Only with `password`. |
| `too_long` | It has more characters than the policy allows. Only with `password`. |
| `too_weak` | It uses too few kinds of characters. Only with `password`. |
| `banned` | It is common, was published, is made of the tenant's own words, or contains the identifier. Only with `password`. |

Demands on every path: `verified` of the attribute under `identifier`, or `status: pending`, or `status: unproven`, or an attribute under `identifier` that is no address.

### account.confirm

Lets a pending account sign in, and takes off it what nobody has shown to be its owner's: addresses that are not proven, and the password of a stranger.

| `with` | takes | |
|---|---|---|
| `keep` (optional) | `password` | `password`: a password that was set before stays good, though nobody had proven an address. Without it, it is gone, unless this run has set or given it. |

| outcome | |
|---|---|
| `confirmed` | The account may sign in from now on. |
| `already` | It was confirmed before. |

Demands on every path: `verified(account)`.

### account.update

Writes attributes collected in this run to the bound account; what is as it was read stays as it is.

| `with` | takes | |
|---|---|---|
| `attributes` (optional) | a list of attributes that accounts hold | What is written, where the run has it; all that was collected if left out. |

| outcome | |
|---|---|
| `updated` | They are written. |
| `conflict` | The account is no longer what this run has read of it; nothing was changed. |
| `taken` | Another account has a new identifier; nothing was changed. |

Demands on every path: `authenticated(account)`, or `created(account)`.

### password.check

Holds a password against the tenant's policy; changes nothing.

| `with` | takes | |
|---|---|---|
| `password` | the secret input `password` | The password to check. |

| outcome | |
|---|---|
| `accepted` | The policy allows it. |
| `too_short` | It has fewer characters than the policy asks for. |
| `too_long` | It has more characters than the policy allows. |
| `too_weak` | It uses too few kinds of characters. |
| `banned` | It is common, was published, is made of the tenant's own words, or contains the identifier. |
| `recently_used` | It is one of the account's last passwords, or too many were compared with these of late. |

Counted by `passwords: attempts`.

### password.set

Gives the bound account this password, if the policy allows it.

| `with` | takes | |
|---|---|---|
| `password` | the secret input `password` | The new password. |

| outcome | |
|---|---|
| `set` | It signs the account in from now on. |
| `too_short` | It has fewer characters than the policy asks for. |
| `too_long` | It has more characters than the policy allows. |
| `too_weak` | It uses too few kinds of characters. |
| `banned` | It is common, was published, is made of the tenant's own words, or contains the identifier. |
| `recently_used` | It is one of the account's last passwords, or too many were compared with these of late. |

Demands on every path: `created(account)`, or `authenticated(account)`, or `verified(account)`.

Counted by `passwords: attempts`.

### password.verify

Compares a password with the bound account's; without one it takes as long, and never matches.

| `with` | takes | |
|---|---|---|
| `password` | the secret input `password` | The password to compare. |

| outcome | |
|---|---|
| `match` | It is the account's password. Proves `authenticated(account)`. |
| `mismatch` | It is not, or the account has none. |
| `locked` | It was tried too often of late; nothing was compared. |

Counted by `passwords: attempts`.

### code.send

Sends a fresh one-time code, which voids an earlier one; one to another address, or with another `for`, is void even if nothing is sent.

| `with` | takes | |
|---|---|---|
| `to` | an attribute of type `email` or `phone` | The attribute that holds the address. |
| `channel` (optional) | `email`, `sms` | How; follows from the attribute's type if left out. |
| `for` (optional) | `anyone`, `account` | `account`: only the bound account's own address gets it; without one all looks the same, and no code is right. |

| outcome | |
|---|---|
| `sent` | The code is on its way. |
| `throttled` | Too soon after the last one, or too many to this address; nothing was sent. |
| `undeliverable` | Nothing can be sent to that address. |

Counted by `codes: resend-after` and `codes: per-identifier`.

### code.verify

Compares a code with the one that was sent last, after spending one attempt.

| `with` | takes | |
|---|---|---|
| `code` | the secret input `code` | The code to compare. |

| outcome | |
|---|---|
| `valid` | It is the code; it cannot be used again. Proves `verified` of the address that the code went to. |
| `invalid` | It is not the code. |
| `expired` | The code has outlived its time, or none was sent. |
| `exhausted` | No attempts are left; nothing was compared. |

Counted by `codes: attempts`.

### link.send

Sends the bound account a link with a fresh token that another flow redeems.

| `with` | takes | |
|---|---|---|
| `to` | an attribute of type `email` | The attribute that holds the address. Only the bound account's own gets the link, by which it is found; to any other nothing is sent, and all looks the same. |
| `flow` | a flow that redeems links | The flow that redeems the link. |

| outcome | |
|---|---|
| `sent` | The link is on its way. |
| `throttled` | Too many were sent to this address; nothing was sent. |
| `undeliverable` | Nothing can be sent to that address. |

Counted by `links: per-identifier`.

### link.redeem

Consumes a link's token and binds the account that it was sent for.

| `with` | takes | |
|---|---|---|
| `token` | the secret input `token` | The secret part. |
| `tokenId` | the secret input `tokenId` | The part by which the link is found. |

| outcome | |
|---|---|
| `valid` | It is; it cannot be used again. Proves `verified(account)`. |
| `invalid` | There is no such link for this flow. |
| `expired` | The link has outlived its time. |
| `used` | It was redeemed before; or it sets a password, and another such link was redeemed, or the password set, since. |

### function.call

Asks one of the tenant's functions; no answer in time, or none that fits, is `fail`.

| `with` | takes | |
|---|---|---|
| `function` | a function of the tenant | The function. |
| `pass` (optional) | a list of attributes | The attributes it is handed. |
| `arguments` (optional) | an attribute that holds a list | A list from the client, handed on as it is. |
| `password` (optional) | the secret input `password` | The proposed password, where the function decides on it. |
| `link` (optional) | a flow that redeems links | The flow that redeems the fresh link token it is handed. |
| `attests` (optional) | `verified(ATTRIBUTE)` | What `success` proves, as `verified(email)`. |
| `factor` (optional) | an attribute that accounts hold | The attribute of the account whose second factor `success` shows, such as an authenticator. |

| outcome | |
|---|---|
| `success` | The function agrees. Proves what `attests` names. |
| `pending` | The function goes on by itself; a link finishes it. |
| `fail` | The function refuses, did not answer as it should, or was asked too often of late. |

Counted by `functions: NAME: attempts` and `passwords: attempts`.

### grant.redeem

Consumes a grant that an earlier flow's end handed out, and binds its account.

| `with` | takes | |
|---|---|---|
| `grant` | the secret input `grant` | The grant. |

| outcome | |
|---|---|
| `valid` | It is; it cannot be used again. Proves `authenticated(account)`. |
| `invalid` | There is no such grant. |
| `expired` | The grant has outlived its time. |
| `used` | It was redeemed before. |

### token.issue

Opens a session for the bound account; an end hands its tokens out as `result: [tokens]`.

| outcome | |
|---|---|
| `issued` | The session is open. |

Demands on every path: `authenticated(account)`.

### account.discard

Removes the account that this run created, as if it had never been.

| outcome | |
|---|---|
| `discarded` | It is gone, and its identifier is free. |

Demands on every path: `created(account)`.

### account.read

Takes what the bound account holds of an attribute over into the run.

| `with` | takes | |
|---|---|---|
| `attribute` | an attribute that accounts hold | What is read: an attribute that accounts hold. |

| outcome | |
|---|---|
| `present` | The run has the account's value now, instead of its own. |
| `absent` | The account holds none, or, where no second factor can rest on it, none that its type allows; the run has none either now. |

Demands on every path: `authenticated(account)`.

### account.disable

Disables the bound account, and ends its sessions and whatever else would sign it in.

| outcome | |
|---|---|
| `disabled` | Nobody signs in to it any more; its identifier stays taken. |

Demands on every path: `authenticated(account)`.

### message.send

Sends a notice without any secret, such as that the address was changed.

| `with` | takes | |
|---|---|---|
| `message` | a notice: `welcome`, `address-changed`, `password-changed`, `account-deleted`, `signed-in` | Which notice, by its name. |
| `to` | an attribute of type `email` or `phone` | The attribute that holds the address: the account's own, one that it was found by in this run, or one that is proven. Without an account nothing is sent, and all looks the same. |

| outcome | |
|---|---|
| `sent` | The notice is on its way. |
| `throttled` | Too many were sent to this address; nothing was sent. |
| `undeliverable` | Nothing can be sent to that address. |

Demands on every path: `verified` of the attribute under `to`, or an attribute under `to` that holds the account's own address.

Counted by `notices: per-identifier`.

### account.delete

Deletes the bound account with all that it was handed, and ends its sessions.

| outcome | |
|---|---|
| `deleted` | It is gone, and its identifiers are free. |

Demands on every path: `authenticated(account)`.

For an enabled account alone: a flow asks before it (U901).

### invitation.send

Sends a link that proves the address to the flow which redeems it; no account is made, and no name is kept.

| `with` | takes | |
|---|---|---|
| `to` | an attribute of type `email` | The attribute that holds the address. Whether it has an account is not looked up: all looks the same. |
| `flow` | a flow that redeems invitations | The flow that redeems the invitation. |

| outcome | |
|---|---|
| `sent` | The invitation is on its way. |
| `throttled` | Too many links were sent to this address; nothing was sent. |
| `undeliverable` | Nothing can be sent to that address. |

Demands on every path: `authenticated(account)`.

Counted by `links: per-identifier`.

For an enabled account alone: a flow asks before it (U901).

### invitation.redeem

Consumes an invitation's token and takes over the address that it was sent to.

| `with` | takes | |
|---|---|---|
| `token` | the secret input `token` | The secret part. |
| `tokenId` | the secret input `tokenId` | The part by which the invitation is found. |
| `into` | an attribute of type `email` | The attribute that gets the address which was invited, and is proven. |

| outcome | |
|---|---|
| `valid` | It is; it cannot be used again, and the run has the address. Proves `verified` of the attribute under `into`, for a new account alone. |
| `invalid` | There is no such invitation for this flow, it was withdrawn, or whoever sent it is disabled, or gone. |
| `expired` | The invitation has outlived its time. |
| `used` | It was redeemed before. |
| `known` | The address has an account by now: an invitation lets nobody into it. It cannot be used again. |

<!-- /effects -->

"""#,
    "types.md": #"""
# Types of attributes

<!-- types -->

All types have the keys `type` `label` `hint` `help` `placeholder` `case-sensitive` `transient` `secret`.

### email

An e-mail address. All spellings of one address are equal, and a code or link can be sent to it.

Keys of its own: `min-length` `max-length` `pattern` `identifier`.

```yaml
email: { type: email, identifier: true, label: E-mail address }
```

In conditions: a string, in the form in which accounts compare it, such as `attributes.email.endsWith('@example.com')`.

### phone

A telephone number, kept as E.164. All spellings of one number are equal, and a code can be sent to it.

Keys of its own: `min-length` `max-length` `pattern` `numbers` `region` `identifier`.

```yaml
phone: { type: phone, region: CZ, numbers: valid }
```

In conditions: a string, `+` and digits, such as `attributes.phone.startsWith('+420')`.

### string

A text, on one line. `pattern` is RE2 and matches the whole text.

Keys of its own: `min-length` `max-length` `pattern` `identifier`.

```yaml
city: { type: string, min-length: 2, max-length: 60, pattern: "[^0-9]+" }
```

In conditions: a string, such as `attributes.city == 'Praha'`.

### integer

A whole number, exact up to 2^53.

Keys of its own: `minimum` `maximum`.

```yaml
guests: { type: integer, minimum: 1, maximum: 12 }
```

In conditions: an int, such as `attributes.guests > 4`.

### number

A number, with or without a point.

Keys of its own: `minimum` `maximum`.

```yaml
weight: { type: number, minimum: 0 }
```

In conditions: a double, such as `attributes.weight <= 80.5`.

### boolean

Yes or no, as a box to tick.

```yaml
terms: { type: boolean, label: I agree }
```

In conditions: a bool, such as `attributes.terms`.

### date

A day, written `yyyy-mm-dd`.

```yaml
birthDate: { type: date, label: Date of birth }
```

In conditions: a string; `age()` and `date()` make numbers and times of it, such as `age(attributes.birthDate) >= 18`.

### choice

One of the options in `of`; `options` is what people read in place of each.

Keys of its own: `of` `options`.

```yaml
plan: { type: choice, of: [free, paid], options: { paid: For money } }
```

In conditions: a string, such as `attributes.plan == 'paid'`.

### list

Some of the options in `of`, or any texts where there is no `of`.

Keys of its own: `of` `min-length` `max-length` `options`.

```yaml
interests: { type: list, of: [music, sport, code], max-length: 2 }
```

In conditions: a list of strings, such as `'music' in attributes.interests`.

### any

Any JSON value, to be handed to a function.

```yaml
extra: { type: any, transient: true }
```

In conditions: of any type, which is looked at when the condition runs, such as `has(attributes.extra)`.

<!-- /types -->

## What holds for all of them

Length limits count Unicode
scalars, or a list's elements. `pattern` (RE2) must match the whole text. Without `max-length` a text has at most 4,096
characters and a list as many elements. A value has at most 64 KiB (`too_long`), unless `max-length` allows a longer text, and
what clients give to one run 256 KiB together (`run_too_large`): for each attribute and parameter what was given last, and 8
bytes for each value and element. An event that would make it more is refused before anything is done. What an account holds,
and what `set` makes, does not count, so that this tells nobody which accounts there are.

`label` is what people read beside a field, in place of the attribute's name, `options` what they read in place of the options of a
choice or a list; `hint` is a sentence more: it stands beside the field, and is what is said where a value has not the form of the
type or of the `pattern`. It may show the bounds of the attribute as `{min}` and `{max}`. `help` is for who needs more than the
label, and `placeholder` stands in the field before anything is typed; a page may have others for its own fields.

All of this holds wherever a value comes from: a page, a
parameter, an account that is older than the rule. Bounds of numbers go up to 2^53, which is how far they are exact.

No text has control characters, or such that turn the direction of writing; no address has characters that are not seen or
pass for others (`forbidden_character`): beyond ASCII it has letters, digits and pictures alone, and no word of it has letters of several of
Latin, Greek and Cyrillic. All spellings of an e-mail address are one address: cases of letters, Unicode's
composed and decomposed forms, `bücher.example` and `xn--bcher-kva.example` (UTS #46). `case-sensitive` is about what stands
before the `@`.

All spellings of a telephone number are one number, in the form of E.164: `+420 601 123 456`, `00420 601-123-456`, and `601123456` where
the attribute's `region`, or else the tenant's, or else that of the run's language (`CH` of `de-CH`) is `CZ`; without a region `+` is
asked for. What stands between digits is left out, also what nobody sees and the `0` of `+420 (0)601 123 456`; letters and
extensions are refused. Taken is what libphonenumber calls valid: a number of a range that its country has given out. With `numbers:
possible` the length alone counts, for ranges younger than the library. Whatever is none is refused, with what is wrong:
`phone_too_short`, `phone_too_long`, `phone_without_country` (no `+`, and no `region`), `phone_unknown_country`,
`phone_not_given_out` (such as an area code that there is not), or `wrong_form` for letters. So a number
rests, is found, limited, sent to and compared; only its country and its last two digits are shown of it. An account goes on with a
number that is not valid any more; its owner types it where `numbers: possible` is said.

In expressions an e-mail address stands in the form in which accounts compare it, in lower case as a rule, and so does a constant that
an address is compared with: `attributes.email == "Ada@Example.com"` holds for `ada@example.com`, and `attributes.phone in
["00420 601 123 456"]` for each spelling of that number. A plain copy, `set: { email: attributes.newEmail }`, keeps what was typed.

For a field that may be left out, `null` takes the attribute out: of the run, and with `account.update` of the account. An
empty text is as if nothing had been said.

What `passwords` ask for is told with the field of each page whose password is set and not only compared: `minLength`,
`maxLength`, `classes`, and `refused` (`common`, `identifier`, `recent`). `resend-after` is of a run and of the code that is out: after
that time the run may send another one. A new run, and one whose code is used up, may send at once; `per-identifier` is what
bounds an address.

Reserved names, which no attribute may have: `password code token tokenId grant` (the secret inputs).

"""#,
    "conditions.md": #"""
# Conditions

Conditions are CEL over `attributes.NAME`, `input.NAME`, `account.id`, `account.has_password`, `account.confirmed`,
`account.enabled`, `run.flow`, `run.started`, `run.now`, `run.steps`. `has(attributes.city)` asks whether it was
collected.

A name with a hyphen stands between backticks, as `-` is the sign of subtraction: ``attributes.`dive-count` > 100``. A text stands in
quotes, also in `set`, whose values are expressions: `set: { plan: "'free'" }`. `run.steps` counts the events and time-outs that
the run has taken, 0 at its start.

A `date` is a text in conditions. `age(attributes.birthDate)` is how many whole years ago it was, at `run.now` (UTC; who was
born on 29 February has their birthday on 1 March where there is none); `age(a, b)` is that at another time.
`date(attributes.birthDate)`, and `date('2024-02-29')`, is the start of a date as a time, to be compared with `run.now` and
`run.started`.

<!-- conditions -->

### Operators

| | | example | is |
|---|---|---|---|
| `==` | The same value, of the same type. | `1 + 1 == 2` | `true` |
| `!=` | Another value. | `attributes.city != 'Brno'` | `true` |
| `<` | Less; so are `<=`, `>` and `>=`. Texts are compared by code points. | `3 < 5` | `true` |
| `in` | Among the elements of a list, or the keys of a map. | `'b' in ['a', 'b']` | `true` |
| `+` | The sum; texts and lists are put together. So are `-`, `*`, `/`. | `'a' + 'b'` | `'ab'` |
| `%` | The remainder of a division of whole numbers. | `7 % 3` | `1` |
| `&&` | Both hold; what fails on one side does not matter where the other is false. | `true && false` | `false` |
| `\|\|` | One of them holds, or both do. | `true \|\| false` | `true` |
| `!` | It does not hold. | `!false` | `true` |
| `? :` | One value or another. | `1 < 2 ? 'a' : 'b'` | `'a'` |
| `[]` | The element at an index, or the value of a key. | `['a', 'b'][0]` | `'a'` |

### Macros

| | | example | is |
|---|---|---|---|
| `has` | Whether a value is there: an attribute was collected. | `has(attributes.city)` | `true` |
| `all` | Whether all elements meet a condition. | `[1, 2].all(n, n > 0)` | `true` |
| `exists` | Whether one or more of them do. | `[1, 2].exists(n, n > 1)` | `true` |
| `exists_one` | Whether exactly one does. | `[1, 2].exists_one(n, n > 0)` | `false` |
| `filter` | The elements that do. | `[1, 2, 3].filter(n, n > 1)` | `[2, 3]` |
| `map` | What is made of each element. | `[1, 2].map(n, n * 2)` | `[2, 4]` |
| `cel.bind` | A value under a name, for one expression. | `cel.bind(n, 2 + 3, n * n)` | `25` |

### Texts

| | | example | is |
|---|---|---|---|
| `size` | How many code points a text has, or elements a list. | `attributes.city.size()` | `5` |
| `contains` | Whether a text has another one in it. | `'Praha'.contains('rah')` | `true` |
| `startsWith` | Whether a text begins with another one. | `'Praha'.startsWith('Pra')` | `true` |
| `endsWith` | Whether it ends with one. | `'ann@example.com'.endsWith('@example.com')` | `true` |
| `matches` | Whether a regular expression (RE2) matches somewhere in a text. | `'4711'.matches('^[0-9]+$')` | `true` |
| `charAt` | The character at an index, from 0. | `'abc'.charAt(1)` | `'b'` |
| `indexOf` | Where a text first stands in another one; -1: nowhere. | `'abcb'.indexOf('b')` | `1` |
| `lastIndexOf` | Where it stands last. | `'abcb'.lastIndexOf('b')` | `3` |
| `substring` | What stands from one index up to another one. | `'abcd'.substring(1, 3)` | `'bc'` |
| `lowerAscii` | With lower case letters in place of `A` to `Z`. | `'Praha'.lowerAscii()` | `'praha'` |
| `upperAscii` | With upper case letters in place of `a` to `z`. | `'cz'.upperAscii()` | `'CZ'` |
| `trim` | Without the spaces at both ends. | `' a '.trim()` | `'a'` |
| `replace` | With one text in place of another one. | `'a-b'.replace('-', '+')` | `'a+b'` |
| `split` | The parts between separators. | `'a,b'.split(',')` | `['a', 'b']` |
| `join` | The texts of a list as one. | `['a', 'b'].join('-')` | `'a-b'` |
| `reverse` | From the last character to the first. | `'abc'.reverse()` | `'cba'` |
| `format` | A text with values in it: `%s`, `%d`, `%.2f`. | `'%s is %d'.format(['a', 1])` | `'a is 1'` |
| `strings.quote` | In quotes, with escapes. | `strings.quote('a')` | `'"a"'` |
| `base64.encode` | Bytes as base64. | `base64.encode(b'abc')` | `'YWJj'` |
| `base64.decode` | The bytes of base64. | `base64.decode('YWJj')` | `b'abc'` |

### Dates and times

| | | example | is |
|---|---|---|---|
| `age` | How many whole years ago a day was: at `run.now`, or at another time. | `age('2000-06-01', timestamp('2026-05-31T00:00:00Z'))` | `25` |
| `date` | The start of a day (UTC), as a time. | `date('2024-02-29') < date('2024-03-01')` | `true` |
| `timestamp` | The time that a text says (RFC 3339). | `timestamp('2026-01-01T12:00:00Z').getHours()` | `12` |
| `duration` | A span of time: `h`, `m`, `s`. | `date('2026-01-01') + duration('24h') == date('2026-01-02')` | `true` |
| `getFullYear` | The year of a time (UTC, or of a time zone that is named). | `date('2026-05-31').getFullYear()` | `2026` |
| `getMonth` | The month, from 0. | `date('2026-05-31').getMonth()` | `4` |
| `getDate` | The day of the month, from 1. | `date('2026-05-31').getDate()` | `31` |
| `getDayOfMonth` | The day of the month, from 0. | `date('2026-05-31').getDayOfMonth()` | `30` |
| `getDayOfWeek` | The day of the week, from Sunday, which is 0. | `date('2026-05-31').getDayOfWeek()` | `0` |
| `getDayOfYear` | The day of the year, from 0. | `date('2026-01-01').getDayOfYear()` | `0` |
| `getHours` | The hours of a time, or of a span all of them. | `duration('90m').getHours()` | `1` |
| `getMinutes` | The minutes. | `duration('90m').getMinutes()` | `90` |
| `getSeconds` | The seconds. | `duration('2m').getSeconds()` | `120` |
| `getMilliseconds` | The thousandths of a second. | `timestamp('2026-01-01T00:00:00.5Z').getMilliseconds()` | `500` |

### Numbers

| | | example | is |
|---|---|---|---|
| `math.abs` | Without the sign. | `math.abs(-3)` | `3` |
| `math.sign` | -1, 0 or 1. | `math.sign(-3)` | `-1` |
| `math.ceil` | Up to a whole number. | `math.ceil(1.2)` | `2.0` |
| `math.floor` | Down to a whole number. | `math.floor(1.8)` | `1.0` |
| `math.round` | To the nearest whole number, a half away from 0. | `math.round(1.5)` | `2.0` |
| `math.trunc` | Without what stands behind the point. | `math.trunc(-1.8)` | `-1.0` |
| `math.sqrt` | The square root. | `math.sqrt(16)` | `4.0` |
| `math.greatest` | The greatest of some numbers. | `math.greatest(1, 3, 2)` | `3` |
| `math.least` | The least of them. | `math.least(1, 3, 2)` | `1` |
| `math.isNaN` | Whether it is no number. | `math.isNaN(1.0)` | `false` |
| `math.isInf` | Whether it is infinite. | `math.isInf(1.0)` | `false` |
| `math.isFinite` | Whether it is neither. | `math.isFinite(1.0)` | `true` |
| `math.bitAnd` | The bits that both have. | `math.bitAnd(6, 3)` | `2` |
| `math.bitOr` | The bits that one of them has. | `math.bitOr(6, 3)` | `7` |
| `math.bitXor` | The bits that one alone has. | `math.bitXor(6, 3)` | `5` |
| `math.bitNot` | The bits that it does not have. | `math.bitNot(0)` | `-1` |
| `math.bitShiftLeft` | The bits moved to the left. | `math.bitShiftLeft(1, 3)` | `8` |
| `math.bitShiftRight` | The bits moved to the right. | `math.bitShiftRight(8, 3)` | `1` |

### Conversions

| | | example | is |
|---|---|---|---|
| `int` | A whole number: of a text, or of a number without what stands behind the point. | `int('42')` | `42` |
| `uint` | One that is not negative. | `uint('42') == 42u` | `true` |
| `double` | A number with a point. | `double('1.5')` | `1.5` |
| `string` | A text. | `string(42)` | `'42'` |
| `bool` | True or false, of `'true'` and `'false'`. | `bool('true')` | `true` |
| `bytes` | The bytes of a text (UTF-8). | `bytes('abc') == b'abc'` | `true` |
| `dyn` | The same value, whose type is looked at only when it runs. | `dyn(1) == 1` | `true` |
| `type` | The type of a value. | `type(1) == int` | `true` |

<!-- /conditions -->

"""#,
    "fields.md": #"""
# Fields that depend on others

In place of `required` or `optional`, a field of a page, or of one of its events, may have a mapping:

```yaml
fields:
  kind: required
  university:
    show: attributes.kind == "student"
    required: true           # true, false (without it) or a condition
    placeholder: Masarykova univerzita
  country: { required: attributes.kind == "worker" }
  city:
    required: true
    help: Branches are in the country where you live.
    options:           # the first that holds; else all of the type's
      - { when: attributes.country == "CZ", of: [Praha, Brno] }
      - { when: attributes.country == "DE", of: [Berlin] }
      - { of: [another] }
```

- A condition asks for fields of the same event that stand before its own (U147), by what is typed there, and by what the run has
  where nothing is; and for attributes, parameters and account facts of before. It compares with constants, or fields of the event with each other, by
  `==`, `!=`, `<` and the like (numbers and dates), `in`, `has`, `&&`, `||` and `!` (U146). No address is compared.
- What is not filled in makes no comparison true, `!=` neither; only `has` and `!` tell that it is missing. So no condition of a
  field can fail.
- A field that is not shown is neither needed nor taken: a value that a client sends for it, as it was typed before something else
  was, is left out without a word, whatever it is, and what the run had of it is gone. What the *account* holds of it stays.
- Behind the page a field with `show` has a value for sure only where `has(…)` says so, and so has one that a condition needs.
- An option that is not offered is refused (`no_option`); one that the run has from before counts as not given.
- The page tells each condition as data, and in CEL. What came before the page is decided already: a condition that asks for nothing
  else is not told, nor is a field that cannot be shown any more. So a page may show by `account.confirmed`, and no client
  is sent it; but what differs by whether there is an account is U801, as it is for `skip`.
- The engine decides again, by the same conditions. [Examples/Membership](../../Examples/Membership/join.yaml) has such a page.

Clients find `show` and `requiredWhen` (`{ "when": …, "cel": … }`) and `optionsWhen` (a list of `{ "when": …, "of": […] }`) at a field,
and follow `when` by these lines, where `v` has what is filled in, by name:

```js
function holds(c, v) {
  const has = n => v[n] != null && v[n] !== "" && !(Array.isArray(v[n]) && v[n].length === 0);
  if (c.all) return c.all.every(part => holds(part, v));
  if (c.any) return c.any.some(part => holds(part, v));
  if (c.not) return !holds(c.not, v);
  if (c.has) return has(c.has);
  if (!has(c.field) || c.other && !has(c.other)) return false;
  const a = v[c.field], b = c.other ? v[c.other] : c.value;
  if (c.in) return c.in.includes(a);
  if ("contains" in c) return a.includes(c.contains);
  return { "==": a === b, "!=": a !== b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b }[c.is];
}
```

A field that is not shown counts as not filled in for those behind it. OpenAPI says what JSON Schema can: `if` and `then` for options,
`x-show` and `x-required-when` for the rest. In native authentication `attributes_required` names what is missing now.

"""#,
    "errors.md": #"""
# Errors

An error is kept beside the state that a transition leads to, and shown there. Clients branch on its code, which never changes; its words are for people.

<!-- errors -->

### Standard errors

A flow names them under `error`, and a tenant may have other words for them.

| code | words |
|---|---|
| `user_already_exists` | There is an account with this address already. |
| `user_not_found` | There is no account with this address. |
| `user_has_no_password` | This account has no password; sign in with a code. |
| `user_disabled` | This account is disabled. |
| `confirmation_required` | Confirm your address first. |
| `already_confirmed` | This address is confirmed already. |
| `invalid_username` | Nothing can be sent to this address. |
| `invalid_credentials` | The address or the password is wrong. |
| `invalid_password` | The password is wrong. |
| `password_too_short` | The password is too short. |
| `password_too_long` | The password is too long. |
| `password_too_weak` | The password is too weak: mix letters, digits and signs. |
| `password_banned` | This password is too easy to guess. |
| `password_recently_used` | This password was used before. |
| `password_change_required` | Choose a new password first. |
| `invalid_code` | The code is wrong. |
| `code_expired` | The code is no longer valid; ask for another one. |
| `too_many_codes` | Too many codes were sent; wait a while. |
| `too_many_attempts` | Too many attempts. |
| `too_many_links` | Too many links were sent; wait a while. |
| `account_locked` | Too many attempts; wait a while. |
| `invalid_link` | This link is not valid. |
| `link_expired` | This link is no longer valid; ask for another one. |
| `link_used` | This link was used before. |
| `invalid_grant` | This sign-in is not valid; sign in again. |
| `confirmation_failed` | The address could not be confirmed. |
| `reset_failed` | The password could not be reset. |
| `contact_blocked` | Nothing is sent to this address; take another one. |
| `timed_out` | That took too long. |
| `denied` | This is not possible now. |

### Errors of the engine

No flow names these; clients get them where they ask for what is not possible.

| code | words |
|---|---|
| `attributes_required` | Something is missing. |
| `attributes_invalid` | Something is not valid. |
| `unknown_event` | This page has no such event. |
| `unknown_field` | This page has no such field. |
| `invalid_request` | This is not an event. |
| `invalid_token` | This step is over; go on from the newest one. |
| `run_expired` | That took too long; start again. |
| `run_ended` | This is finished. |
| `application_required` | Name the application that starts this flow. |
| `unknown_application` | There is no such application. |
| `unknown_flow` | There is no such flow. |
| `denied` | This is not possible now. |
| `run_too_large` | All of this together is too long. |
| `unavailable` | This is not possible at the moment; try again. |
| `too_many_runs` | Too many runs were started from this address; wait a while. |
| `busy` | Too many people are here at the moment; try again in a few seconds. |

<!-- /errors -->

<!-- complaints -->

### What is wrong with a field

Clients get these codes beside `attributes_invalid`, one for each field. The words stand below
`words: { complaint: … }` of a language's file, by their keys.

| code | keys | words |
|---|---|---|
| `wrong_type` | `text`, `integer`, `number`, `boolean`, `list` | Please give a text. / Please give a whole number. / Please give a number. / Please give true or false. / Please give a list. |
| `wrong_form` | `email`, `phone`, `date` | Please give an e-mail address, such as ada@example.com. / Please give the number as + and digits, such as +12025550123. / Please give a date of the calendar as yyyy-mm-dd. |
| `phone_too_short` | `phone_too_short` | This number is too short: digits are missing. |
| `phone_too_long` | `phone_too_long` | This number is too long. |
| `phone_without_country` | `phone_no_country` | Please begin the number with + and the code of its country, such as +1. |
| `phone_unknown_country` | `phone_unknown_country` | No country has numbers that begin so. Please look at the digits behind the +. |
| `phone_not_given_out` | `phone_not_given_out` | There is no such number. Please look at its area code and its digits. |
| `pattern_mismatch` | `form` | Please give it in the expected form. |
| `forbidden_character` | `deceptive` | This has a character that is not seen, or passes for another one. |
| `no_option` | `option`, `options` | Please choose one of {options}. / Only {options} can be chosen. |
| `repeated_option` | `repeated` | Please choose {option} only once. |
| `too_short` | `too_short` | Please give at least {min, plural, one {# character} other {# characters}}. |
| `too_long` | `too_long`, `too_many_bytes` | Please give at most {max, plural, one {# character} other {# characters}}. / This is too long. |
| `too_few` | `too_few` | Please give at least {min, plural, one {# element} other {# elements}}. |
| `too_many` | `too_many` | Please give at most {max, plural, one {# element} other {# elements}}. |
| `too_small` | `too_small` | Please give at least {min}. |
| `too_large` | `too_large` | Please give at most {max}. |
| `unknown_field` | `no_field_of_page`, `no_field_of_event`, `not_known` | This page has no such field. / This event has no fields. / This is not known. |

<!-- /complaints -->

"""#,
    "properties.md": #"""
# Properties: what must be true of every run

`properties` are proven, or answered with a counterexample. On the left of `before` and `implies` stands an effect, a state
or an end; on the right a fact: `verified(ATTRIBUTE)`, `verified(account)`, `factor(ATTRIBUTE)` (an address that the
account held before is proven), `created(account)`, `authenticated(account)`, `found(account)`, `visited(STATE)` (a page that `skip` may pass by does
not count), or an outcome of an earlier effect as `accepted(password.check)`. `within` counts the
events of somebody who makes no mistake: no error, no page twice, no time-out. What runs by itself, and a page that is
passed by, may come again.

"""#,
    "policies.md": #"""
# Policies: what a platform demands of its tenants

A `policy.yaml` in a folder above tenants says what each of them must have. `usher check`, `usher serve` and whatever else
compiles a tenant look for it by themselves: from the folder above the tenant's up to that of the outermost repository (the
one with `.git`), or to the path that was named where that is further up; without a repository, as far as folders are of the same
owner and nobody else may write to them. What is above a link to the tenant counts as well. Of several, each holds. A
tenant that breaks one has no table, and a policy with problems of its own lets nobody through.

```yaml
policy: platform
summary: What all of our brands keep to.
properties:                # each flow of each tenant has them
  - never: account.create before verified(email)
  - always: completed implies authenticated(account)
  - within: 20 steps
refuse: [reveals, pending, attests]   # opt-outs that no flow takes
bounds:
  passwords: { min-length: at least 12, attempts: at most 40 per 1h }
  codes:
    digits: at least 6
    lifetime: at most 15m
    per-identifier: at most 240 per 1d
  links:     { lifetime: at most 1h, invitations: at most 7d }
  notices:   { per-identifier: at most 20 per 1h }
  tokens:    { access: at most 1h, refresh: at most 14d }
  functions: { timeout: at most 10s, attempts: at most 20 per 1h }
  flows:     { lifetime: at most 1h }
protocols: [native-auth, flow-api]    # these alone
functions:
  names: [confirm-user]               # these alone
  hosts: [hooks.example.com, "*.partner.example"]
  commands: false
```

Only `policy` must be there; what is left out is not demanded.

- `properties` are those of flows ([properties.md](properties.md)), proven of every flow by the same means, and listed by
  `usher check --proofs`. A flow that has nothing of what one begins with has it. A fact that the tenant has no attribute or state
  for never holds (U190).
- `refuse` names opt-outs by the word that tells them: `reveals`, what a function may be believed (`attests`, `factor`, `link`), a
  status or the like (`pending`, `unproven`, `password`). One that does nothing is not in force (U191).
- `bounds` are of the keys of `tenant.yaml` that they are called after. What a tenant does not write has the value that it has without; nothing is
  said of what no flow uses. How long tokens live is the protocol's own where nothing is written, so that a bound demands it. Of a
  flow without a `lifetime` it is seven days. A rate is within another one if no window of that can see more (U192).
- `protocols` and `functions` list what alone is allowed. A host with `*.` before it stands for those below it, and not for itself
  (U193).

A violation shows the tenant's line, and the policy's beside it. `usher fmt` and `usher lsp` know the file, and
`usher schema policy` writes its JSON Schema.

"""#,
    "testing.md": #"""
# Test flows

What the compiler proves of a flow holds for all runs; what a flow is *for*, its authors say in cases. A case is what clients
send and what shall come of it. `usher test` plays it on the real engine in memory: accounts, clock, codes, mail and
functions are those of the case, and nothing leaves the process. Thousands take a second.

Cases lie in the folder `tests/` of a tenant, in as many files as you like. They are no part of the table, and the compiler
holds every name in them against the flows: a misspelt state is an error with its place, as in a flow.

```yaml
# flows/native-auth/tests/tour.yaml
flow: sign-up                       # what the cases of this file start

given:                              # what holds when each of them begins
  application: ios
  accounts:
    bob: { email: bob@example.com }

cases:
  - case: a code proves the address
    steps:
      - start: { email: ann@example.com }
        expect:
          state: prove-email/enter-code
          messages: [{ kind: code, to: ann@example.com }]
      - submit: { code: "{{ mail.code }}" }     # an event, with its fields
        expect: { state: collect-attributes/where-you-live }
      - submit: { country: Norway, city: Oslo }
      - submit: { age: 36, newsletter: false }
        expect:
          end: completed
          grants: sign-in
          account: { email: ann@example.com, city: Oslo }

  - case: a code is good for ten minutes
    steps:
      - start: { email: ann@example.com }
      - wait: 11m
      - submit: { code: "{{ mail.code }}" }
        expect: { state: prove-email/enter-code, error: code_expired }

  - case: an address that is taken, however it is written
    each:                                           # once for each row
      - { email: bob@example.com }
      - { email: BOB@example.com }
    steps:
      - start:
      - submit: { email: "{{ email }}" }
        expect:
          state: identify
          error: user_already_exists
          messages: []
```

```console
$ usher test flows/native-auth/tests/tour.yaml
4 cases passed in …
```

A case that fails is shown at the key that was not met, with what came instead, the row of `each`, and the way that the run took.
`--case TEXT` plays some of them, and `--step` walks through one in the terminal.

## Steps

A step does one thing. An error that a step does not expect fails the case.

| a step | does |
|---|---|
| `start: { FIELDS }` | starts a run with parameters and fields of the first page; `flow: NAME` beside it: of another flow |
| `EVENT: { FIELDS }` | sends an event, such as `submit` or `resend`; `send: EVENT` and `with: { FIELDS }` where its name is a word of this table |
| `open: "{{ mail.link }}"` | opens a mailed link: its flow starts, and what the link carries goes with each event that asks for it |
| `wait: 11m` | lets time pass |
| `given: { … }` | changes the world from here on |
| `expect: { … }` alone | looks once more |

Beside it: `as: NAME` (somebody else does it, in runs of their own), `times: 5` (again and again; what is expected is of the last
time, the messages as well), `stale: true` (with the token of the step before, as from a browser that went back).

## What can be given

| key | says |
|---|---|
| `accounts: { ann: { … } }` | accounts by their labels: attributes, `password`, and `standing`: `active`, `pending`, `unproven` or `disabled` |
| `functions: { NAME: success }` | what a function answers: `success`, `pending` or `fail`; a list: one answer after the other. One that is asked and of which nothing is said fails the case |
| `application`, `locale`, `now` | who starts the runs, what language is asked for, and what time it is (`2026-01-01T12:00:00Z`) |
| `undeliverable: [ADDRESS]` | addresses to which nothing can be sent |
| `used-up: { codes: [ADDRESS] }` | limits that are used up: `codes`, `links` and `notices` to an address, `passwords` of a name |
| `common-passwords`, `published-passwords` | what the policy's `common` and `forbid-breached` know |
| `invitations: { ADDRESS: FLOW }` | who was invited by whoever operates the server |

## What can be expected

| key | is |
|---|---|
| `state`, `page`, `fields`, `events`, `locale` | where the run rests, and what people see there |
| `error`, `invalid: [FIELD]` | the error, and the fields that it is about; `error: none` says that there is none |
| `end`, `result`, `grants` | how the run is over; `result: [NAME]` all names of what it gives, `result: { NAME: VALUE }` some values |
| `messages: [{ kind, to, channel, subject, says }]` | the messages that this step sends, all of them, in order; `subject` is all of a mail's, `says` a part of the words |
| `asked: [FUNCTION]` | the functions that this step asks |
| `account: { … }`, `no-account: ADDRESS` | what is stored afterwards; nothing behind a key (`phone:`) says that it holds none |

## Values that come from the run

Codes, links and tokens are read, never written down.

| a place | is |
|---|---|
| `{{ mail.code }}`, `{{ sms.code }}` | of the newest message: `code`, `link`, `token`, `tokenId`, `text`, `subject` |
| `{{ mail.2.code }}`, `{{ mail.code to ann@example.com }}` | of the second one, and of the newest one to an address |
| `{{ end.grant }}`, `{{ end.account.id }}` | what an end gave last |
| `{{ ann.email }}`, `{{ ann.password }}`, `{{ ann.grant }}` | of a given account, and a grant for it |
| `{{ confirm-user.token }}` | what a function was told last |
| `{{ x * 300 }}` | a text so many times |

## Sub-flows by themselves

`flow:` may name a sub-flow. `start` gives the attributes that its callers have collected before, and `account: ann` has the
owner of a given account present. States have no caller's name before them then.

```yaml
flow: second-factor
given:
  accounts:
    ann: { email: ann@example.com, phone: "+420601123456" }
cases:
  - case: the code goes to the phone
    steps:
      - start: { account: ann }
        expect:
          state: prove-phone/enter-code
          messages: [{ channel: sms }]
      - submit: { code: "{{ sms.code }}" }
        expect: { end: proven }
```

## What was taken

`usher test --coverage` tells of each flow which events, outcomes, branches, time-outs and ends of sub-flows some case took, and
lists the others by their lines. A sub-flow's count once, wherever it is called. What the compiler proves that no run can
take, such as a password that is too short behind a check that accepted it, is told with the reason and counts as nothing.
Where files or cases are named, the flows count that they test, and no others. `--least 100` fails where something is missing; `--coverage-file FILE` writes all of it as JSON; `usher graph --coverage`
colours it.

In CI it is one step, of which [Examples/CI/usher-check.yml](../../Examples/CI/usher-check.yml) is the whole. `--format` is `github`
(marks the lines in a pull request), `junit`, `tap` or `json`; problems of the files, and too little for `--least`, are failures in each of them. The exit code is 0 where all is as expected, 1 where it is not.

## Cases that are made

`usher test --generate` makes a case for each transition that no case takes: the shortest way that takes it, with what the engine
answered as what is expected. The cases of a flow go into a file of their own, `tests/generated-FLOW.yaml`, and no file is ever
replaced: where there is one of the name, the next is called `generated-FLOW-2.yaml`. `--print` shows them instead. A PATH is a tenant's
folder, a folder of tenants, or one flow's file, and then the cases are for that flow.

```console
$ usher test --generate flows/native-auth
wrote flows/native-auth/tests/generated-sign-up.yaml: 6 cases
100 % of what runs can take, and 97.5 % before
```

```text
  - case: a wrong code is refused (invalid code)
    steps:
      - start:
        expect: { state: identify }
      - submit: { email: fay@example.com }
        expect: { state: prove-email/enter-code, messages: [{ kind: code, to: fay@example.com }] }
      - submit: { code: wrong }
        expect: { state: prove-email/enter-code, error: invalid_code }
```

It tries what people would: several people with accounts and without, codes and links out of messages, passwords good and bad, options,
and what lies on either side of the numbers and dates that conditions compare with. Where that is not enough it lets time pass, uses up limits, has
functions answer otherwise, and changes accounts on the way. What a made case expects is what the flow *does*: read it, and keep it where
that is what the flow is *for*. Names say what is special about the last step and what comes of it; write better ones.

A transition that it did not reach is told with its line and why: nothing came to its state, each run that came there went on otherwise,
or there were more ways than were tried (`--most NUMBER`: of each flow, 6000). The same flows give the same files. The exit code is 0
where nothing is missing any more, and 1 where something is.

## Whether cases would notice

`usher test --mutate` changes the flows a little, one change at a time, and plays the cases that come by. Cases that pass all the same
do not look at what was changed.

| what is changed | to |
|---|---|
| where a transition leads | where its neighbours lead, or to another state of its file |
| the error or the assignments that a transition has | none |
| a branch | one that is never taken |
| a bound, a text or a relation of a branch's condition | the next number on either side; another text; `>` in place of `>=` |
| a step (`do:`) | it is left out, and the run goes on as if it had done what it is for |

```console
$ usher test --mutate flows/email-password
flows/email-password/reset-by-function.yaml:37:15: not noticed: any-arguments, otherwise: assigns nothing (2 cases come by)
…
205 mutants: 165 noticed, 2 not noticed, 38 that nobody can notice in …
```

What nobody can notice is told with its proof: no run takes the transition, or no value that an attribute can have is told apart by
the bound. What is not proven is called not noticed. `--most 200` takes so many mutants, from all over the flows. The cases must pass as they
are. The exit code is 1 where a mutant was not noticed. Both jobs write `--format json`, too.

## All ways of a flow

`usher explore DIR FLOW` has no expectations: it starts the flow, sends at each page what fits and what does not, as several people and
as somebody who means harm, lets accounts, functions and limits change on the way, and tells what people would stumble over.

| finding | is |
|---|---|
| `dead-end` | a step that is answered with "This is not possible now.", and no transition of the flow |
| `unexpected-value` | an option of an attribute that a `choose` leaves to its last branch, though it names several others |
| `endless` | a page from which no run came to an end |

Each comes with a way there, written as the steps of a case. `--depth STEPS` (6) says how long a way may be, `--most NUMBER` (10000) how many
are tried. The exit code is 1 where something was found.

"""#,
    "functions.md": #"""
# Functions: what they are handed, and what they may answer

A tenant asks a *function* of its own where a decision is not the flow's: whether an account may be confirmed, whether a
certificate is in order, whether the code of an authenticator is right. A function is declared in `tenant.yaml` and asked by
the effect `function.call` ([effects.md](effects.md)). In production it is a web hook, for development it may be a command.

```yaml
functions:
  club-office:
    url: https://hooks.example.com/office
    timeout: 5s
    secret: env:OFFICE_SECRET
    attempts: 5 per 1h
  local-one:   { command: [./office.sh, --quiet], environment: [API_KEY] }
```

```yaml
  ask-office:
    do: function.call
    with: { function: club-office, pass: [email, certificate] }
    then:
      success: needs-medical
      pending: { to: certification, error: not_certified }
      fail:    { to: certification, error: not_certified }
```

## The request

One JSON object. A web hook gets it as the body of a `POST` with `Content-Type: application/json`; a command gets it as one
line of its standard input, in the tenant's folder and without a shell.

```json
{"tenant":"sump","flow":"join","function":"club-office","username":"ada@example.com","attributes":{"email":"ada@example.com","certificate":"GB-123456"},"id":"…"}
```

| member | is there | is |
|---|---|---|
| `tenant`, `flow`, `function` | always | who asks, and which of the functions is asked |
| `id` | always | the same for the same request of the same step, if it is sent once more; a web hook has it as `Idempotency-Key`, too |
| `account` | where the run has an account | its id, the `account.id` of results |
| `username` | where the run, or its account, has an identifier | the account's identifier, or what the run has collected as one |
| `attributes` | with `pass: [...]` | the attributes that are passed, by their names; what the run does not have is left out |
| `arguments` | with `arguments: NAME` | the list, or whatever else that attribute holds |
| `password`, `currentPasswordValid` | with `password: password` | the password as it was typed, and whether it is the account's |
| `token`, `tokenId` | with `link: FLOW` | the two parts of a link that leads to the flow; the function hands them on |

Nothing else of the run, of the account and of other functions is told. Nor is it told that an account has changed hands: what was put
on one before its owner came is taken off it ([account.md](account.md)), and what a function keeps by the account's id is not.
A run whose proof of the account is void asks no function about it.

So where the answer of some function stands for an account (`attests`, `factor`, or a `link` that it sends on), functions are told what a
client has chosen, with the name of an account, by its owner alone (U412):

| the function is told of | what must be proven |
|---|---|
| no account, but an identifier that was collected | each identifier that the run has |
| an account | the owner's presence; and each identifier that is passed is the account's own, or proven |
| an account, where some flow creates accounts `unproven` | besides, in this run, the address by which such accounts are created: no password and no other address stands for it |
| an account, where some flow creates them `pending` | the same, or `account.confirmed` was asked |

An attribute that a stranger may have written to the account is told to no function, also past a page that is passed by, unless each flow
that confirms accounts writes it over; where accounts are `unproven`, it is collected anew. What only names the account, and constants, are always told. A call that judges, by
`attests` or `factor`, and by whose answer the run goes on differently, is told what is typed: that it keeps none of it is taken for
true. It makes no difference which function is told, nor by which attribute.

## The answer

An object with `status`, within the function's `timeout` (5 s where it is left out) and 64 KiB. A web hook answers with a
status of 2xx; a command prints the answer and ends with exit status 0.

| answer | the outcome is |
|---|---|
| `{"status":"success"}` | `success` |
| `{"status":"pending"}` | `pending` |
| `{"status":"fail"}` | `fail` |
| anything else: no answer in time, another HTTP status, no JSON, another exit status | `fail`, and the operator's log says why |

Other members are ignored: a function decides, and returns no value. What a command says on standard error goes to the log.
When `attempts` are used up, the outcome is `fail`, and the function is not asked.

## Where its secrets are

Nothing of the server's environment is a function's but what is its tenant's own:

| in `tenant.yaml` of `contoso` | is |
|---|---|
| `secret: env:CONFIRM_SECRET` | the server's variable `USHER_CONTOSO_CONFIRM_SECRET` |
| `secret: file:confirm` | the file `contoso/confirm` in the folder of `--secrets` |
| `environment: [API_KEY]` of a command | the server's variable `USHER_CONTOSO_API_KEY`, which the command gets as `API_KEY` |

A tenant's name is written in capitals, and each `-` and `_` of it as `__`: the variables of `book-club` begin with
`USHER_BOOK__CLUB_`. A variable begins with a letter, so that no two tenants have one in common. Tenants whose names differ in
case, or in `-` and `_`, alone are not served together where they use variables.

A file's name has letters, digits, `-`, `_` and `.`, which is not the first. No link leads out of the tenant's folder, and a file
that everybody may read is refused.

A key is a line of text; its bytes are the key. Of several lines the first is the newest. Outside of the machine a key has at least
32 bytes (`openssl rand -hex 32`), or `usher serve` does not start. A file is read for each call; a variable is what it was when
the server started.

## How a request is signed

A function that is called by its `url` and has a `secret` gets an HTTP Message Signature (RFC 9421) over method, address, type, body,
id and time:

```
POST /confirm HTTP/1.1
Host: hooks.example.com
Content-Type: application/json
Idempotency-Key: …
Content-Digest: sha-256=:…:
Signature-Input: usher=("@method" "@target-uri" "content-type" "content-digest" "idempotency-key");created=1795380000;expires=1795380300;nonce="…";keyid="…";alg="hmac-sha256";tag="usher-function"
Signature: usher=:…:
```

| part | is |
|---|---|
| `@method` | `POST` |
| `@target-uri` | the function's `url`: the host in lower case, without the scheme's own port, `/` where it has no path, and with its query |
| `content-digest` | the SHA-256 hash of the body in base64 (RFC 9530) |
| `idempotency-key` | the request's `id`, the same where a call is repeated; not signed where there is none |
| `created`, `expires` | Unix time in seconds; a request is good for 300 s |
| `nonce` | 16 random bytes in base64, others in each request |
| `keyid` | the first 16 hexadecimal digits of the HMAC-SHA-256, under the key, of `usher-key-id` |
| `tag` | `usher-function`: what the signature is for |

What is signed is a line for each part in their order, `"name": value`, then `"@signature-params": ` with all that stands behind
`usher=`, joined by line feeds, none at the end. `Signature` is its HMAC-SHA-256 in base64.

A receiver refuses a request unless

1. all of `@method`, `@target-uri`, `content-type`, `content-digest`, and `idempotency-key` where that header is there, are signed,
   with `alg` and `tag` as above;
2. it is not past `expires`, `created` is not ahead of its clock by more than a minute, and the two are not further apart than it likes;
3. the code fits, with one of its keys, the address **that it knows itself by** (not what the request calls it), and what came;
4. the hash of the body is that of `content-digest`;
5. the nonce did not come before, as long as the request that had it is good.

[Examples/Receiver](../../Examples/Receiver) has a receiver in Python, which needs nothing else, and one in Swift; the tests run both.

This is all of a function, in Python, with `verify` of [receiver.py](../../Examples/Receiver/receiver.py) beside it:

```python
import json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer
from receiver import Nonces, Refused, verify

KEYS = [os.environ["OFFICE_SECRET"].encode()]
CERTIFIED = {"ada@example.com"}
NONCES = Nonces()


class Office(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            verify("POST", URL, headers, body, KEYS, NONCES, int(time.time()))
        except Refused:
            self.send_error(401)
            return
        status = "success" if json.loads(body)["username"] in CERTIFIED else "fail"
        answer = json.dumps({"status": status}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Office)
# As the tenant's flows name it.
URL = os.environ.get("URL", f"http://127.0.0.1:{server.server_port}/")
print(server.server_port, flush=True)
server.serve_forever()
```

### To change a key

1. Give the receiver both keys, each on a line. It takes the one that `keyid` names.
2. Put the new key before the old one where the server has it: it signs with the first. A file needs no new start, a variable does.
3. Take the old one away from the receiver, and from the server.

### Where it is called

Without `--allow-hosts`, `usher serve` calls functions over HTTPS at hosts with public addresses. `--allow-hosts` lists the hosts
that there may be, and no other is called:

| in the list | allows |
|---|---|
| `hooks.example.com` | HTTPS to that host, at any port |
| `hooks.example.com:8443` | at that port alone |
| `*.example.com`, `*` | each host below that name; any host |
| `http://localhost:9000`, `https://10.1.2.3` | what the scheme says, to that host, which may lead to this machine, or be an address that is not public |
| `10.1.2.3`, `10.0.0.0/8`, `fd00::/8` | addresses that are not public: hosts that are addresses, and those that **any** host which is allowed leads to |

An address that is not public (loopback, private, link-local, multicast, and the others of RFC 6890) is connected to only where it
is listed, or to call a host that is listed as one: `http://localhost:9000` lets no other host and no other port lead to this
machine. It is the address of the connection that is judged, after its name was looked up, so that a name server leads nowhere
else. No redirect is followed, no proxy of the environment asked. A URL that could be read in two ways is not called.

`usher run` is for development: without `--allow-hosts` it calls what is on this machine as well, and wants no secret.

## Commands

A command can read and do on the machine whatever its user can, the server's key file included. So `usher serve` does not serve a
tenant whose functions are commands without `--allow-commands`, and says which have some; runs that began before are answered
`fail`. `usher run` runs them.

A command has `PATH`, `HOME` and `LANG` of the server, and what its `environment` names; nothing else. It runs in the tenant's folder,
or in the one that its table's file lies in. With `--commands-as USER`, which needs a server started as root, it runs as that user,
in no group but the user's own, with the user's `HOME`, and can gain no rights; a user who could open the server's key, its
database, the file of `--outbox`, or a file of `--secrets` is refused at the start. It and all that it has started in its process
group end when it ends, when its time is over, and when the server ends, in whichever way that happens.

The commands of all tenants run as one user, so each can read what another one was given, and write where another one may: who
allows commands trusts the tenants that have some with each other's. Tenants that must not be served by servers of their own.

## What it proves

A function's word is not proven by the compiler. `attests: verified(email)` and `factor: NAME` take its `success` for a proof;
`usher check --proofs` lists them as assumed. What it decides on can be guessed, so that it needs `attempts` where a client
types what it is told ([guessing.md](guessing.md)).

"""#,
    "messages.md": #"""
# Messages in the tenant's own words

Codes and links leave in standard words, in Czech, English, French, German, Japanese and Spanish. A tenant's own lie in the folder
`messages/` beside its flows, and nothing else has to be said. In five minutes:

**1. The plain text.** `messages/code.en.txt` is what a code says in English:

```
---
subject: Your code for Contoso
---
{{ if attributes.givenName }}
Hello {{ attributes.givenName }},
{{ else }}
Hello,
{{ end }}

your code is {{ code }}. It is valid for {{ lifetime }}.
```

**2. The page**, where mails shall have one: `messages/code.en.html`. The plain text is always sent, before it.

```html
---
preheader: It is valid for {{ lifetime }}.
---
<!DOCTYPE html>
<html lang="en">
<body>
<p>Your code is <b>{{ code }}</b>. <a href="https://www.contoso.example/help?m={{ attributes.email }}">Help</a></p>
</body>
</html>
```

**3. Other languages and text messages.** `code.de.txt` is German, `code.sms.en.txt` what goes by text message.

**4. Look at it.** `usher preview DIR` writes all messages and pages, in all languages, with usual, missing, long and hostile values, as a
folder of HTML: open `preview/index.html`. Beside the subject stands the preheader; `errors` is what people read where something went
wrong, of the flows, the engine and fields. [flows/native-auth](../../flows/native-auth/messages) has messages to begin with.

**5. Check it.** `usher check DIR` reads the words as it reads flows, and refuses what would go wrong.

## The files

`KIND.LOCALE.txt`, `KIND.CHANNEL.LOCALE.txt`, and the same with `.html`. KIND is `code`, `link`, `invitation`, or a notice's name, such as
`welcome` of `message.send`; CHANNEL is `email` or `sms`; LOCALE is a
tag of BCP 47 (`de`, `pt-BR`). Between `---` and `---` stand:

| key | in | is |
|---|---|---|
| `subject` | `.txt` | what a mail is about; a text message has none |
| `parts` | `.txt` | how many parts a text message may be (1) |
| `preheader` | `.html` | what mailboxes show beside the subject; it stands hidden behind `<body>` |

A file is UTF-8, of 100 KiB at the most. Its last line break is not the message's. A line on which nothing but `{{ if … }}`, `{{ else }}` or
`{{ end }}` stands is not in the message.

**Which file is taken:** of the run's language, then of what that is a variety of (`pt-BR`, `pt`), then of the tenant's own. Of one language, that
of the channel goes before the one for all. Where there is none, the standard words are taken in the run's language.
Words that show values and ask for nothing may stand in `locales/nl.yaml` as well, below `messages`
([languages.md](languages.md)); files here go before.

## Values

| value | in | is |
|---|---|---|
| `{{ code }}` | codes | the one-time code |
| `{{ link }}` | links | the whole link |
| `{{ lifetime }}` | both | how long that is valid, in words: "10 minutes", "10 Minuten"; in languages that do not ship as ICU says it ("10 minuten" in Dutch), and in those that it does not know "10 min" |
| `{{ tenant }}`, `{{ application }}` | all, notices as well, which have no other than these and attributes | their names; of a run that no application started the tenant's |
| `{{ attributes.NAME }}` | all | what the run has |

`{{ if attributes.NAME }}` asks whether the run has one that is not empty, and of true and false whether it is true;
`{{ if attributes.kind == "student" }}` compares a text, as conditions of flows do: addresses and telephone numbers however they
are written, all else letter by letter. There is nothing else: no loops, no filters, no code.

An option of a `choice` or `list` attribute is its label in the message's language; in a URL, and in an `if`, it is the option itself.
Other attributes stand as they rest: a date as `2027-01-31`, a number as `1234.5` or `9`, a telephone number as `+420601123456`. A list is
divided by `, `.

A value is on one line and has 254 characters at the most. In HTML it is written so that it means nothing but itself where it stands. An
attribute that people type and that stands in a mail to an address which nobody has proven is what strangers can have sent to others: give it a
`max-length` and a `pattern`.

## What the compiler refuses

| code | |
|---|---|
| U611 | a file whose name says nothing |
| U612 | words that cannot be read, characters that nobody sees (in a page also as `&#x202E;`), a value in one pair of braces, `{code}`, a `}}` that closes nothing, and tags of other template languages |
| U613 | a value that messages of this kind do not have |
| U614 | an attribute that may be missing at a state that sends the message, with the path; in an `if` it may stand |
| U615 | a code or link in a subject, a preheader or what a page hides (`hidden`, `display:none`), which mailboxes show; a `secret` attribute anywhere |
| U616 | HTML that cannot be read, or that no mail program shows; comments that some show (`<!--[if mso]>`), attributes that run or load something (`onclick`, `srcset`) |
| U617 | a value where no way of writing is safe: without quotes, in styles, scripts, comments, names, at the beginning of a URL; a code in a link, also of `mailto:` and `tel:`; an `if` in a style or a host |
| U618 | a link to another site than that of `links.base` and those of `links: { also: […] }`, also in styles, as `www.…`, and however it is written |
| U619 | words that nobody sends |
| U620 | a page without its plain text |
| U621 | a code or link that its message does not say, or not in each branch, or where nobody sees it: in a title, in another attribute than `href` |
| U622 | a text message of more parts than are allowed, counted with the longest values (a warning) |
| U623 | a language of the tenant, also one of `locales/` alone, in which some messages are missing (a warning) |

**Words tell as well (U801).** A flow that conceals whether an account exists may not send words to a client's own address that depend on it:
what a message says and what its `if` asks is compared in both runs, as states, errors and values are. Words for the address in question itself
may differ, as its owner alone reads them.

## Which words leave

A message is written in the step that sends it, and rests sealed with its words. So each attempt to deliver it is the same, byte for byte; a
tenant whose words change meanwhile changes none that wait; and a run that began before goes on in the words of its own version. A decoy,
which goes to nobody, is written as a message is.

"""#,
    "passwords.md": #"""
# Passwords

What is left out has the value that stands here:

```yaml
passwords:
  min-length: 15                 # in code points
  max-length: 256
  classes: 1                     # of lower case, upper case, digits, signs
  forbid: [common, identifier]
  remember: 0                    # how many earlier ones may not come back
  attempts: 10 per 15m           # for each name, and each account
  argon2id: { memory: 19MiB, passes: 2 }
  pepper: false
```

That is what NIST SP 800-63B-4 asks for (section 3.1.1.2): 15 characters where a password is the only factor, no rules of what it is
made of, nothing that is common. `min-length: 8` is enough where each sign-in asks for a second factor; `usher check --report`
tells which is so. More `classes` are your choice, and make passwords weaker more often than stronger.

All ways to type a password are one: what is counted, compared and hashed is Unicode's form NFKC. Code points that Unicode has not
assigned yet are refused (`banned`), as they may become others.

With `remember: 3` a new password that is one of the last three, the present one with them, is `recently_used`. Whoever has not shown
the present password has as many compared as `attempts` says; after that each new one is `recently_used`, until their time is over
([guessing](guessing.md)).

A new password is refused as `banned` where

- `common` (in `forbid`): it is in the dictionary on the machine, or a simple variation of a word there;
- `identifier`: it contains an identifier, or what stands before its `@`;
- `forbid-words: [contoso, "rowing club"]`: it is made of nothing but these, digits and signs, in whatever case. The whole
  password counts: a long one may well contain such a word;
- `forbid-breached: { file: breached.txt }`: it was published. The file lies in the tenant's folder (a symbolic link is
  enough) and has sorted lines `SHA-1:COUNT` or `SHA-256:COUNT`, as the downloader of "Have I Been Pwned" writes them; or it is a
  folder with a file of the other 35 digits for each five first ones (`0018A.txt`). Its size does not matter;
- `forbid-breached: { function: look-up }`: the same, from a function. It is asked `{"tenant", "function", "prefix"}` and told
  neither the password nor whose it is, but five digits of the password's SHA-1; it answers
  `{"status": "success", "range": "0018A45C4D1DEF81644B54AB7F969B88D65:10\r\n…"}`: lines of the 35 digits that follow these in
  the passwords that it knows, as `https://api.pwnedpasswords.com/range/0018A` says them, 65,536 bytes at most. Its `attempts`
  are of `function.call` alone.

Where the file cannot be read, or the function does not answer, no password is set: the step is `unavailable`, and the log says
why. A list that is not there must not let every password in.

Passwords rest as Argon2id (RFC 9106). `argon2id` is what a hash costs: `memory` from `7MiB` to `1024MiB`, and `passes` over it.
There is a floor (U128). Each thread that hashes takes that memory, and each sign-in that time. When the cost rises, a password is
hashed anew at its owner's next sign-in, and nobody is signed out; so it is with passwords from before NFKC, which go on as they
were typed until then. Let the cost rise and not fall: an answer takes as long without an account as with a hash of the present
cost or a cheaper one, and a dearer hash takes longer, which tells that there is an account.

`pepper: true` hashes with the server's key first: who has stolen the hashes and not the key cannot try passwords. It comes to a
password that is there already at the owner's next sign-in, and goes in the same way. Each hash says by its fingerprint which
master key it needs, and is made anew with the newest one at the next sign-in. Until then the older one is needed:
`usher storage seal` counts the passwords that do, and the database asks for that key.

"""#,
    "applications.md": #"""
# Applications, sessions and tokens

The parts of `native-auth` are `sign-up`, `sign-in` and `reset-password`; those of `app-services` are `register`,
`confirm`, `resend-confirmation`, `retry-confirmation`, `reset-send`, `reset-call`, `reset` and `log-in`.

Where a tenant declares applications, each client names one when it starts a flow, and starts what that one offers
(`application_required`, `unknown_application` and `unknown_flow` say what is wrong); without any, each client starts each
flow. What a mailed link leads to is started by an application that offers it; what a flow calls needs no offer. So what one
application may do is what is proven of its flows, and nothing that was begun in another one leads past that:

- a run is gone on with by the application that started it;
- a grant is good in the runs of an application that offers the flow which made it;
- an account with `status: unproven` is confirmed (`account.confirmed`, and at each door) where the application offers a flow
  that creates such accounts. For any other it waits for its confirmation, as one with `status: pending` does, until a run
  has proven the address; `account.confirm` then answers `confirmed`;
- the tokens of a session name their application (`Session.application` for the engine's own).

Whoever operates the software starts any flow, as `usher run` does without `--application`.

A scope is `api://NAME/SCOPE`: all before the last slash is the API, which is the audience of an access token for it. No two
tenants have the same API (U118). The `secret` of an application is the tenant's own, as those of functions are.

`tokens` says how long what signs people in is good. What it leaves out is as the protocol has it:

| key | says | flow API | native-auth | app-services |
|---|---|---|---|---|
| `access` (1m to 24h) | how long an access token lives, and an id token | 1h, and the session ends with it | 1h | 30m |
| `refresh` (5m to 366d) | how long a refresh token lives that is not used | | 14d | |
| `session` (5m to 366d) | how long after the sign-in a session ends, however much it is used | | 90d | 60d |
| `algorithm` | how access and id tokens are signed: `ES256`, `EdDSA` (Ed25519), or `RS256` (RSA of 3072 bits) for verifiers that know nothing newer | | ES256 | |

Shorter ones hold for sessions that are open from their next refresh on.

Tokens say of a person what somebody has proven. `email` and `phone_number` are identifiers whose address was proven, and come
with `email_verified` and `phone_number_verified`; `preferred_username` is the e-mail address, or the first identifier that was
proven or is none that needs proof. `auth_time`, `amr` (RFC 8176) and `acr` say how the person signed in, also in a refreshed token
and in one that a grant led to:

| shown in the run, of the account that signs in | `amr` | `acr` |
|---|---|---|
| nothing that the engine knows of: a function said who it is | | `0` |
| the password | `pwd` | `urn:usher:acr:1` |
| a code or a link that was sent; over SMS | `otp`; `otp`, `sms` | `urn:usher:acr:1` |
| both | `mfa`, `otp`, `pwd` | `urn:usher:acr:2` |

A password that is chosen in a run is not shown by it. What `user-data` names goes into tokens: the compiler refuses a flow in which
an address among it is written without a proof (U404), and an identifier that nobody has proven stays out.

"""#,
    "languages.md": #"""
# Words in other languages

A file in the tenant's folder `locales` holds its words in one more language, and is called by the language's tag (BCP 47):
`locales/de.yaml`, `locales/pt-BR.yaml`. It has the keys of the tenant and its flows, and of these only what people read:

```yaml
# locales/de.yaml
attributes:
  plan: { label: Tarif, options: { free: Umsonst, paid: Bezahlt } }
  age:
    label: Alter
    hint: "Ab {min, plural, one {# Jahr} other {# Jahren}}"
    help: Wir fragen nur einmal
errors:
  too_young: Sie müssen mindestens 16 sein.
flows:
  sign-up:
    states:
      identify: { page: Konto anlegen, events: { other-way: Anders } }
      about:
        page: Über Sie
        fields: { age: { placeholder: "36" } }
        then: { later: { fields: { age: { help: Oder später } } } }
      go-on:    { redirect: Weiter geht es im Browser }
```

`fields` of a state are those of the page, `then: { EVENT: { fields: … } }` those of another event, as in the flow; of each the file has
`help` and `placeholder`, where the flow says some.

A text that a file does not have is that of the language it falls back to: of `pt-BR` that is `pt`, where there is such a file, and at
last the language of the flows: of standard words also, which stand in the tenant's own language where the file's has none, and in
English where neither has. Words have no control characters and none that turn the direction of writing around, and titles and labels
stand on one line of 200 characters at the most (U163). Standard errors, what is said of fields, and the words of the terminal ship in English, German, Spanish,
French, Japanese and Czech. Codes of errors never change.

The words of a complaint stand below `words: { complaint: … }`, most by the complaint's code: [errors.md](errors.md) lists the codes and
the keys.

In a language that does not ship, the file has the standard words as well, and in one that does it may have others than those that ship:

```yaml
# locales/nl.yaml
words:                             # what the software says by itself
  complaint:
    too_short: "Minstens {min, plural, one {# teken} other {# tekens}}."
  label: { code: Code, password: Wachtwoord }
  event: { submit: Versturen }   # of events without words of their own
errors: { invalid_code: De code klopt niet., busy: Het is druk. }
messages:                        # a file of `messages/` goes before
  code:
    subject: Uw code
    text: "Uw code is {code}. Hij geldt {lifetime}."
```

`usher locales extract DIR nl` writes all of these places, but those of the terminal (`words: { terminal: … }`), which few need. The
flows' own language has such a file where it does not ship, with standard words and nothing else. `messages` shows `{tenant}` and
`{application}`, and in a `text` what the message carries: `{code}` or `{link}`, and `{lifetime}`. The file of each language may have
`messages`, of all kinds that the flows send: codes, links, invitations, standard notices and the tenant's own. A message that a
language has no words for, neither there nor in `messages/`, is missing: `check` (U623), `status`, `extract` and `export` name the same
keys. Where the tenant has words of its own in place of standard ones in one language, it needs them in its others.

A run speaks one of the tenant's languages from its start to its end. It is, in this order: what the flow's parameter `locale` says, if
the flow declares one and the tenant speaks it; `?locale=` of the flow API's start, if the tenant speaks it, or `--locale` of `usher run`; what the client's
`Accept-Language` asks for most (RFC 4647, lookup: `de-AT` finds `de`; `*` is asked last, and `iw`, `in` and `ji` are `he`, `id` and `yi`); the `language` of the tenant. With `locale-from` the
account's own language is spoken as soon as its owner is proven to be here, and not a step before: words must not tell a
stranger that there is an account. A reply says its `locale`, and `direction: rtl` where words run from right to left; messages go out in
the language of their run.

Hints and errors may show values, in the form of ICU's MessageFormat: `{min}`, `{min, plural, one {…} other {…}}`,
`{kind, select, a {…} other {…}}`, `{min, number}`. A hint has `min` and `max` of its attribute; `password_too_short` has `min`,
`password_too_long` `max`, `password_too_weak` `min`, `max` and `classes`, `password_recently_used` `remember`, `invalid_code` and
`code_expired` `digits`. An error of the tenant's own has the `values` that it declares, numbers and texts. A brace that people should read is written `'{'`. The values are known when the flows are compiled, so the
table has the finished texts, and no step spends time on them. ICU (`libicu72`) is loaded where a language's plurals or numbers
need it; without it numbers have plain digits.

The compiler is the proof-reader: it lists what is missing in a language (U161; of messages U623) and refuses what nobody reads (U162),
what is no text of its place (U163), and plurals that lack a form which the language has for whole numbers (U164).

| command | does |
|---|---|
| `usher locales status [DIR]` | what each language has, lacks, has for nobody, and has to be looked at; which mails are plain text in it and have a page in others; `--format json` |
| `usher locales extract DIR de` | writes the places of all that is missing into `locales/de.yaml`, each with the words it stands for as a comment, but within braces; a place that cannot be written is told with its line, and the others are written |
| `usher locales export DIR de --format po` | all texts as a PO file of GNU gettext, with the words that people read now: of standard texts the tenant's own, where it has some. What a file that is there has beyond that stays in it: as fuzzy, with the words that it was made from, where those have changed; as obsolete (`#~`) where nobody reads them any more |
| `usher locales import DIR de --format po --file de.po` | takes the translations in, or says which cannot stand in their place, as `check` would, and changes nothing; a file that names another region of the same language (`cs_CZ`) is one of it |

No translation that is finished is lost on the way. One that was made from other words than those of today is written, and marked at the
end of the file, where `status` and `export` (as fuzzy) read it:

```yaml
# to be looked at: attributes.age.label was translated from "Your age"
```

An import of the flows' own language marks the same of what others say at places whose words it changes. The mark goes with the next import of a translation of today's words, or by hand. An import that leaves out what is finished, as nobody
reads it, or as the file has other words already, says how many there are, and its exit code is 1. What is fuzzy is never taken in.

A mail is a page as well where `messages/` has one in its language. Words in `locales/` are plain text: `import` and `status` name the
mails that have a page in another language, and the files to write.

"""#,
    "account.md": #"""
# Accounts: what they hold, and what a run reads of them

What runs and checks rely on.

- Effects read what they are given on every path, `pass` and `arguments` too: what may be missing is asked for with
  `has(…)` or filled in by `set`. After `has(attributes.city)` (alone or beside `&&`) held, `city` is surely there; so it is
  after `!has(attributes.city)` (alone or beside `||`) did not hold.
- `account.read` makes the account's value of an attribute the run's: it is there after `present`, and gone after `absent`,
  whatever was collected. Of an identifier it is the account's own, as accounts are found by it. It needs the owner's
  presence, so that nobody reads what another person's account holds.
- `account.create` with `password: password` makes an account that has its password from the start, or none: what the policy
  has against the password are outcomes of it, and only then. The password is looked at first, and hashed in any case, so
  that neither the answer nor its time tells who has an account. Where passwords are the one way in, U411 warns of runs
  that rest between an account and its password.
- `account.disable` ends what the account was signed in by, as a new password does: sessions, refresh tokens, grants, links
  that set a password, and what other runs have proven of it. The account stays, and with it its identifier: `account.create`
  answers `exists`, and `account.find` finds it, with `account.enabled` false.
- A condition or assignment that can fail, or be refused by its attribute, is an error (U306), with values for which it does,
  or the loop that makes them grow: so what a loop adds to is asked for room before, as by `size(attributes.gear) < 4`;
  so is a comparison with what an attribute never is (U307). An `account.update` that may write a new identifier should
  handle `taken` (U410).
- A `secret` attribute, and whatever `set` makes of one, reaches no result, no page, no condition but `has()`, no address
  and no `pass`: a function is handed it as `arguments`, which is bounded by the function's `attempts`.
- An identifier that is an address rests in the account only once it is proven: collected and unproven, it is not among the
  account's attributes either. The one that an account is created by is the exception, with `status: pending`, or with
  `status: unproven`, by which the flow does without a proof for good: the account may sign in, with `token.issue` in the same
  run as well, and belongs to the
  first client that named the address. It keeps in mind that nobody has proven it: no token tells the address as the
  account's own, and it proves nothing, before somebody sets the password who has proven it, as by a mailed link.
- What `account.read` has read is a snapshot. `account.update` writes what this run has collected, of what `attributes` names where it
  names something, and not what is as it was read. If the account holds something else by now, the outcome is `conflict`; if
  another account has a new identifier, it is `taken`. Where the flow does not handle that, the step is refused. So is whatever else
  rests on what was read and gives out a way into the account, takes it away, or acts for its owner: a session, a grant, a password,
  deleting, disabling, an invitation, a link, asking a function.
- What was put on an account before its owner came is a stranger's. `account.confirm`, and any session, grant, password or
  update of a run that proves an address of an `unproven` account, takes off it the addresses that are not proven, the second
  factors that functions show, what a flow with a second factor reads to decide by, and the password, unless this run has created
  the account, or was given that password; whoever is signed in then is signed out.
  `keep: password` of `account.confirm` lets the password stand. Where a registration asks for a password in vain, U413 warns, and
  U407 refuses if nobody could sign in then.
- What `user-data` names is given to clients as the account's own. So it is neither secret nor transient; an address among
  it is proven before a flow writes it (U404), or, where it identifies the account, left out until it is.
- Effects that look for or bind an account end the binding before them. `password.verify`, `code.verify` and `link.send` need
  no account: they play along without one, so that nobody learns which accounts there are.

"""#,
    "proofs.md": #"""
# Proofs: codes, links, invitations and notices

What a proof is of, and for how long. What runs and checks rely on.

- A code to one address is void as soon as `code.send` names another, or asks with another `for`, even if nothing is sent
  there: the code that is right proves the address that was named last.
- A condition that finds two addresses to be the same, `attributes.typed == attributes.phone`, makes the proof of one the proof of
  the other. `has()` of what no page of the path has collected is false, and of what one has demanded it is true: paths that part by
  it are followed apart.
- Of the links that lead to a flow which does more than confirm, all that are out for an account die together: where it sets a
  password, opens a session or grants one, reads or writes what the account holds, deletes or disables it, asks a function, or
  sends links or invitations. They do when one of them is redeemed, and whenever the ways into the account change. They are
  `used` then. Links to other flows, such as one that confirms, are each good for themselves.
- A proof is of the account as it is. When a password is set, an address or a second factor of the account changes, or it is
  disabled, what other runs have proven of it is void, as are grants and links that let in; a run on a deleted account can do
  nothing more. A run that rests on such a proof asks no function about the account and sends no link, either.
- A notice of `message.send` goes to an address that this run has proven, or to the bound account's own (U401): the one it is found by, one
  that `account.read` has read, a plain copy of it (`set: { formerEmail: attributes.email }`), also once `account.update` has
  changed it or `account.delete` has taken the account away. So the former address is told of a change once it is made, and only
  then. Without an account nothing leaves but to an address that the run has proven, and all looks the same. It carries nothing that lets anybody in; it is counted for
  its address and its run, by `notices: per-identifier`.
- An invitation stands for an address and for no account: nothing is made, and no name is kept, before it is redeemed. Whether the address
  has an account is not looked up, so that whoever invites learns nothing. `invitation.redeem` makes the invited address the
  run's, and proves it, as a code would. Where the address has an account by then, as somebody was invited twice or has signed up
  meanwhile, the outcome is `known`, and nothing is proven: an invitation is good for a long time, and people pass it on, so that
  it is no way into an account that is there. The proof is for a new account alone: where the run finds one, which may have been
  made while a page was open, it is void, and a code proves the address anew. Each is good once, on whichever device, for `links: invitations`, in the flow that it
  was sent for, and as long as the account that sent it is there and as it was: neither disabled since, nor with another password, address or second factor. Only whoever is signed in sends one, or who operates the server with
  `usher accounts invite`, which also withdraws them ([operating.md](../operating.md#one-account)). Ask for the token on a page with a button: programs that look at mail open links.
- `link.send` sends to an address that identifies accounts, and to the bound account's own alone; to name any other is an error
  (U113). No address on file is sent to without being named: who forgot a password types the user name and the address,
  `account.find` goes by the name, and the link comes where both are of one account.
- A proof is of an address, in whichever attribute of the same type it stands: `set: { email: attributes.newEmail }`, a plain copy,
  carries it on, and a code to a copy proves what it was copied from, until either gets another value.
- `code.send` with `for: account` (`anyone` is meant where nothing is said) sends the code to the bound account, if the
  address is its own and identifies it (U113); where there is none, nothing is sent, all else is the same, and no code is ever right. So an account
  is bound after `valid` of such a code, and `password.set` may follow on a path that came by `missing`.

"""#,
    "guessing.md": #"""
# Guessing: what is counted

What runs and checks rely on.

- What compares a guess or sends a message spends counters first; the catalogue names them (`Bound`). A function's
  `attempts` are spent before it is asked, for the account, for each address that it attests or is passed, and for the
  run; when they are used up, the outcome is `fail`. Where a run names nobody, the run alone is counted: strangers
  hold nobody back, and a secret that is nobody's own, such as the code of an invitation, must be hard to guess by itself. A run sends no more messages than one address may get, wherever it
  sends them.
- A function needs `attempts` where it can be guessed what it decides on (U501): with `attests`, `factor`, `arguments` or
  `password`;
  and where the run goes on differently by its answer, and it is told something that a client has typed and nobody has
  proven. What is proven in the run, is a constant, or is read from the account is no guess, unless a flow writes there what was typed. A function that is asked on a
  loop needs `attempts`, too (U601), unless something else on the loop is counted for the run.
- What a function attests it is told in that call: by `pass`, or as the account's own name, where that is the tenant's one
  identifier (U408). An address that is passed beside `link` is the bound account's own (U409); of other texts beside it, which a
  client may have typed, the list of opt-outs tells.
- A condition does not compare what a client types with what the account holds, where the right guess leads more easily to
  a session, a new password or another second factor than a wrong one does for the same account; nor does it ask what `set` has
  kept of such a comparison, or what a flow has written of it to the account, the comparison or the guess (U503). What was read of an
  account that the run has left counts as typed: its owner may have typed it; and no function with `attempts` is told it beside a guess, as
  they are counted for the account of the run. A link that lets in
  is worth as much as letting in. Whatever the engine decides by is such a condition: `skip`, `show`, `required` and `options`, an
  error that keeps a page from being passed by, a name that is looked up (`taken`, `exists`, `found`), a function without `attempts`,
  where a code goes. What hangs on it tells of it: what a run has, or has not, where the ways meet, and what was written to the
  account on one of them. What a function
  is told as `factor`, or beside something typed and with `attempts`, no condition compares where a client learns what came of it, and no `skip`,
  before that function has consented. It asks for the id of no account that may be somebody else's (U702).
- What a client picks counts as typed: an event, a branch on a typed value, an end of a sub-flow, how often it presses, when it comes,
  which fields it leaves out, and what an effect answers by what was typed or when: `too_short`, `invalid`, `expired`, `throttled`. Who
  cannot show what one answer asks for, such as the right code, picks among the others. Within one condition the presses, the time and
  the fields are played with what the account may hold: `n == 1 && run.steps == 4 || n == 2 && run.steps == 5` is a guess, and
  `n == 1 && run.steps >= 4 || n == 2 && run.steps >= 5` is none, as more presses are better for all.
  Where no way on at a pick is the best one for whatever the account may hold, picking is guessing (U503). It is played for each value
  that the account may hold, with pages that are passed by, fields that are there or not, and codes that go to one address or another.
  Of flows that each let in for some values of the account alone, as a sign-in for staff and one for customers, the right one is found by
  starting one after the other: that such a value is no secret is assumed, and `usher check --proofs` and `--report` name it and the flows.
  Flows that only write different constants to the account are not played against each other; what they write is a pick, as said below. Where the account decides first which
  condition is asked (four presses here, five there; one word here, another there), what was filled in, pressed or waited for before that
  is such a pick, too: each value that conditions tell apart is played from the page at which it is picked, one thing at a time. Where
  each way has a page of its own, the client sees what is asked, and nothing is to be guessed.
- What one flow writes to the account, and another one compares, is picked, too, where the client has a say in which constant it is:
  by a way on, by an effect that judges what it types, as a code can be typed wrong on purpose, or by which flow it starts. A
  constant behind a function's answer is none. Which function is asked, or whether one is, is not followed.
- A secret that a function compares decides no end, page, field, word of a message or result for a run that has not shown it (U503).
- Where a function's answer stands for an account, whatever a client has chosen is told to functions only once the account, by each
  identifier that names it, is proven to be the client's (U412, [functions.md](functions.md)).
- Guesses of passwords are counted by the identifier that the account was looked for, whether or not there is one, and
  `locked` says that this one had too many. They are counted for the account as well, by whichever of its identifiers: where it
  had too many by another one, each password is a `mismatch`, the right one too, so that no identifier tells whose another is.
  The right password takes its own guess back: wrong ones stay counted for their time, as where there is no account.
- With `passwords: remember`, `recently_used` tells whether a new password is the account's, or was. Who owns the account by a code, a
  link or a grant, and has not shown its password, may have as many compared as `attempts` says, over all runs, by `password.check`
  and `password.set` together; then each is `recently_used`, and nothing is compared, so that nobody guesses there and no earlier one
  comes back. It is a counter of its own: it locks no sign-in, and strangers who guess at the sign-in keep no owner from a reset.
  What the policy refuses anyhow costs nothing, one that is set takes its own guess back, and who has typed the present password in
  the run, or in the one that granted it, is not counted. U502 adds these guesses to those of sign-ins.

"""#,
    "factors.md": #"""
# Second factors

What runs and checks rely on.

- A function is a second factor only where the call says so: with `factor: authenticator` its `success` shows the factor of
  the account that rests in that attribute. Without it, whatever the function decides on counts as no factor. It is told the
  account's own: the attribute is among `pass`, and holds what `account.read` has read; or the function finds it by the account,
  and is told one thing at most that a client types (U906). Whoever has not shown the factor is not shown that attribute, or
  what `set` has made of it, either (U907 warns).
- A number that is typed is the account's second factor where a code has gone to it, and a condition finds it to be the one that
  `account.read` has read: `attributes.typed == attributes.phone`, at once or kept in a bool. A condition that another number makes
  true as well, such as `attributes.typed == attributes.phone || attributes.typed == attributes.other`, shows none (U903). Where the
  account has two numbers, each has a `when` of its own.
- Giving a grant counts as opening the session that another flow opens for it without asking for the second factor again, and so
  does sending a link behind one (U903 to U905). A link that is sent without it is told where it is redeemed. A mailed link
  proves an address, as a code does.
- `attests`, `factor` and a function's `link` are opt-outs: `usher check --proofs` lists them, and says which proofs are only
  as good as a function's word.
- What replaces a second factor asks for it, or for one that the same application takes in its place, or for two other things: the
  password, and a code or link to another address that is no second factor, where what is sent to that address does not set the
  password of an account that has the factor, and the password alone does not change the address (U904). What is copied from another
  attribute of the account is another value. A code to the second
  factor alone neither sets the password nor changes or adds an address by which it is reset, itself or by a grant or a link that
  another flow redeems (U905); nor does it open a session beside a flow of the application that asks for the password as well
  (U903). Which of the two comes first makes no difference, and where the first one is a code to a mailbox, the second alone does not
  change that mailbox. Where the address of the second factor is the only one that the tenant writes to, and resets the password as well, U908
  warns: one mailbox is both, and `usher check --report` tells no two factors. Where accounts are created `unproven`, and passwords can be reset, a factor is registered once an address is proven
  (U904), as a reset takes off what was there before. A second factor that a function keeps, such as the key of an authenticator, is replaced
  by telling a function: so of an account that may have one, no function is told what a client has chosen before one was shown, but the one
  that judges (U904).
- What an account holds may decide that no second factor is asked for (U903), where it is what `account.read` has read of the
  bound account and nothing has been written over it since, and where no typed value can make the condition true without it:
  `attributes.trusted && attributes.wish` is such a condition, `attributes.trusted || attributes.wish` is none. So is
  `date(attributes.until) > run.now`, which waiting does not make true; `string(run.now + duration('720h')).substring(0, 10)` is a
  date. In a sub-flow, `run.flow == 'sign-in-tv'` tells the flows apart that call it.

"""#,
    "concealment.md": #"""
# Concealment: nobody learns who has an account

What runs and checks rely on.

- Unless a flow says `reveals: [account-existence]`, it is played in two worlds at once (U801): in one an account has an
  identifier, in the other none has. That is so of each identifier: of the one that is looked for, and of each that
  `account.create` or `account.update` writes and that is no address, as it needs no proof; `exists` and `taken` tell of
  it. Until the client has proven to control the identifier or to own the account, both must rest
  in the same states with the same errors, values and masked addresses, and run the same effects that take time, in the same
  order and with the same arguments. What an outcome tells of accounts stands in the catalogue (`occurs`). The states, not
  only the ends' names, must be the same: replies name them. What functions answer may depend on the account that they are
  told of. Each flow is compared by itself: U803 warns where what one leaves behind depends on whether an account exists, such as an
  account that is made, a name or any attribute that is written to the client's own account, or that account's end, and a run of any
  flow shows it: by a password that is right, by what is found, read or said in a token, by the language, or by an invitation that is
  `known`. A message that is for the account's own address comes to nobody but who reads there:
  whether one comes is compared where the worlds differ by another identifier than that address, such as a user name, as the
  address may be the client's own.
- A step that is refused when it runs ("This is not possible now.") is seen as well: a condition that may fail, an assignment
  that its type may not allow, a `taken` that nobody handles, in one world alone, is U801. Whatever is not shown to have a
  value for all that its attributes take may fail: a pattern that is no constant, a value of any kind beside a number, a list
  held against itself that takes more steps than a condition may.
- `password.check` and `password.set` read the run's identifiers where the policy forbids them, `function.call`,
  `account.create` and `account.update` always: these must be the same in both worlds, too.
- What is sent to nobody takes the time of what is sent: a decoy of a message, and the ticket of its link, rest in storage as
  the true ones do, and are removed in their way. Delivery waits a moment at random, so that it shares no time with the next
  request. `make timing` measures it.

"""#,
  ]
}
