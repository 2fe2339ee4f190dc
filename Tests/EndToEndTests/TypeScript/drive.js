// Runs caller.ts, once it is compiled: node drive.js SERVER MAIL, where MAIL is the outbox of the server.
const { readFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { between, signUp } = require("./caller.js");

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

// A server that leads to another one, on another host: what that was told.
async function leadAway(log) {
  const told = [];
  const elsewhere = createServer((request, response) => {
    told.push(request.headers.authorization ?? "something");
    response.end("{}");
  });
  await new Promise((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const leading = createServer((request, response) => {
    response.writeHead(307, { Location: `http://localhost:${elsewhere.address().port}${request.url}` }).end();
  });
  await new Promise((resolve) => leading.listen(0, "127.0.0.1", resolve));
  await between(`http://127.0.0.1:${leading.address().port}`, log);
  log(`told elsewhere: ${told.join() || "nothing"}`);
  for (const open of [elsewhere, leading]) {
    open.closeAllConnections?.();
    open.close();
  }
}

const log = (line) => console.log(line);
signUp(server, "ada@example.com", code, log, lossy).then(() => leadAway(log)).catch((error) => {
  console.error(error);
  process.exit(1);
});
