import FlowJSON
import FlowModel
import FlowRuntime

extension PasswordPolicy {
  /// What a new password must be, in words.
  func words(_ standard: StandardWords) -> String {
    standard.text(.terminalPasswordLength, ["min": .integer(Int64(minLength))])
      + (classes > 1 ? ", " + standard.text(.terminalPasswordClasses, ["classes": .integer(Int64(classes))]) : "")
  }
}

extension AttributeDefinition {
  /// The numbers allowed, in words; nil: all.
  func range(_ standard: StandardWords) -> String? {
    func value(_ bound: Double) -> MessageValue { Int64(exactly: bound).map(MessageValue.integer) ?? .number(bound) }
    return standard.range(minimum.map(value), maximum.map(value))
  }

  /// How many elements a list takes, in words; nil: any number.
  func howMany(_ standard: StandardWords) -> String? {
    if let minLength, minLength == maxLength { return String(minLength) }
    return standard.range(minLength.map { .integer(Int64($0)) }, maxLength.map { .integer(Int64($0)) })
  }
}

extension StandardWords {
  fileprivate func range(_ low: MessageValue?, _ high: MessageValue?) -> String? {
    switch (low, high) {
    case (let low?, let high?): text(.terminalRange, ["low": low, "high": high])
    case (let low?, nil): text(.terminalAtLeast, ["low": low])
    case (nil, let high?): text(.terminalAtMost, ["high": high])
    case (nil, nil): nil
    }
  }
}
