extension Flow: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(
      name, summary, revealsAccounts, lifetime, inputs, start, states, transitions, pages, calls, choices, ends,
      assignments)
  }

  /// Reads all properties; `FlowTable.validate` checks that indices are in range.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (
      name, summary, revealsAccounts, lifetime, inputs, start, states, transitions, pages, calls, choices, ends,
      assignments
    ) = try reader.decode()
  }
}

extension FlowState: BinaryCodable {
  /// Appends name, kind and payload.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(name, kind, payload)
  }
  /// Reads name, kind and payload.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (name, kind, payload) = try reader.decode()
  }
}

extension Transition: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(target, error, errorFields, firstAssignment, assignmentCount)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (target, error, errorFields, firstAssignment, assignmentCount) = try reader.decode()
  }
}

extension Assignment: BinaryCodable {
  /// Appends slot and expression.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(slot, expression)
  }
  /// Reads slot and expression.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (slot, expression) = try reader.decode()
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
    writer.encode(events, timeout, timeoutTransition)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    title = try String(from: &reader)
    switch try Int32(from: &reader) {
    case -2: skip = .never
    case -1: skip = .filled
    case let expression: skip = .when(expression)
    }
    (events, timeout, timeoutTransition) = try reader.decode()
  }
}

extension PageEvent: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(name, fields, transition, label)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (name, fields, transition) = try reader.decode()
    label = reader.format >= 5 ? try String(from: &reader) : ""
  }
}

extension PageField: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(slot, isRequired, terms, help, placeholder)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (slot, isRequired) = try reader.decode()
    if reader.format > 7 { (terms, help, placeholder) = try reader.decode() }
  }
}

extension EffectCall: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(effect, arguments, transitions)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (effect, arguments, transitions) = try reader.decode()
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
    case .notice(let name):
      writer.write(UInt8(7))
      name.encode(to: &writer)
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
    case 7: self = .notice(try String(from: &reader))
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
    writer.encode(condition, transition)
  }
  /// Reads condition and transition.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (condition, transition) = try reader.decode()
  }
}

extension End: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(name, grantsSignIn, results, redirect)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (name, grantsSignIn, results) = try reader.decode()
    redirect = reader.format > 3 ? try String?(from: &reader) : nil
  }
}

extension End.Result: BinaryCodable {
  /// Appends slot and name; the slot -1 stands for the tokens.
  public func encode(to writer: inout ByteWriter) {
    switch self {
    case .slot(let slot, let name):
      writer.encode(slot, name)
    case .tokens: Slot(-1).encode(to: &writer)
    }
  }
  /// Reads slot and name.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let slot = try Slot(from: &reader)
    self = slot == -1 ? .tokens : .slot(slot, name: try String(from: &reader))
  }
}
