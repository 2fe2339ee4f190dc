extension Rule {
  /// All rules, in the order in which they judge. Each code has an explanation, and each explanation a code here.
  public static let all: [Rule] = [
    Rule(
      .source, .error(unreadable), .error("U001"), .error("U002"), .error("U003"), .error("U004"), .error("U005"),
      .error("U006"), .warning("U007"), .error("U008"), .error("U009"), .error("U010"), .error("U011"), .error("U012"),
      .error("U013"), .error("U014"), .warning("U015"), .error("U020"), .error("U021"), .warning("U022"),
      stage: .reading),
    // Keys and values, as they are written.
    Rule(
      .language, .error("U101"), .error("U102"), .error("U103"), .error("U104"), .error("U105"), .error("U106"),
      .error("U121"), .error("U122"), .error("U124"), .error("U125"), .error("U127"), .error("U128"), .error("U138"),
      stage: .reading),
    // Names, and what they stand for.
    Rule(
      .language, .error("U107"), .error("U108"), .error("U109"), .error("U110"), .error("U111"), .error("U112"),
      .error("U113"), .error("U114"), .error("U115"), .error("U116"), .error("U117"), .error("U118"), .error("U119"),
      .error("U120"), .error("U126"), .error("U139"), .error("U180"), .error("U181"), stage: .reading),
    // Words in other languages.
    Rule(
      .languages, .error("U160"), .warning("U161"), .error("U162"), .error("U163"), .error("U164"), stage: .reading),
    // Cases.
    Rule(
      .cases, .error("U170"), .error("U171"), .error("U172"), .error("U173"), .error("U174"), .error("U175"),
      stage: .reading),
    // What a server demands of functions beyond the language.
    Rule(.language, .warning("U129"), stage: .reading),
    // What messages say.
    Rule(
      .messages, .error("U611"), .error("U612"), .error("U613"), .error("U615"), .error("U616"), .error("U617"),
      .error("U618"), .error("U620"), .error("U621"), stage: .reading),
    Rule(.messages, .error("U614"), stage: .shape(collectedBeforeSaid)),
    Rule(.messages, .error("U619"), stage: .shape(unusedMessages)),
    Rule(.messages, .warning("U622"), stage: .shape(textMessageParts)),
    Rule(.messages, .warning("U623"), stage: .shape(missingMessages)),
    // Conditions.
    Rule(
      .conditions, .error("U130"), .error("U131"), .error("U132"), .error("U133"), .error("U137"), .error("U146"),
      .error("U147"), stage: .reading),

    Rule(.conditions, .warning("U134"), .warning("U135"), stage: .shape(constantConditions)),
    Rule(.conditions, .error("U136"), stage: .shape(unreachableBranches)),
    Rule(.language, .warning("U123"), stage: .shape(unusedDeclarations)),
    Rule(.property, .error("U140"), stage: .shape(propertySentences)),
    Rule(.evidence, .error("U141"), stage: .shape(followedAttributes)),
    Rule(.graph, .warning("U201"), stage: .shape(unreachableStates)),
    Rule(.graph, .error("U202"), stage: .shape(deadEnds)),
    Rule(.graph, .error("U203"), stage: .shape(automaticLoops)),
    Rule(.graph, .error("U204"), stage: .shape(pagesWithoutTimeOut)),
    Rule(.graph, .error("U206"), stage: .shape(flowsWithoutEnd)),
    Rule(.graph, .warning("U207"), stage: .shape(flowsNobodyStarts)),
    Rule(.dataFlow, .error("U301"), stage: .shape(collectedBeforeRead)),
    Rule(.dataFlow, .warning("U302"), stage: .shape(collectedAndUnused)),
    Rule(.dataFlow, .error("U303"), stage: .shape(accountBeforeFacts)),
    Rule(.dataFlow, .error("U304"), stage: .shape(promisesOfEnds)),
    Rule(.dataFlow, .error("U305"), stage: .shape(accountBeforeEffects)),
    Rule(.dataFlow, .error("U306"), stage: .proof(failingExpressions)),
    Rule(.dataFlow, .error("U307"), .warning("U308"), stage: .shape(comparisons)),
    Rule(.protocols, .error("U150"), .error("U151"), stage: .shape(spokenProtocols)),

    Rule(.evidence, .error("U401"), .error("U402"), stage: .proof(provenDemands)),
    Rule(.evidence, .error("U403"), stage: .proof(provenGrants)),
    Rule(.evidence, .error("U404"), stage: .proof(provenContacts)),
    Rule(.completion, .error("U405"), stage: .proof(completedSignUps)),
    Rule(.evidence, .warning("U406"), stage: .proof(idleOptOuts)),
    Rule(.evidence, .error("U407"), .warning("U413"), stage: .proof(lostPasswords)),
    Rule(.functions, .error("U408"), stage: .proof(attestedIsTold)),
    Rule(.functions, .error("U409"), stage: .proof(linksOfTheirOwner)),
    Rule(.evidence, .warning("U410"), stage: .proof(handledConflicts)),
    Rule(.evidence, .warning("U411"), stage: .proof(accountsWithoutPassword)),
    Rule(.functions, .error("U412"), stage: .proof(strangersSecrets)),
    Rule(.property, .error("U451"), stage: .proof(ownProperties)),
    Rule(.property, .error("U452"), stage: .proof(stepBounds)),
    // What the platform demands.
    Rule(.policy, .error("U190"), stage: .proof(policyProperties)),
    Rule(.policy, .error("U191"), stage: .proof(refusedOptOuts)),
    Rule(.policy, .error("U192"), stage: .shape(policyBounds)),
    Rule(.policy, .error("U193"), stage: .shape(allowances)),
    Rule(.guessing, .error("U501"), stage: .proof(judging(boundedGuessing, proving: "U501", by: provenGuesses))),
    Rule(.guessing, .error("U502"), stage: .proof(guessingOdds)),
    Rule(.guessing, .error("U503"), stage: .proof(judging(comparedGuesses, proving: "U503", by: provenComparisons))),
    Rule(.mail, .error("U601"), stage: .proof(judging(boundedMail, proving: "U601", by: provenMail))),
    Rule(.mail, .error("U602"), stage: .proof(floodedAddresses)),
    Rule(.mail, .warning("U603"), stage: .shape(missingChannels)),
    Rule(.secrets, .error("U701"), stage: .proof(judging(secretsStaySecret, proving: "U701", by: provenSecrets))),
    Rule(.ownership, .error("U702"), stage: .proof(ownersOnly)),
    Rule(.doors, .error("U901"), stage: .proof(judging(lockOut, proving: "U901", by: provenDoors))),
    Rule(.doors, .error("U902"), stage: .proof(denyByDefault)),
    Rule(.factors, .error("U903"), stage: .proof(secondFactors)),
    Rule(.factors, .error("U904"), stage: .proof(factorChanges)),
    Rule(.factors, .error("U905"), .warning("U908"), stage: .proof(factorResets)),
    Rule(.factors, .error("U906"), stage: .proof(broughtFactors)),
    Rule(.factors, .warning("U907"), stage: .proof(handedOutFactors)),
    // Last, as it keeps a warning back while there are errors.
    Rule(.concealment, .error("U801"), .warning("U802"), stage: .last(concealedAccounts)),
    Rule(.concealment, .warning("U803"), stage: .last(quietTogether)),
  ]
}
