package import FlowExpression

/// Slots as expressions read them: an e-mail address in the form in which two are compared, so that two spellings of one are
/// equal, and an end of one is found in each. Telephone numbers rest in that form.
package struct AddressSlots<Slots: SlotReader>: SlotReader {
  private let slots: Slots
  private let definition: (Int) -> AttributeDefinition?

  /// `definition`: what is declared of a slot; nil for those of the account and the run.
  package init(_ slots: Slots, definition: @escaping (Int) -> AttributeDefinition?) {
    (self.slots, self.definition) = (slots, definition)
  }

  package func value(ofSlot slot: Int) -> Value? {
    guard let value = slots.value(ofSlot: slot), case .string(let text) = value, let definition = definition(slot),
      definition.type == .email
    else { return slots.value(ofSlot: slot) }
    let form = definition.normalised(text)
    // A letter or two become longer in lower case. What is proven of lengths is proven of what was typed.
    return .string(form.unicodeScalars.count <= text.unicodeScalars.count ? form : text)
  }
}

extension CompiledExpression {
  /// Whether it asks what an address is. A plain copy takes it as it stands, with the letters that its owner writes.
  package func comparesAddresses(_ isAddress: (Int) -> Bool) -> Bool {
    copiedSlot == nil && reads.contains { isAddress($0.slot) }
  }
}
