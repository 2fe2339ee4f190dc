import FlowModel

/// Tickets and counters rest with a keyed tag over all that they say.
extension RowSealing {
  private static let tagSize = 16

  /// The ticket with its tag behind the hash of its secret.
  func close(_ ticket: TicketRecord) -> TicketRecord {
    var record = ticket
    record.secretHash += tag("ticket", ticket)
    return record
  }

  /// The ticket that rests in a record; nil, which is noted, where it is not as `close` made it.
  func open(_ record: TicketRecord, _ refused: RefusedRows) -> TicketRecord? {
    var ticket = record
    ticket.secretHash = record.secretHash.dropLast(Self.tagSize)
    guard isTag(Array(record.secretHash.suffix(Self.tagSize)), "ticket", ticket) else {
      refused.note("\(record.kind) \(record.id)", tenant: record.tenant)
      return nil
    }
    return ticket
  }

  /// Whether a ticket that rests was made with the newest master key, as its secret was.
  func isOfNewestKey(_ record: TicketRecord) -> Bool {
    var ticket = record
    ticket.secretHash = record.secretHash.dropLast(Self.tagSize)
    return equalInConstantTime(tag("ticket", ticket), Array(record.secretHash.suffix(Self.tagSize)))
  }

  /// The counter with its tag.
  func close(_ counter: CounterRecord) -> CounterRecord {
    var record = counter
    record.tag = []
    record.tag = tag("counter", record)
    return record
  }

  /// The counter that rests in a record. One that is not as `close` made it counts as used up, which is noted.
  func open(_ record: CounterRecord, _ refused: RefusedRows) -> CounterRecord {
    var counter = record
    counter.tag = []
    if !isTag(record.tag, "counter", counter) {
      refused.note("counter \(record.key)")
      (counter.count, counter.expires) = (.max, .max)
    }
    return counter
  }

  private func tag(_ label: String, _ record: some BinaryCodable) -> [UInt8] {
    key.hash(tagged(label, record), .row, length: Self.tagSize)
  }

  private func isTag(_ tag: [UInt8], _ label: String, _ record: some BinaryCodable) -> Bool {
    key.isHash(tag, of: tagged(label, record), .row, length: Self.tagSize)
  }

  private func tagged(_ label: String, _ record: some BinaryCodable) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(label)
    record.encode(to: &writer)
    return writer.bytes
  }
}
