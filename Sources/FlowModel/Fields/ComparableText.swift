extension AttributeDefinition {
  /// The form of a value in which two are compared: composed (Unicode NFC), as storage compares bytes, and in lower case
  /// unless the attribute tells cases apart. An e-mail address has its domain in one form besides, in which cases never
  /// matter; a telephone number has that of E.164.
  package func normalised(_ value: String) -> String {
    if type == .email, let address = EmailAddress(value) { return address.comparable(keepingCase: isCaseSensitive) }
    if type == .phone, numbers != .any, let number = PhoneNumber(value, region: region) { return number.text }
    return UnicodeForm.composed(isCaseSensitive ? value : UnicodeForm.lowercased(value))
  }

  /// The form in which conditions compare its texts: addresses as accounts do, all others letter by letter.
  public func compared(_ text: String) -> String { type.isAddress ? normalised(text) : text }

  /// Whether both hold addresses and compare them alike: who controls one in the one controls it in the other.
  package func holdsSameAddresses(as other: AttributeDefinition) -> Bool {
    type.isAddress && type == other.type && isCaseSensitive == other.isCaseSensitive
  }
}

/// The form of an identifier in which no two accounts differ, whatever the attribute: for limits, which need not tell apart
/// what accounts do. Blanks and unseen marks around it are no part of it, nor is what stands between the digits of a telephone number.
package func comparableIdentifier(_ value: String) -> String {
  let trimmed = value.withoutBlanks
  if let dialled = PhoneNumber.dialled(trimmed) { return dialled }
  return EmailAddress(trimmed)?.comparable() ?? UnicodeForm.composed(UnicodeForm.lowercased(trimmed))
}
