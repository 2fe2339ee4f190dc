import FlowJSON
import FlowRuntime

/// The numbers that a field allows, for its prompt.
struct FieldLimits {
  private let minimum: JSON?
  private let maximum: JSON?

  init(_ field: Reply.FieldView) {
    func limit(_ name: String) -> JSON? { field.limits.first { $0.name == name }?.value }
    minimum = limit("minimum")
    maximum = limit("maximum")
  }

  /// The numbers allowed, in words; nil: all.
  var range: String? {
    switch (minimum, maximum) {
    case (let low?, let high?): "\(words(low)) to \(words(high))"
    case (let low?, nil): "at least \(words(low))"
    case (nil, let high?): "at most \(words(high))"
    case (nil, nil): nil
    }
  }
}
