import FlowJSON
import FlowRuntime

/// The limits a field tells: `minLength` and `maxLength` in Unicode scalars of a text or elements of a list, `minimum`
/// and `maximum` of a number. Others are left to the service.
struct FieldLimits {
  private let minLength: Int64?
  private let maxLength: Int64?
  private let minimum: JSON?
  private let maximum: JSON?

  init(_ field: Reply.FieldView) {
    func limit(_ name: String) -> JSON? { field.limits.first { $0.name == name }?.value }
    minLength = limit("minLength")?.int
    maxLength = limit("maxLength")?.int
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

  /// Why a value is outside the limits; nil: it is not.
  func complaint(about value: JSON) -> String? {
    switch value {
    case .string(let text): return length(Int64(text.unicodeScalars.count), "character")
    case .array(let elements): return length(Int64(elements.count), "element")
    case .int, .double:
      if let minimum, isLess(value, minimum) { return "At least \(words(minimum))." }
      if let maximum, isLess(maximum, value) { return "At most \(words(maximum))." }
      return nil
    default: return nil
    }
  }

  private func length(_ length: Int64, _ unit: String) -> String? {
    if let minLength, length < minLength { return "At least \(count(Int(minLength), unit))." }
    if let maxLength, length > maxLength { return "At most \(count(Int(maxLength), unit))." }
    return nil
  }

  private func isLess(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left < right
    case (.int(let left), .double(let right)): Double(left) < right
    case (.double(let left), .int(let right)): left < Double(right)
    case (.double(let left), .double(let right)): left < right
    default: false
    }
  }
}
