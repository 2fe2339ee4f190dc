// A driver: a program that reads a call a line and answers each with a line, both JSON.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class Pipe {
  #process;
  #answers;
  #last = Promise.resolve();

  constructor(path) {
    this.#process = spawn(path, { stdio: ["pipe", "pipe", "inherit"] });
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    for (const open of [this.#process, this.#process.stdin, this.#process.stdout]) open.unref();
  }

  /** What a call comes to; calls wait for those before them. */
  call(request) {
    this.#last = this.#last.catch(() => {}).then(async () => {
      this.#process.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await this.#answers.next();
      if (done) throw new Error(`the driver ended at ${request.call}`);
      return JSON.parse(value);
    });
    return this.#last;
  }
}
