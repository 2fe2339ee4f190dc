// Asks one visible and one hidden question on the real terminal and reports what came of them; with the argument
// `busy`, is then busy for a long time, as a session is that waits for its service; with `crowded`, has no descriptor left.
import FlowTerminal
import Glibc

if CommandLine.arguments.contains("crowded") {
  // Swift's own threads open descriptors when the first of them waits, and cannot do without.
  try await Task.sleep(for: .milliseconds(50))
  var limit = rlimit(rlim_cur: 3, rlim_max: 3)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
let terminal = Terminal()
for (prompt, isHidden) in [("Name: ", false), ("Password: ", true)] {
  let input = await terminal.readLine(prompt: prompt, isHidden: isHidden)
  await terminal.write("got \(input)\n")
  if input == .interrupted || input == .end { break }
}
if CommandLine.arguments.contains("busy") {
  await terminal.write("busy\n")
  sleep(60)
}
terminal.close()
await terminal.writeError("bye\n")
