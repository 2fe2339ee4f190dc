import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime

/// A way through flows that somebody can go: what is given, and the steps. It is what a case is made of.
struct Trail: Sendable {
  /// The flow that its first step starts.
  var flow: String
  /// What is given besides what the world of samples gives.
  var given = CaseWorld()
  var steps: [CaseStep] = []
  /// What is special about its last step, as names of cases say it; nil: nothing.
  var words: String?
  /// What happens before that, as a sentence of its own; nil: nothing.
  var clause: String?
  /// What was sent and changed so far that can decide where it goes on, by names of fields.
  var facts: [String: String] = [:]

  /// This trail and one more step.
  func then(_ step: CaseStep) -> Trail {
    var trail = self
    trail.steps.append(step)
    return trail
  }

  /// The number of its last step that begins a run.
  var lastStart: Int {
    steps.lastIndex { step in
      switch step.action {
      case .start, .open: true
      case .send, .wait, .given, .look: false
      }
    } ?? 0
  }
}

/// A trail that was gone.
struct TrailPlay: Sendable {
  /// What each step came to, of one that is done several times the last time.
  var records: [StepRecord] = []
  /// The transitions that each step took, of all times.
  var paths: [[StepPath.Taken]] = []
  /// What the run of whoever the case is about came to last.
  var reply: Reply?
  /// What an opened link carries.
  var carried: Set<String> = []
  /// How the newest code came; nil: none did.
  var codeChannel: ChannelKind?
  /// Whether some end has given a grant.
  var hasGrant = false
  /// The function that was told a link last, and the flow to which that leads.
  var told: (function: String, flow: String)?
  /// The flows to which links were sent by mail; the newest last.
  var mailed: [String] = []

  /// The transitions of its last step.
  var last: [StepPath.Taken] { paths.last ?? [] }

  /// Whether another play went the same ways and got the same answers.
  func isLike(_ other: TrailPlay) -> Bool {
    paths == other.paths && records.count == other.records.count
      && zip(records, other.records).allSatisfy { mine, others in
        mine.reply?.state == others.reply?.state && mine.reply?.error?.code == others.reply?.error?.code
          && mine.reply?.end?.name == others.reply?.end?.name && mine.asked == others.asked
          && mine.messages.map(\.to) == others.messages.map(\.to)
      }
  }
}

/// Where trails are gone: the table of a tenant, made ready once, with a world of samples.
struct TrailGround {
  let tried: TriedTable
  let world: SampleWorld

  var table: FlowTable { tried.table }

  init(_ tried: TriedTable) {
    self.tried = tried
    world = SampleWorld(tried.table)
  }

  /// Goes a trail from its start in a world of its own; nil where it cannot be gone. `alone`: with nothing given but what the
  /// trail itself says.
  func play(_ trail: Trail, alone: Bool = false) async -> TrailPlay? {
    var play = TrailPlay()
    do {
      let stage = try CaseStage(tried, now: nil)
      try await stage.take(alone ? trail.given : world.given.with(trail.given))
      for step in trail.steps {
        var last = StepRecord(action: "")
        var path: [StepPath.Taken] = []
        for _ in 0..<step.times {
          last = try await stage.perform(step, of: trail.flow, nil)
          path += last.path
          try await stage.takeWhatLeft(&last)
        }
        play.records.append(last)
        play.paths.append(path)
      }
      play.take(stage)
      return play
    } catch {
      return nil
    }
  }
}

extension TrailPlay {
  fileprivate mutating func take(_ stage: CaseStage) {
    let standing = stage.standings[""]
    reply = standing?.reply
    carried = Set(standing?.carried.keys.map { $0 } ?? [])
    hasGrant = stage.ends.contains { $0.grants?["sign-in"] != nil }
    for message in stage.messages {
      switch message.content {
      case .code: codeChannel = message.channel
      case .link(_, _, let url, _), .invitation(_, _, let url, _):
        if message.channel == .email, let opened = OpenedLink(url, stage.table) { mailed.append(opened.flow) }
      case .notice: break
      }
    }
    if let asked = stage.asked.last(where: { $0.request["token"]?.string != nil }) {
      let flows = stage.table.flows.lazy.flatMap { flow in
        flow.calls.filter { $0.function.map { stage.table.functions[$0].name } == asked.function }.compactMap(
          \.linkFlow)
      }
      if let flow = flows.first, stage.table.flows.indices.contains(flow) {
        told = (asked.function, stage.table.flows[flow].name)
      }
    }
  }
}
