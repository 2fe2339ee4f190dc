extension Flow: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    name.encode(to: &writer)
    summary.encode(to: &writer)
    revealsAccounts.encode(to: &writer)
    lifetime.encode(to: &writer)
    inputs.encode(to: &writer)
    start.encode(to: &writer)
    states.encode(to: &writer)
    transitions.encode(to: &writer)
    pages.encode(to: &writer)
    calls.encode(to: &writer)
    choices.encode(to: &writer)
    ends.encode(to: &writer)
    assignments.encode(to: &writer)
  }

  /// Reads all properties; `FlowTable.validate` checks that indices are in range.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    name = try String(from: &reader)
    summary = try String(from: &reader)
    revealsAccounts = try Bool(from: &reader)
    lifetime = try Int(from: &reader)
    inputs = try [AttributeDefinition](from: &reader)
    start = try Int32(from: &reader)
    states = try [FlowState](from: &reader)
    transitions = try [Transition](from: &reader)
    pages = try [Page](from: &reader)
    calls = try [EffectCall](from: &reader)
    choices = try [Choice](from: &reader)
    ends = try [End](from: &reader)
    assignments = try [Assignment](from: &reader)
  }
}

extension FlowState: BinaryCodable {
  /// Appends name, kind and payload.
  public func encode(to writer: inout ByteWriter) {
    name.encode(to: &writer)
    kind.encode(to: &writer)
    payload.encode(to: &writer)
  }
  /// Reads name, kind and payload.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    name = try String(from: &reader)
    kind = try StateKind(from: &reader)
    payload = try Int32(from: &reader)
  }
}

extension Transition: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    target.encode(to: &writer)
    error.encode(to: &writer)
    errorFields.encode(to: &writer)
    firstAssignment.encode(to: &writer)
    assignmentCount.encode(to: &writer)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    target = try Int32(from: &reader)
    error = try Int32(from: &reader)
    errorFields = try [Slot](from: &reader)
    firstAssignment = try Int32(from: &reader)
    assignmentCount = try Int32(from: &reader)
  }
}

extension Assignment: BinaryCodable {
  /// Appends slot and expression.
  public func encode(to writer: inout ByteWriter) {
    slot.encode(to: &writer)
    expression.encode(to: &writer)
  }
  /// Reads slot and expression.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    slot = try Slot(from: &reader)
    expression = try Int32(from: &reader)
  }
}

extension Page: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    title.encode(to: &writer)
    switch skip {
    case .never: Int32(-2).encode(to: &writer)
    case .filled: Int32(-1).encode(to: &writer)
    case .when(let expression): expression.encode(to: &writer)
    }
    events.encode(to: &writer)
    timeout.encode(to: &writer)
    timeoutTransition.encode(to: &writer)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    title = try String(from: &reader)
    switch try Int32(from: &reader) {
    case -2: skip = .never
    case -1: skip = .filled
    case let expression: skip = .when(expression)
    }
    events = try [PageEvent](from: &reader)
    timeout = try Int(from: &reader)
    timeoutTransition = try Int32(from: &reader)
  }
}

extension PageEvent: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    name.encode(to: &writer)
    fields.encode(to: &writer)
    transition.encode(to: &writer)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    name = try String(from: &reader)
    fields = try [PageField](from: &reader)
    transition = try Int32(from: &reader)
  }
}

extension PageField: BinaryCodable {
  /// Appends slot and need.
  public func encode(to writer: inout ByteWriter) {
    slot.encode(to: &writer)
    isRequired.encode(to: &writer)
  }
  /// Reads slot and need.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    slot = try Slot(from: &reader)
    isRequired = try Bool(from: &reader)
  }
}

extension EffectCall: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    effect.encode(to: &writer)
    arguments.encode(to: &writer)
    transitions.encode(to: &writer)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    effect = try Effect(from: &reader)
    arguments = try [EffectArgument](from: &reader)
    transitions = try [Int32](from: &reader)
  }
}

extension EffectArgument: BinaryCodable {
  /// Appends a number for the kind, and the value.
  public func encode(to writer: inout ByteWriter) {
    func put(_ kind: UInt8, _ value: Int32) {
      writer.write(kind)
      value.encode(to: &writer)
    }
    switch self {
    case .absent: writer.write(UInt8(0))
    case .slot(let slot): put(1, slot)
    case .slots(let slots):
      writer.write(UInt8(2))
      slots.encode(to: &writer)
    case .word(let index): put(3, index)
    case .function(let index): put(4, index)
    case .flow(let index): put(5, index)
    case .verified(let slot): put(6, slot)
    }
  }
  /// Reads a number for the kind, and the value.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    switch try reader.read(UInt8.self) {
    case 0: self = .absent
    case 1: self = .slot(try Slot(from: &reader))
    case 2: self = .slots(try [Slot](from: &reader))
    case 3: self = .word(try Int32(from: &reader))
    case 4: self = .function(try Int32(from: &reader))
    case 5: self = .flow(try Int32(from: &reader))
    case 6: self = .verified(try Slot(from: &reader))
    default: throw reader.failure("an unknown kind of argument")
    }
  }
}

extension Choice: BinaryCodable {
  /// Appends the branches.
  public func encode(to writer: inout ByteWriter) { branches.encode(to: &writer) }
  /// Reads the branches.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { branches = try [Branch](from: &reader) }
}

extension Choice.Branch: BinaryCodable {
  /// Appends condition and transition.
  public func encode(to writer: inout ByteWriter) {
    condition.encode(to: &writer)
    transition.encode(to: &writer)
  }
  /// Reads condition and transition.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    condition = try Int32(from: &reader)
    transition = try Int32(from: &reader)
  }
}

extension End: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    name.encode(to: &writer)
    grantsSignIn.encode(to: &writer)
    results.encode(to: &writer)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    name = try String(from: &reader)
    grantsSignIn = try Bool(from: &reader)
    results = try [Result](from: &reader)
  }
}

extension End.Result: BinaryCodable {
  /// Appends slot and name; the slot -1 stands for the tokens.
  public func encode(to writer: inout ByteWriter) {
    switch self {
    case .slot(let slot, let name):
      slot.encode(to: &writer)
      name.encode(to: &writer)
    case .tokens: Slot(-1).encode(to: &writer)
    }
  }
  /// Reads slot and name.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let slot = try Slot(from: &reader)
    self = slot == -1 ? .tokens : .slot(slot, name: try String(from: &reader))
  }
}
