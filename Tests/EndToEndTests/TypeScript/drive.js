// Runs caller.ts, once it is compiled: node drive.js SERVER MAIL, where MAIL is the outbox of the server.
const { readFileSync } = require("node:fs");
const { signUp } = require("./caller.js");

const [server, mail] = process.argv.slice(2);

async function code() {
  for (let tries = 0; tries < 200; tries++) {
    const lines = readFileSync(mail, { encoding: "utf8", flag: "a+" }).trim().split("\n").filter(Boolean);
    const found = lines.map((line) => JSON.parse(line)).filter((message) => message.to === "ada@example.com").pop();
    if (found) return found.code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("no code came");
}

let requests = 0;
// The first event that is sent reaches the server, and its answer is lost.
const lossy = async (url, options) => {
  const answer = await fetch(url, options);
  if (url.endsWith("/runs/events") && ++requests === 1) throw new TypeError("the connection broke");
  return answer;
};

signUp(server, "ada@example.com", code, (line) => console.log(line), lossy).catch((error) => {
  console.error(error);
  process.exit(1);
});
