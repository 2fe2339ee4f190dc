// Asks one visible and one hidden question on the real terminal and reports what came of them; with the argument
// `busy`, is then busy for a long time, as a session is that waits for its service.
import FlowTerminal
import Glibc

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
await terminal.close()
await terminal.writeError("bye\n")
