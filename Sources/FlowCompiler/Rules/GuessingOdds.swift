import FlowModel
import FlowSource
import Glibc

/// The chance to guess a code that is allowed within a day: what NIST SP 800-63B-4 allows altogether, 100 guesses
/// (section 3.2.2) of a secret of six decimal digits (section 3.1.3.2).
private let allowedChanceOfCodes = 1e-4
/// The chance to guess within a day the shortest password that a policy lets through: our own bound.
private let allowedChanceOfPasswords = 1e-3
/// The most guesses at one account within an hour: our own bound. OWASP ASVS 5.0, requirement 6.3.1, asks for one and names no
/// number.
let mostGuessesAnHour = 100

/// U502: what the policies leave to an attacker who goes on guessing for a day, over all runs, is next to nothing.
@Sendable func guessingOdds(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let uses = tenant.uses
  let syntax = tenant.resolved.scope.tenant
  if uses.counters.contains(.guessesAtAddress) { judgeCodes(syntax, uses.reached, &problems) }
  // Who owns the account and has not shown its password has as many guesses again, by passwords to come.
  let byNew = uses.counters.contains(.guessesAtFormer) && syntax.passwords.remember > 0
  let kinds = (uses.counters.contains(.guessesAtAccount) ? 1 : 0) + (byNew ? 1 : 0)
  if kinds > 0 { judgePasswords(syntax, kinds, &problems) }
  for function in uses.functions(.guess).union(tenant.decidingFunctions).sorted() {
    judge(syntax.functions[function], &problems)
  }
  guessesInAll(tenant, &problems)
}

/// So many guesses in a day and a year at a secret of so many equally likely values.
private struct Odds {
  let guesses: (day: Int, year: Int)
  let chance: (day: Double, year: Double)

  init(_ rate: Rate, digits: Int) {
    guesses = (rate.most(in: 86400), rate.most(in: 365 * 86400))
    // One guess is right with this chance; of many, none is with the product of the chances that each is not.
    let one = pow(10, -Double(digits))
    func chance(_ guesses: Int) -> Double { -expm1(Double(guesses) * log1p(-one)) }
    self.chance = (chance(guesses.day), chance(guesses.year))
  }

  var note: String {
    "that is \(guesses.day.grouped) guesses a day and \(guesses.year.grouped) a year, over all runs: the chance to be "
      + "right is \(chanceText(chance.day)) within a day, \(chanceText(chance.year)) within a year"
  }
}

/// `1 in 83,333`, or where it is greater `35 %`.
private func chanceText(_ chance: Double) -> String {
  chance < 0.01 ? "1 in \(Int(min(1 / max(chance, 1e-15), 1e15)).grouped)" : "\(Int((chance * 100).rounded())) %"
}

/// `reached`: the identifiers by which one account is reached; codes are counted for each of them by itself.
private func judgeCodes(_ tenant: TenantSyntax, _ reached: Set<Slot>, _ problems: inout DiagnosticCollector) {
  let (codes, kinds) = (tenant.codes, max(1, reached.count))
  guard
    let one = Counter.guessesAtAddress.rate(
      codes: codes, links: tenant.links, notices: tenant.notices, passwords: tenant.passwords)
  else {
    return
  }
  let rate = one.times(kinds)
  let odds = Odds(rate, digits: codes.digits)
  guard odds.chance.day > allowedChanceOfCodes else { return }
  let place = tenant.place("codes.digits", "codes.attempts", "codes.per-identifier")
  var remedies: [String] = []
  let longer = CodePolicy.digitRange.filter { $0 >= codes.digits }
  if let digits = longer.first(where: { Odds(rate, digits: $0).chance.day <= allowedChanceOfCodes }) {
    remedies.append("digits: \(digits)")
  }
  let guesses = Int(allowedChanceOfCodes * pow(10, Double(codes.digits)) + 0.5)
  if case let sendings = min(guesses / codes.attempts / kinds, mostMessagesAnHour), sendings > 0 {
    remedies.append("per-identifier: \(sendings) per 24h")
  }
  problems.report(
    Diagnostic(
      "U502", .error,
      "codes of \(codes.digits) digits can be guessed: a day of guessing is right with a chance of \(chanceText(odds.chance.day))",
      at: place,
      labels: ["codes.attempts", "codes.per-identifier"].compactMap { tenant.places[$0] }.filter { $0 != place }
        .map { Label($0, "and this bounds the guesses") },
      notes: [
        "`attempts: \(codes.attempts)` for each code, and `per-identifier: \(codes.perIdentifier.text)`, are "
          + "\(one.text) for one address"
      ] + (kinds > 1 ? ["one account is reached by \(kinds) addresses, and guessed at by each"] : []) + [
        odds.note,
        "at most \(chanceText(allowedChanceOfCodes)) within a day is allowed",
      ], help: remedies.isEmpty ? "allow fewer `attempts`, and more `digits`" : "write \(remedies.listed("or"))"))
}

/// `kinds`: in how many ways that are counted apart a password can be guessed.
private func judgePasswords(_ tenant: TenantSyntax, _ kinds: Int, _ problems: inout DiagnosticCollector) {
  let passwords = tenant.passwords
  let rate = passwords.attempts.times(kinds)
  let odds = Odds(rate, digits: passwords.minLength)
  let twice = kinds > 1 ? ["`remember` lets a new password be compared with the account's as often again"] : []
  let place = tenant.place("passwords.attempts", "passwords.min-length")
  if case let anHour = rate.most(in: 3600), anHour > mostGuessesAnHour {
    problems.report(
      Diagnostic(
        "U502", .error, "\(anHour.grouped) passwords an hour can be tried at one account", at: place,
        notes: [
          "`attempts: \(passwords.attempts.text)` is as many as \(odds.guesses.day.grouped) a day and "
            + "\(odds.guesses.year.grouped) a year, over all runs"
        ] + twice + ["at most \(mostGuessesAnHour) an hour are allowed"], help: "write `attempts: 10 per 15m`"))
  } else if odds.chance.day > allowedChanceOfPasswords {
    let length = (passwords.minLength...256).first {
      Odds(rate, digits: $0).chance.day <= allowedChanceOfPasswords
    }
    problems.report(
      Diagnostic(
        "U502", .error,
        "passwords of \(passwords.minLength) characters can be guessed: a day of guessing is right with a chance of \(chanceText(odds.chance.day))",
        at: tenant.place("passwords.min-length", "passwords.attempts"),
        notes: [
          "`min-length: \(passwords.minLength)` lets \(passwords.minLength) digits through, and "
            + "`attempts: \(passwords.attempts.text)` is what each account bears"
        ] + twice + [
          odds.note, "at most \(chanceText(allowedChanceOfPasswords)) within a day is allowed",
        ], help: "write `min-length: \(length ?? 8)`, or allow fewer `attempts`"))
  }
}

private func judge(_ function: FunctionSyntax, _ problems: inout DiagnosticCollector) {
  guard let rate = function.definition.attempts, case let anHour = rate.most(in: 3600), anHour > mostGuessesAnHour
  else { return }
  problems.report(
    Diagnostic(
      "U502", .error,
      "the function \(function.name.text.quoted) can be asked \(anHour.grouped) times an hour for one account",
      at: function.attempts ?? function.name.span,
      notes: [
        "`attempts: \(rate.text)` is as many as \(rate.most(in: 86400).grouped) guesses a day and "
          + "\(rate.most(in: 365 * 86400).grouped) a year, over all runs",
        "at most \(mostGuessesAnHour) an hour are allowed",
      ], help: "write `attempts: 10 per 1h`"))
}
