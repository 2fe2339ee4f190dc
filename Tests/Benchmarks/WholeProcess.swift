import CYAML
import FlowCompiler
import Glibc

/// Figures of the program as people start it, and of what it cannot be faster than.
enum WholeProcess {
  static func measure(usher: String) -> [Row] {
    let version = (0..<31).map { _ in run([usher, "--help"]) }.median
    let small = GeneratedTenant(states: 1000)
    let large = GeneratedTenant(states: 10_000)
    defer {
      small.remove()
      large.remove()
    }
    _ = run([usher, "check", small.path])
    var (smalls, larges, ratios): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<7 {
      let one = run([usher, "check", small.path])
      let ten = run([usher, "check", large.path])
      smalls.append(one)
      larges.append(ten)
      ratios.append(ten / one)
    }
    let events = (0..<7).map { _ in seconds { countEvents(small.flowFile) } }.median
    let manyEvents = (0..<5).map { _ in seconds { countEvents(large.flowFile) } }.median
    return [
      Row("process start, usher --help", milliseconds(version), bar: "5 ms", met: version <= 0.005),
      Row(
        "check of 1,000 states, \(small.bytes / 1000) KB", milliseconds(smalls.median), bar: "40 ms",
        met: smalls.median <= 0.040, note: "bare libyaml events \(milliseconds(events))"),
      Row(
        "check of 10,000 states, \(large.bytes / 1000) KB", milliseconds(larges.median), bar: "400 ms",
        met: larges.median <= 0.400, note: "bare libyaml events \(milliseconds(manyEvents))"),
      Row("  ratio of the two", "\(ratios.median.rounded(1))", bar: "at most 12", met: ratios.median <= 12),
    ] + difference(usher, small) + proofs(small, large)
  }

  /// A difference of two versions in which each page is headed in another way.
  private static func difference(_ usher: String, _ small: GeneratedTenant) -> [Row] {
    let other = small.retitled()
    defer { other.remove() }
    let times = (0..<7).map { _ in run([usher, "diff", small.path, other.path, "--accept", "extended"]) }
    return [
      Row("diff of two tenants of 1,000 states", milliseconds(times.median), bar: "300 ms", met: times.median <= 0.3)
    ]
  }

  /// What all proofs cost on top of the same compilation without them, turn by turn in this process.
  private static func proofs(_ small: GeneratedTenant, _ large: GeneratedTenant) -> [Row] {
    func cost(_ tenant: GeneratedTenant) -> Double {
      let with = seconds { _ = Compiler.compile(paths: [tenant.path]) }
      return with - seconds { _ = Compiler.compileWithoutProofs(paths: [tenant.path]) }
    }
    _ = cost(small)
    let pairs = (0..<7).map { _ in (small: cost(small), large: cost(large)) }
    let (one, ten) = (pairs.map(\.small).median, pairs.map(\.large).median)
    let ratio = pairs.map { $0.large / $0.small }.median
    return [
      Row("all proofs of 1,000 states, on top", milliseconds(one), bar: "100 ms", met: one <= 0.1),
      Row("all proofs of 10,000 states, on top", milliseconds(ten), bar: "", met: true),
      Row("  ratio of the two", "\(ratio.rounded(1))", bar: "at most 15", met: ratio <= 15),
    ]
  }

  /// How long a process takes from its start to its end, its output thrown away.
  static func run(_ words: [String]) -> Double {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var child = pid_t()
    let start = now()
    guard posix_spawn(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
      fatalFlow("cannot start \(words[0])")
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    let time = now() - start
    guard status == 0 else { fatalFlow("\(words.joined(separator: " ")) ended with status \(status >> 8)") }
    return time
  }

  /// libyaml's events over a file, thrown away: the floor of every check.
  private static func countEvents(_ path: String) {
    guard let file = fopen(path, "r") else { fatalFlow("cannot read \(path)") }
    defer { fclose(file) }
    var parser = yaml_parser_t()
    yaml_parser_initialize(&parser)
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_input_file(&parser, file)
    var event = yaml_event_t()
    while yaml_parser_parse(&parser, &event) == 1 {
      let isLast = event.type == YAML_STREAM_END_EVENT
      yaml_event_delete(&event)
      if isLast { return }
    }
    fatalFlow("libyaml does not read the generated flow")
  }
}
