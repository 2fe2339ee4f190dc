import FlowExpression
package import FlowModel

/// A flow as the interpreter reads it: behind one reference, with what states and slots need at hand, so that a step
/// copies none of the table's arrays.
final class FlowCode: Sendable {
  /// What a step needs of a state.
  struct State: Sendable {
    let kind: StateKind
    let payload: Int32
  }

  /// What a step needs of a transition; `detail` says whether there is more to do than to go on.
  struct Branch: Sendable {
    let target: Int32
    let detail: Bool
  }

  /// A field of a page's event as a client names it.
  struct Field: Sendable {
    let name: String
    let slot: Slot
    /// The attribute's type; nil: it is a secret.
    let type: AttributeType?
  }

  let flow: Flow
  /// The fields of each page's events.
  let fields: [[[Field]]]
  /// Whether fields of each page's events depend on others.
  let dependent: [[Bool]]
  let states: [State]
  let branches: [Branch]
  /// The rule of each slot from `firstAttributeSlot` on.
  let rules: [SlotRule]
  /// The expressions that ask what e-mail addresses are.
  let comparing: Set<Int32>

  /// `comparing`: the expressions that ask what the table's addresses are.
  init(_ flow: Flow, of table: FlowTable, rules: [SlotRule], comparing: Set<Int32>) {
    self.flow = flow
    fields = flow.pages.map { page in
      page.events.map { event in
        event.fields.compactMap { field in
          let name = table.name(of: field.slot, in: flow)
          guard table.fieldSlot(named: name) == field.slot else { return nil }
          return Field(name: name, slot: field.slot, type: table.definition(of: field.slot, in: flow)?.type)
        }
      }
    }
    dependent = flow.pages.map { page in page.events.map { $0.fields.contains { $0.terms != nil } } }
    states = flow.states.map { State(kind: $0.kind, payload: $0.payload) }
    branches = flow.transitions.map { Branch(target: $0.target, detail: $0.error >= 0 || $0.assignmentCount > 0) }
    self.rules = rules
    let hasAddresses = rules.dropFirst(table.attributes.count).contains { $0.definition.type == .email }
    self.comparing = hasAddresses ? Self.comparing(table, rules) : comparing
  }

  /// The expressions that ask what the addresses among some slots are.
  static func comparing(_ table: FlowTable, _ rules: [SlotRule]) -> Set<Int32> {
    let isAddress = { (slot: Int) in
      rules.indices.contains(slot - Int(firstAttributeSlot))
        && rules[slot - Int(firstAttributeSlot)].definition.type == .email
    }
    return Set(
      table.expressions.indices.lazy.filter { table.expressions[$0].comparesAddresses(isAddress) }.map(Int32.init))
  }
}

/// A table made ready to run: its hash and its compiled patterns beside it. Shared by all runs that are pinned to it.
package final class Program: Sendable {
  /// The table.
  package let table: FlowTable
  /// The hash of its content.
  package let hash: ContentHash
  /// The table's flows.
  let flows: [FlowCode]
  /// What is counted of each of them; none where nothing is.
  let measures: [FlowMeasures]
  /// The table's languages.
  private let languages: [LanguageTag]
  /// What people read, in each of them, the table's own first.
  private let words: [ProgramWords]
  /// The words of messages.
  let messages: MessageCatalogue
  private let addressees: Set<Slot>
  private let shownFactors: Set<Slot>
  private let decisions: Set<Slot>
  private let trusting: Set<Int32>

  /// What people read in one of the table's languages.
  func words(_ language: LanguageTag) -> ProgramWords {
    words.first { $0.table.language == language } ?? words[0]
  }

  /// One of the languages that runs speak, by its text.
  func language(named text: String) -> LanguageTag? { languages.first { $0.text == text } }

  /// Whether some flow sends messages to what an attribute holds.
  func isSentTo(_ slot: Slot) -> Bool { addressees.contains(slot) }

  /// Whether some flow asks a function for the second factor of which an attribute holds what the account has.
  func isShown(_ slot: Slot) -> Bool { shownFactors.contains(slot) }

  /// Whether a flow that asks for a second factor reads an attribute of the account, by which it may do without one.
  func decides(_ slot: Slot) -> Bool { decisions.contains(slot) }

  /// Whether an application lets accounts in whose addresses nobody has proven: one that offers a flow which creates such
  /// accounts. Where no application started a run, nothing else is known than that the tenant has such flows.
  func takesUnproven(_ application: Int32?) -> Bool { application.map(trusting.contains) ?? true }

  /// Makes a table ready; fails where a pattern is none, which the compiler never lets pass.
  package convenience init(_ table: FlowTable, hash: ContentHash) throws(TableFileError) {
    try self.init(table, hash: hash, countedBy: nil)
  }

  private init(_ table: FlowTable, hash: ContentHash, countedBy measures: EngineMeasures?) throws(TableFileError) {
    self.table = table
    self.hash = hash
    self.measures = measures.map { measures in table.flows.map { FlowMeasures($0, of: table, in: measures) } } ?? []
    var attributes: [SlotRule] = []
    for attribute in table.attributes { attributes.append(try SlotRule(attribute)) }
    let comparing = FlowCode.comparing(table, attributes)
    var flows: [FlowCode] = []
    for flow in table.flows {
      var rules = attributes
      for input in flow.inputs { rules.append(try SlotRule(input)) }
      flows.append(FlowCode(flow, of: table, rules: rules, comparing: comparing))
    }
    self.flows = flows
    languages = table.languages
    words = languages.map { ProgramWords(table.speaking($0)) }
    messages = MessageCatalogue(table)
    addressees = Set(table.flows.flatMap { $0.calls.compactMap(\.address) })
    shownFactors = Set(table.flows.flatMap { $0.calls.compactMap(\.shownFactor) })
    decisions = Set(table.flows.flatMap(\.readBesideFactors).filter { !table.holdsAddress($0) })
    trusting = Set(
      table.applications.indices.filter { table.takesUnproven(table.applications[$0]) }.map { Int32($0) })
  }

  /// Reads a table's file and makes it ready.
  package convenience init(file: [UInt8]) throws(TableFileError) { try self.init(file: file, countedBy: nil) }

  /// The same, and has its runs counted.
  convenience init(file: [UInt8], countedBy measures: EngineMeasures?) throws(TableFileError) {
    let (table, hash) = try TableFile.read(file)
    try self.init(table, hash: hash, countedBy: measures)
  }
}

extension Flow {
  /// What it reads of accounts, where it lets somebody in and asks for codes or for what functions show.
  fileprivate var readBesideFactors: [Slot] {
    let letsIn = calls.contains(where: \.definition.opensSession) || ends.contains(where: \.grantsSignIn)
    let asks = calls.contains { call in
      call.shownFactor != nil || call.definition.outcomes.contains { $0.mints.contains(.verifiedCodeTarget) }
    }
    guard letsIn, asks else { return [] }
    return calls.compactMap { call in
      call.definition.outcomes.lazy.compactMap(\.writes).first.flatMap { call.slot($0.parameter) }
    }
  }
}

extension FlowTable {
  /// Whether what is in a slot tells people apart: an address, or an identifier.
  fileprivate func holdsAddress(_ slot: Slot) -> Bool {
    let index = Int(slot) - Int(firstAttributeSlot)
    return attributes.indices.contains(index) && (attributes[index].isIdentifier || attributes[index].type.isAddress)
  }
}
