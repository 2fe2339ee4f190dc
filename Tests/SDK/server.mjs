// `usher serve` over a copy of the repository's tenants, and the mail that it would send.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const repository = new URL("../..", import.meta.url).pathname;

/** An app that offers a part of what clients can ask for. */
const members = "  members: { protocol: native-auth, flows: { sign-in: sign-in } }\n";

/** Replaces text in a file that has it. */
function change(file, from, to) {
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, text.replaceAll(from, to));
}

/** A server of our own, in a folder that goes with it. */
export class Server {
  #folder = mkdtempSync(join(tmpdir(), "usher-sdk-"));
  #process;
  #usher;
  #seen = new Map();
  url = "";

  /**
   * Starts `usher` with the repository's tenants. `changes` to them are a file, what is replaced in it, and by what.
   * `limit` is how many requests one address may send: all journeys come from one, faster than people do.
   */
  static async start(usher, { changes = [], limit = "off" } = {}) {
    const server = new Server();
    server.#usher = usher;
    try {
      await server.#start(changes, limit);
      return server;
    } catch (error) {
      rmSync(server.#folder, { recursive: true });
      throw error;
    }
  }

  /** Another server, which differs from this one. */
  other(options) { return Server.start(this.#usher, options); }

  async #start(changes, limit) {
    const flows = join(this.#folder, "flows");
    cpSync(join(repository, "flows"), flows, { recursive: true });
    const tenant = join(flows, "native-auth/tenant.yaml");
    change(tenant, "resend-after: 30s", "resend-after: 1s");
    // As Entra has them, whose answers the journeys know.
    change(tenant, "min-length: 15", "min-length: 8\n  classes: 3");
    change(tenant, "applications:\n", `applications:\n${members}`);
    for (const [file, from, to] of changes) change(join(flows, file), from, to);
    for (const name of ["confirm-user", "reset-user"]) {
      // What the functions are told is kept: their links are in it.
      const kept = `request=$({ cat; echo; } | tee -a '${this.#path("calls")}' | tr`;
      change(join(flows, "email-password/functions", `${name}.sh`), "request=$(tr", kept);
    }
    const words = ["serve", flows, "--listen", "127.0.0.1:0", "--outbox", this.#path("mail"), "--limit-address", limit,
      "--allow-commands"];
    this.#process = spawn(resolve(this.#usher), words, { cwd: this.#folder, stdio: ["ignore", "pipe", "pipe"] });
    let errors = "";
    this.#process.stderr.on("data", (data) => (errors += data));
    this.url = await new Promise((found, reject) => {
      this.#process.on("error", reject);
      this.#process.on("exit", (code) => reject(new Error(`usher serve ended with ${code}: ${errors}`)));
      this.#process.stdout.on("data", (data) => {
        const address = /http:\S+/.exec(String(data));
        if (address) found(address[0]);
      });
    });
  }

  #path(name) { return join(this.#folder, name); }

  /** The next line of a file of JSON that was not given yet and that `fits`; lines are awaited for 10 s. */
  async #next(name, what, fits) {
    const file = this.#path(name);
    for (let tries = 0; tries < 200; tries += 1) {
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      const lines = text.split("\n").slice(0, -1).filter(Boolean).map((line) => JSON.parse(line));
      const at = lines.findIndex((line, index) => index >= (this.#seen.get(what) ?? 0) && fits(line));
      if (at >= 0) {
        this.#seen.set(what, at + 1);
        return lines[at];
      }
      await sleep(50);
    }
    throw new Error(`no ${what}`);
  }

  /** The next mail to an address. */
  mail(address) { return this.#next("mail", `mail to ${address}`, (mail) => mail.to === address); }

  /** How many mails went to an address so far. One to somebody else is awaited first, as mails are written in order. */
  async mails(address, later) {
    await this.mail(later);
    const lines = readFileSync(this.#path("mail"), "utf8").split("\n").filter(Boolean);
    return lines.filter((line) => JSON.parse(line).to === address).length;
  }

  /** The code in the next mail to an address. */
  async code(address) { return (await this.mail(address)).code; }

  /** The token and its id in the next mailed link to an address. */
  async link(address) {
    const { searchParams } = new URL((await this.mail(address)).url);
    return { token: searchParams.get("token"), tokenId: searchParams.get("tokenId") };
  }

  /** What a function was told next about an address. */
  call(address) { return this.#next("calls", `call for ${address}`, (call) => call.username === address); }

  /** Ends it. Throws where it ended before by itself: it must outlive whatever clients send. */
  async end() {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) {
      this.#process.removeAllListeners("exit");
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGTERM");
      await ended;
    }
    rmSync(this.#folder, { recursive: true });
    if (exitCode ?? signalCode) throw new Error(`usher serve ended by itself with ${exitCode ?? signalCode}`);
  }
}
