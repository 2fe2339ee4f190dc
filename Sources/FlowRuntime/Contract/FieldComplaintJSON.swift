public import FlowJSON
public import FlowModel

extension FieldComplaint {
  /// What belongs to the code: `min`, `max`, `expected`, `option`, `options`, `pattern`.
  public var parameters: JSONObject {
    switch self {
    case .wrongType(let expected): ["expected": .string(expected.rawValue)]
    case .wrongForm(let expected): ["expected": .string(expected.rawValue)]
    case .noPhone: ["expected": .string(FieldComplaint.TextForm.phone.rawValue)]
    case .patternMismatch(let pattern): ["pattern": .string(pattern)]
    case .noOption(let options), .noOptions(let options): ["options": .array(options.map(JSON.string))]
    case .repeated(let option): ["option": .string(option)]
    case .tooShort(let min), .tooFew(let min): ["min": .int(Int64(min))]
    case .tooLong(let max), .tooManyBytes(let max), .tooMany(let max): ["max": .int(Int64(max))]
    case .tooSmall(let min): ["min": .number(min)]
    case .tooLarge(let max): ["max": .number(max)]
    case .deceptive, .unknownField: [:]
    }
  }
}
