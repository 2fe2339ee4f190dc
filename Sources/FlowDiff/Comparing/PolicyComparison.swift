import FlowCompiler
import FlowModel

/// What bounds an attacker by numbers: each that became looser is a promise that is lost.
struct PolicyComparison {
  private(set) var changes: [Change] = []

  init(_ old: FlowTable, _ new: FlowTable) {
    let (codes, codesNow) = (old.codes, new.codes)
    bound("codes", "digits", codes.digits, codesNow.digits, isLooser: <)
    bound("codes", "attempts", codes.attempts, codesNow.attempts, isLooser: >)
    time("codes", "lifetime", codes.lifetime, codesNow.lifetime)
    wait("codes", "resend-after", codes.resendAfter, codesNow.resendAfter)
    rate("codes", "per-identifier", codes.perIdentifier, codesNow.perIdentifier)
    let (links, linksNow) = (old.links, new.links)
    if links.base != linksNow.base {
      changes.append(
        Change(
          .security, .lost, "policy \("links".named)",
          "\("base".named) is \(linksNow.base.named), and was \(links.base.named)"))
    }
    time("links", "lifetime", links.lifetime, linksNow.lifetime)
    time("links", "invitations", links.invitations, linksNow.invitations)
    rate("links", "per-identifier", links.perIdentifier, linksNow.perIdentifier)
    time("notices", "lifetime", old.notices.lifetime, new.notices.lifetime)
    rate("notices", "per-identifier", old.notices.perIdentifier, new.notices.perIdentifier)
    passwords(old.passwords, new.passwords)
    let (tokens, tokensNow) = (old.tokens, new.tokens)
    limit("tokens", "access", tokens.access, tokensNow.access)
    limit("tokens", "refresh", tokens.refresh, tokensNow.refresh)
    limit("tokens", "session", tokens.session, tokensNow.session)
    if tokens.algorithm != tokensNow.algorithm {
      changes.append(
        Change(
          .clients, .lost, "policy \("tokens".named)",
          "tokens are signed by \(tokensNow.algorithm.name.named), and were by \(tokens.algorithm.name.named)"))
    }
    for function in old.functions {
      guard let other = new.functions.first(where: { $0.name == function.name }) else { continue }
      optionalRate("function \(function.name.named)", "attempts", function.attempts, other.attempts)
    }
  }

  private mutating func passwords(_ old: PasswordPolicy, _ new: PasswordPolicy) {
    bound("passwords", "min-length", old.minLength, new.minLength, isLooser: <)
    if old.maxLength != new.maxLength {
      let isNarrower = new.maxLength < old.maxLength
      tell(
        isNarrower ? .clients : .people, isNarrower, "policy \("passwords".named)",
        "\("max-length".named) is \(new.maxLength), and was \(old.maxLength)")
    }
    bound("passwords", "classes", old.classes, new.classes, isLooser: <)
    let (refused, refusedNow) = (old.refused, new.refused)
    for refusal in PasswordPolicy.Refusal.allCases where refused.contains(refusal) != refusedNow.contains(refusal) {
      let isRefused = refusedNow.contains(refusal)
      tell(
        .security, !isRefused, "policy \("passwords".named)",
        "passwords are \(isRefused ? "refused" : "not refused any more") as \(refusal.rawValue.named)")
    }
    let (gone, added) = (old.words.filter { !new.words.contains($0) }, new.words.filter { !old.words.contains($0) })
    if !gone.isEmpty, !new.words.isEmpty {
      tell(.security, true, "policy \("passwords".named)", "\(gone.named()) may be what a password is made of")
    }
    if !added.isEmpty, !old.words.isEmpty {
      tell(.security, false, "policy \("passwords".named)", "\(added.named()) may not be what a password is made of")
    }
    if let breaches = old.breaches, let others = new.breaches, breaches != others {
      tell(.security, true, "policy \("passwords".named)", "published passwords are looked up in another list")
    }
    bound("passwords", "remember", old.remember, new.remember, isLooser: <)
    rate("passwords", "attempts", old.attempts, new.attempts)
    if old.hashing != new.hashing {
      let isWeaker = new.hashing.work < old.hashing.work || old.hashing.isPeppered && !new.hashing.isPeppered
      tell(
        .security, isWeaker, "policy \("passwords".named)",
        "\("hashing".named) is \(isWeaker ? "weaker" : "another one")")
    }
  }

  // MARK: Bounds

  private mutating func bound(_ policy: String, _ name: String, _ old: Int, _ new: Int, isLooser: (Int, Int) -> Bool) {
    guard old != new else { return }
    tell(.security, isLooser(new, old), "policy \(policy.named)", "\(name.named) is \(new), and was \(old)")
  }

  /// A time in which something can be used.
  private mutating func time(_ policy: String, _ name: String, _ old: Int, _ new: Int) {
    guard old != new else { return }
    tell(
      .security, new > old, "policy \(policy.named)",
      "\(name.named) is \(durationText(new)), and was \(durationText(old))")
  }

  /// A time that must pass before something is done again.
  private mutating func wait(_ policy: String, _ name: String, _ old: Int, _ new: Int) {
    guard old != new else { return }
    tell(
      .security, new < old, "policy \(policy.named)",
      "\(name.named) is \(durationText(new)), and was \(durationText(old))")
  }

  private mutating func limit(_ policy: String, _ name: String, _ old: Int?, _ new: Int?) {
    guard old != new else { return }
    func said(_ seconds: Int?) -> String { seconds.map(durationText) ?? "what the server says" }
    // What the server says may be less.
    let isLooser = new.flatMap { new in old.map { new > $0 } } ?? true
    tell(.security, isLooser, "policy \(policy.named)", "\(name.named) is \(said(new)), and was \(said(old))")
  }

  private mutating func rate(_ policy: String, _ name: String, _ old: Rate, _ new: Rate) {
    optionalRate("policy \(policy.named)", name, old, new)
  }

  private mutating func optionalRate(_ place: String, _ name: String, _ old: Rate?, _ new: Rate?) {
    guard old != new else { return }
    func said(_ rate: Rate?) -> String { rate.map { "\($0.count) per \(durationText($0.seconds))" } ?? "without end" }
    // Looser where more is possible at once, or over time.
    let isLooser: Bool =
      if let new {
        old.map { new.count > $0.count || new.count * $0.seconds > $0.count * new.seconds } ?? false
      } else {
        true
      }
    tell(.security, isLooser, place, "\(name.named) is \(said(new)), and was \(said(old))")
  }

  private mutating func tell(_ area: Change.Area, _ isLost: Bool, _ place: String, _ text: String) {
    changes.append(Change(area, isLost ? .lost : .extended, place, text))
  }
}
