import FlowExpression
import FlowModel

/// The fields of an event as they stand once those before them are filled in.
struct SettledFields {
  /// Those that are there, with whether they are needed now.
  var fields: [PageField] = []
  /// What the run has, and must not: of fields that are not there, and options that are not offered.
  var dropped: [Slot] = []
  /// Values that were given and are none of the options offered.
  var invalid: [InvalidField] = []
}

extension Program {
  /// Settles an event's fields by what is given, and what the run has where nothing is; takes out of `input` what was given
  /// for fields that are not there. A client that shows them all is not refused for it, and nothing of it slips in.
  ///
  /// INVARIANT: a field's conditions ask for fields before it and for what came before the page, so one pass settles all.
  func settled(_ fields: [PageField], _ input: inout [SlotValue], of code: FlowCode, _ run: borrowing Run)
    -> SettledFields
  {
    var settled = SettledFields()
    var values = run.slots
    for given in input { values[Int(given.slot)] = given.value.isBlank ? nil : given.value }
    for field in fields {
      guard let terms = field.terms else {
        settled.fields.append(field)
        continue
      }
      let value = { [values] (slot: Slot) in values[Int(slot)] }
      if let show = terms.show, !show.condition.holds(value) {
        input.removeAll { $0.slot == field.slot }
        values[Int(field.slot)] = nil
        settled.dropped.append(field.slot)
        continue
      }
      var now = field
      now.isRequired = field.isRequired || terms.required?.condition.holds(value) ?? false
      settled.fields.append(now)
      guard let offered = terms.offered(value), let held = values[Int(field.slot)],
        let complaint = complaint(about: held, for: field.slot, in: code, offering: offered)
      else { continue }
      values[Int(field.slot)] = nil
      if input.contains(where: { $0.slot == field.slot }) {
        settled.invalid.append(InvalidField(slot: field.slot, complaint: complaint))
      } else {
        settled.dropped.append(field.slot)
      }
    }
    return settled
  }

  /// Why a value is none of the options that are offered now; nil if it is.
  private func complaint(about value: Value, for slot: Slot, in code: FlowCode, offering options: [String])
    -> FieldComplaint?
  {
    let index = Int(slot - firstAttributeSlot)
    guard code.rules.indices.contains(index) else { return nil }
    var definition = code.rules[index].definition
    definition.options = options
    return definition.complaint(about: value)
  }

  /// Takes what a page that is passed by has no place for out of the run, as its `submit` would have.
  func dropUnshown(_ fields: [PageField], of code: FlowCode, from run: inout Run) {
    var nothing: [SlotValue] = []
    for slot in settled(fields, &nothing, of: code, run).dropped { run.drop(slot) }
  }
}

extension Run {
  /// Takes the value of a field that is not there out of the run. What the account holds is not asked about.
  mutating func drop(_ slot: Slot) {
    slots[Int(slot)] = nil
    note(.null, givenFor: slot)
  }
}
