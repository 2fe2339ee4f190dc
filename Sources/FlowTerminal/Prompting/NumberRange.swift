import FlowJSON
import FlowModel
import FlowRuntime

extension PasswordPolicy {
  /// What a new password must be, in words.
  var inWords: String {
    "at least \(count(minLength, "character"))"
      + (classes > 1 ? ", \(classes) of lower case, upper case, digits and others" : "")
  }
}

extension AttributeDefinition {
  /// The numbers allowed, in words; nil: all.
  var range: String? {
    switch (minimum.map { words(.number($0)) }, maximum.map { words(.number($0)) }) {
    case (let low?, let high?): "\(low) to \(high)"
    case (let low?, nil): "at least \(low)"
    case (nil, let high?): "at most \(high)"
    case (nil, nil): nil
    }
  }

  /// How many elements a list takes, in words; nil: any number.
  var howMany: String? {
    switch (minLength, maxLength) {
    case (let low?, let high?): low == high ? "\(low)" : "\(low) to \(high)"
    case (let low?, nil): "at least \(low)"
    case (nil, let high?): "at most \(high)"
    case (nil, nil): nil
    }
  }
}
