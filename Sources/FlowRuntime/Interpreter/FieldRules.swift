import FlowExpression
import FlowModel

extension Program {
  /// Holds an event's input, and what the run keeps of refused ones, against its fields and writes it into the run; where
  /// it does not fit, nothing is written. An empty text is no value; `null` takes out what the account has, too. A required attribute that the run has already need
  /// not be given again; a secret must.
  func accept(
    _ input: [SlotValue], for fields: [PageField], of code: FlowCode, isDependent: Bool, into run: inout Run
  ) -> Refusal? {
    var fields = fields
    var input = input.map { tidied($0, in: code, run.locale) }
    for draft in run.drafts where fields.contains(where: { $0.slot == draft.slot }) {
      if !input.contains(where: { $0.slot == draft.slot }) { input.append(draft) }
    }
    var settled = SettledFields()
    if isDependent {
      settled = self.settled(fields, &input, of: code, run)
      fields = settled.fields
    }
    var invalid: [InvalidField] = []
    for given in input where !given.value.isBlank {
      if let complaint = complaint(about: given.value, for: given.slot, in: code) {
        invalid.append(InvalidField(slot: given.slot, complaint: complaint))
      }
    }
    for field in settled.invalid where !invalid.contains(where: { $0.slot == field.slot }) { invalid.append(field) }
    if !invalid.isEmpty { return .invalid(invalid) }
    var missing: [Slot] = []
    for field in fields where field.isRequired {
      if let given = input.first(where: { $0.slot == field.slot }) {
        if given.value.isBlank { missing.append(field.slot) }
      } else if field.slot < firstAttributeSlot || run.slots[Int(field.slot)] == nil
        || settled.dropped.contains(field.slot)
      {
        missing.append(field.slot)
      }
    }
    if !missing.isEmpty { return .missing(missing) }
    for slot in settled.dropped { run.drop(slot) }
    for given in input {
      run.slots[Int(given.slot)] = given.value.isBlank ? nil : given.value
      if given.value == .null {
        run.removed.insert(given.slot)
      } else if !given.value.isBlank {
        run.removed.remove(given.slot)
      }
      run.note(given.value, givenFor: given.slot)
    }
    run.drafts = []
    return run.isTooLarge ? .tooLarge : nil
  }

  /// Keeps what is valid of a refused event's input, and takes back what an earlier one said of the same fields. What is
  /// secret is never kept.
  func keep(_ input: [SlotValue], of code: FlowCode, in run: inout Run) {
    for given in input.map({ tidied($0, in: code, run.locale) }) {
      run.drafts.removeAll { $0.slot == given.slot }
      let index = Int(given.slot - firstAttributeSlot)
      guard code.rules.indices.contains(index), !code.rules[index].definition.isSecret, !given.value.isBlank,
        complaint(about: given.value, for: given.slot, in: code) == nil
      else { continue }
      run.drafts.append(given)
    }
  }

  /// What was given in a run that speaks a language, in the form in which it rests.
  func tidied(_ given: SlotValue, in code: FlowCode, _ locale: LanguageTag) -> SlotValue {
    let index = Int(given.slot - firstAttributeSlot)
    guard code.rules.indices.contains(index) else { return given }
    return SlotValue(given.slot, code.rules[index].tidied(given.value, region: words(locale).region))
  }

  /// Why a value may not stand in a slot; nil if it may. `isGiven`: a client gives it, and it is tidied.
  func complaint(about value: Value, for slot: Slot, in code: FlowCode, isGiven: Bool = true) -> FieldComplaint? {
    let index = Int(slot - firstAttributeSlot)
    guard index >= 0 else {
      guard case .string(let text) = value else { return .wrongType(expected: .text) }
      return text.utf8.count > SlotRule.longestText ? .tooManyBytes(max: SlotRule.longestText) : nil
    }
    guard index < code.rules.count else { return .unknownField(.run) }
    return isGiven ? code.rules[index].complaint(aboutGiven: value) : code.rules[index].complaint(about: value)
  }
}

extension Value {
  /// Whether nothing was entered.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .list(let elements): elements.isEmpty
    default: false
    }
  }
}
