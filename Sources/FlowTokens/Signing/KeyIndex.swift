import FlowJSON
import FlowRuntime

/// What all tenants share of their keys: who has some, and those of before each had their own.
///
/// It rests where an earlier version kept the keys of all tenants. They go on to verify, for every tenant, until what they
/// signed has ended; they sign nothing any more.
struct KeyIndex {
  static let name = "signing-keys"

  /// The keys of before.
  var shared: KeySet
  /// The tenants that have keys, in the order of their first.
  var tenants: [String]

  init() {
    shared = KeySet(version: 0)
    tenants = []
  }

  /// Reads the record; `isOld` where an earlier version wrote it.
  init(_ record: SecretRecord, _ key: ServerKey, now: Milliseconds) throws(TokenError) {
    let (keys, content) = try KeySet.read(record, key)
    let listed = content["tenants"]?.array
    tenants = (listed ?? []).compactMap(\.string)
    isOld = listed == nil
    shared = KeySet(keys.retained(now: now, .whole), version: keys.version, forgotten: keys.forgotten)
  }

  private(set) var isOld = false

  /// The keys that a tenant begins with.
  var first: KeySet { KeySet(shared.keys, version: 0, forgotten: shared.forgotten) }

  /// The record of the next version.
  func record(_ key: ServerKey) -> SecretRecord {
    var next = shared
    next.version &+= 1
    return next.record(Self.name, key, adding: ["tenants": .array(tenants.map(JSON.string))])
  }
}
