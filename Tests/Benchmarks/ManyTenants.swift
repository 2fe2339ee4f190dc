import Glibc

/// Many tenants under one policy, which share sub-flows: how long all of them take, and one that somebody edits.
enum ManyTenants {
  private static let count = 1_000
  /// Of each tenant, beside its own file.
  private static let flows = 12

  static func measure(usher: String) throws -> [Row] {
    let root = "/var/tmp/usher-bench-\(getpid())-many"
    write(root)
    defer { _ = WholeProcess.run(["/bin/rm", "-rf", root]) }
    _ = WholeProcess.run([usher, "check", root])
    let all = (0..<5).map { _ in WholeProcess.run([usher, "check", root]) }.median
    let file = root + "/tenant-500/flow-1.yaml"
    let times = try Keystrokes.times(usher: usher, file: file, text: flow(1), root: root)
    let (median, worst) = (times.median, times.max() ?? 0)
    return [
      Row(
        "check of 1,000 tenants under a policy, 13,000 files", milliseconds(all), bar: "2,000 ms", met: all <= 2,
        note: "\(size / 1000) KB each"),
      Row(
        "  after a change of one file, in the editor", milliseconds(median), bar: "100 ms", met: median <= 0.1,
        note: "at worst \(milliseconds(worst)) of \(times.count)"),
    ]
  }

  private static func write(_ root: String) {
    mkdir(root, 0o700)
    mkdir(root + "/shared", 0o700)
    // A folder of its own, as a repository is.
    mkdir(root + "/.git", 0o700)
    write(policy, to: root + "/policy.yaml")
    write(prove, to: root + "/shared/prove.yaml")
    for number in 0..<count {
      let folder = root + "/tenant-\(number)"
      mkdir(folder, 0o700)
      write(tenant(number), to: folder + "/tenant.yaml")
      for other in 0..<flows { write(flow(other), to: folder + "/flow-\(other).yaml") }
    }
  }

  private static var size: Int {
    tenant(0).utf8.count + (0..<flows).reduce(0) { $0 + flow($1).utf8.count }
  }

  private static let policy = """
    policy: platform
    properties:
      - never: account.create before verified(email)
      - within: 12 steps
    refuse: [pending, unproven, attests]
    bounds:
      codes: { digits: at least 8, lifetime: at most 10m, per-identifier: at most 240 per 1d }
      flows: { lifetime: at most 1h }
    protocols: [flow-api]
    functions: { commands: false }

    """

  private static let prove = """
    sub-flow: prove
    parameters:
      address: { type: attribute, of: [email, phone] }
      by:      { type: channel, default: email }
      title:   text
    start: send
    states:
      send:
        do: code.send
        with: { to: address, channel: by }
        then:
          sent:          enter
          throttled:     { to: enter, error: too_many_codes }
          undeliverable: refused
      enter:
        page: "{title}"
        fields: { code: required }
        after: 10m -> refused
        then: { submit: verify, resend: send }
      verify:
        do: code.verify
        then:
          valid:     proven
          invalid:   { to: enter, error: invalid_code }
          expired:   { to: enter, error: code_expired }
          exhausted: refused
      proven:  { end: proven }
      refused: { end: refused }

    """

  private static func tenant(_ number: Int) -> String {
    """
    tenant: tenant-\(number)
    summary: One of many brands of a platform.
    uses: ../shared
    attributes:
      email:     { type: email, identifier: true }
      phone:     { type: phone }
      givenName: { type: string, max-length: 64 }
      country:   { type: string, max-length: 60, pattern: "[A-Za-z0-9 .'-]+" }
      age:       { type: integer, minimum: 16 }
    codes: { digits: 8, lifetime: 10m, attempts: 5, resend-after: 30s, per-identifier: 10 per 1h }
    errors:
      too_young: You must be at least 16.

    """
  }

  private static func flow(_ number: Int) -> String {
    """
    flow: sign-up-\(number)
    summary: The address is proven, and what is missing is asked for.
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Create your account, in way \(number)
        fields: { email: required, phone: required, country: optional }
        then: { submit: prove-email }

      prove-email:
        call: prove
        with: { address: email, title: Enter the code that we sent to you }
        then: { proven: prove-phone, refused: failed }

      prove-phone:
        call: prove
        with: { address: phone, by: sms, title: Enter the code of the text message }
        then: { proven: about-you, refused: failed }

      about-you:
        page: About you
        skip: has(attributes.country) && attributes.country == "Country \(number)"
        fields: { givenName: required, age: required, country: optional }
        then: { submit: old-enough }

      old-enough:
        choose:
          - { when: "has(attributes.age) && attributes.age < 18", to: about-you, error: too_young }
          - { to: create }

      create:
        do: account.create
        then:
          created: done
          exists:  { to: failed, error: user_already_exists }

      done:   { end: completed, grants: sign-in }
      failed: { end: failed }

    """
  }

  private static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { fatalFlow("cannot write \(path)") }
    fputs(text, file)
    fclose(file)
  }
}
