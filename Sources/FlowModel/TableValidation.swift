import FlowExpression

extension FlowTable {
  /// Checks that all indices are in range, so that the interpreter may follow them blindly.
  func validate() throws(DecodingFailure) {
    func expect(_ holds: Bool, _ what: String) throws(DecodingFailure) {
      if !holds { throw DecodingFailure(offset: 0, message: what) }
    }
    for application in applications {
      for flow in application.flows + application.parts.map(\.flow) {
        try expect(flows.indices.contains(Int(flow)), "an application's flow")
      }
      for attribute in application.userData {
        try expect(attributes.indices.contains(Int(attribute)), "an application's attribute")
      }
    }
    // Seconds are reckoned with in milliseconds, counts multiplied with each other: 31 bits leave room for both.
    func bound(_ number: Int) throws(DecodingFailure) { try expect((0...Int(Int32.max)).contains(number), "a number") }
    for (number, range) in policyNumbers { try expect(range.contains(number), "a number of a policy") }
    for rate in [codes.perIdentifier, links.perIdentifier, notices.perIdentifier, passwords.attempts]
      + functions.compactMap(\.attempts)
    { try expect(rate.isPossible, "a rate") }
    for seconds in [tokens.access, tokens.refresh, tokens.session].compactMap(\.self) { try bound(seconds) }
    try expect(passwords.hashing.isPossible, "the cost of a password's hash")
    switch passwords.breaches {
    case nil: break
    case .file(let path): try expect(BreachSource.isInside(path), "the list of leaked passwords")
    case .function(let index): try expect(functions.indices.contains(Int(index)), "the function for leaked passwords")
    }
    for function in functions { try bound(function.timeout) }
    try expect(Set(channels.map(\.kind)).count == channels.count, "two channels of a kind")
    for channel in channels {
      try expect(ChannelDefinition.connectionRange.contains(channel.connections), "the connections of a channel")
      try expect(channel.perSecond.map(ChannelDefinition.rateRange.contains) ?? true, "the rate of a channel")
      switch channel.target {
      case .smtp: try expect(channel.kind == .email, "a mail server for other messages than mail")
      case .webhook(let hook): try bound(hook.timeout)
      }
    }
    try expect(Set(languages).count == languages.count, "two times the same language")
    let textCount = locales.isEmpty ? 0 : texts.count
    try expect(Set(words.map(\.tag)).count == words.count, "two times the words of a language")
    for locale in locales { try expect(locale.texts.count == textCount, "the words of a language") }
    try expect(
      localeAttribute == -1
        || attributes.indices.contains(Int(localeAttribute)) && attributes[Int(localeAttribute)].holdsLanguage,
      "the attribute of an account's language")
    for attribute in attributes + flows.flatMap(\.inputs) {
      for length in [attribute.minLength, attribute.maxLength].compactMap(\.self) { try bound(length) }
      try expect([0, attribute.options.count].contains(attribute.optionLabels.count), "the words of options")
    }
    for template in messages {
      for slot in template.texts.flatMap(\.slots) {
        try expect(attributes.indices.contains(Int(slot) - Int(firstAttributeSlot)), "an attribute of a message")
      }
    }
    for flow in flows {
      let slots = 0..<Slot(slotCount(flow))
      let transitions = 0..<Int32(flow.transitions.count)
      func check(slot: Slot) throws(DecodingFailure) { try expect(slots.contains(slot), "a slot") }
      func check(transition: Int32) throws(DecodingFailure) {
        try expect(transitions.contains(transition), "a transition")
      }
      func check(expression: Int32) throws(DecodingFailure) {
        try expect(expressions.indices.contains(Int(expression)), "an expression")
        for read in expressions[Int(expression)].reads + expressions[Int(expression)].tests {
          try check(slot: Slot(truncatingIfNeeded: read.slot))
        }
      }
      try expect(flow.states.indices.contains(Int(flow.start)), "the start of a flow")
      try bound(flow.lifetime)
      for state in flow.states {
        let count =
          switch state.kind {
          case .page: flow.pages.count
          case .effect: flow.calls.count
          case .choose: flow.choices.count
          case .end: flow.ends.count
          }
        try expect((0..<count).contains(Int(state.payload)), "a state's payload")
      }
      for transition in flow.transitions {
        try expect(flow.states.indices.contains(Int(transition.target)), "a transition's target")
        try expect(transition.error == -1 || errors.indices.contains(Int(transition.error)), "a transition's error")
        for slot in transition.errorFields { try check(slot: slot) }
        let (first, count) = (Int(transition.firstAssignment), Int(transition.assignmentCount))
        try expect(first >= 0 && count >= 0 && first + count <= flow.assignments.count, "a transition's assignments")
      }
      for assignment in flow.assignments {
        try check(slot: assignment.slot)
        try check(expression: assignment.expression)
      }
      for page in flow.pages {
        if case .when(let expression) = page.skip { try check(expression: expression) }
        try expect(page.skip == .never || !page.events.isEmpty, "a page without events that is skipped")
        try bound(page.timeout)
        if page.timeoutTransition != -1 { try check(transition: page.timeoutTransition) }
        for event in page.events {
          try check(transition: event.transition)
          for field in event.fields {
            try check(slot: field.slot)
            guard let terms = field.terms else { continue }
            for slot in terms.rules.flatMap(\.condition.fields) { try check(slot: slot) }
            let options = definition(of: field.slot, in: flow)?.options ?? []
            try expect(terms.options.allSatisfy { Set(options).isSuperset(of: $0.options) }, "options of a field")
          }
        }
      }
      for call in flow.calls {
        let definition = call.effect.definition
        // What may be left out may be missing at the end: tables from before there was more.
        try expect(
          call.transitions.count <= definition.outcomes.count
            && definition.outcomes[call.transitions.count...].allSatisfy { $0.isOptional || !call.mayAnswer($0) },
          "an effect's outcomes")
        try expect(
          call.arguments.count <= definition.parameters.count
            && !definition.parameters[call.arguments.count...].contains(where: \.isRequired), "an effect's arguments")
        for (transition, outcome) in zip(call.transitions, definition.outcomes)
        where transition != -1 || !outcome.isOptional {
          try check(transition: transition)
        }
        for (argument, parameter) in zip(call.arguments, definition.parameters) {
          try expect(
            isValid(argument, for: parameter, in: flow), "the argument \(parameter.name) of \(definition.name)")
        }
      }
      for choice in flow.choices {
        for branch in choice.branches {
          try check(transition: branch.transition)
          if branch.condition != -1 { try check(expression: branch.condition) }
        }
      }
      for end in flow.ends {
        for case .slot(let slot, _) in end.results { try check(slot: slot) }
        try expect(
          end.redirect == nil || !end.grantsSignIn && end.results.isEmpty, "an end in a browser hands something out")
      }
    }
  }
  private var policyNumbers: [(Int, ClosedRange<Int>)] {
    [
      (codes.digits, CodePolicy.digitRange), (codes.lifetime, CodePolicy.lifetimeRange),
      (codes.attempts, CodePolicy.attemptsRange), (codes.resendAfter, CodePolicy.resendAfterRange),
      (links.lifetime, LinkPolicy.lifetimeRange), (links.invitations, LinkPolicy.lifetimeRange),
      (notices.lifetime, NoticePolicy.lifetimeRange), (passwords.minLength, PasswordPolicy.minLengthRange),
      (passwords.maxLength, PasswordPolicy.maxLengthRange), (passwords.classes, PasswordPolicy.classRange),
      (passwords.remember, PasswordPolicy.rememberRange),
    ]
  }
}
