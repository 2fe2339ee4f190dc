import FlowModel
import Synchronization

/// The tables that an engine holds ready: the newest of each tenant, and those of runs in flight.
final class Programs: Sendable {
  /// The newest version of a tenant, with its file.
  struct Newest {
    let program: Program
    let file: [UInt8]
  }

  fileprivate struct State {
    var byTenant: [String: Newest] = [:]
    /// The newest ones by their hash. Two tenants never have the same table, as it names its tenant.
    var byHash: [ContentHash: Program] = [:]
    /// Replaced ones that runs may be pinned to, the last used at the end.
    var earlier: [Program] = []
  }

  /// How many replaced ones are held; of more, those not used for the longest time are read from storage again.
  fileprivate static let earlierLimit = 32

  private let state = Mutex(State())

  /// The newest version of each tenant.
  var newest: [Newest] { state.withLock { Array($0.byTenant.values) } }

  var count: Int { state.withLock { $0.byTenant.count + $0.earlier.count } }

  subscript(tenant: String) -> Newest? { state.withLock { $0.byTenant[tenant] } }

  /// Makes a program the newest of its tenant.
  func install(_ program: Program, file: [UInt8]) {
    state.withLock { state in
      let tenant = program.table.tenant
      let before = state.byTenant.updateValue(Newest(program: program, file: file), forKey: tenant)
      state.earlier.removeAll { $0.hash == program.hash }
      if let before, before.program.hash != program.hash { state.hold(before.program) }
      state.byHash[program.hash] = program
    }
  }

  /// Takes a tenant out; whether it was in.
  func remove(_ tenant: String) -> Bool {
    state.withLock { state in
      guard let before = state.byTenant.removeValue(forKey: tenant) else { return false }
      state.hold(before.program)
      return true
    }
  }

  /// The program of a hash, if it is at hand.
  func program(_ hash: ContentHash) -> Program? {
    state.withLock { state in
      if let newest = state.byHash[hash] { return newest }
      guard let index = state.earlier.firstIndex(where: { $0.hash == hash }) else { return nil }
      let program = state.earlier.remove(at: index)
      state.earlier.append(program)
      return program
    }
  }

  /// Holds one that a run needs.
  func hold(_ program: Program) {
    state.withLock { state in
      if state.byHash[program.hash] == nil { state.hold(program) }
    }
  }

  /// The hashes of the replaced ones.
  var earlier: [ContentHash] { state.withLock { $0.earlier.map(\.hash) } }

  /// Lets go of replaced ones.
  func drop(_ hashes: Set<ContentHash>) { state.withLock { $0.earlier.removeAll { hashes.contains($0.hash) } } }
}

extension Programs.State {
  fileprivate mutating func hold(_ program: Program) {
    byHash[program.hash] = nil
    earlier.removeAll { $0.hash == program.hash }
    earlier.append(program)
    if earlier.count > Programs.earlierLimit { earlier.removeFirst() }
  }
}
