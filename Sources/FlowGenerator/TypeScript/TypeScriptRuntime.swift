/// What all clients in TypeScript have: requests, replies read strictly, errors. It stands in each file, which so needs no other.
enum TypeScriptRuntime {
  /// The names that it takes in a file, and those of the language that it uses.
  static let names: Set<String> = [
    "AbortSignal", "Access", "Array", "Boolean", "CalendarDate", "Error", "Field", "FlowError", "FlowErrorCode", "JSON",
    "Message",
    "Number", "Object", "Options", "Page", "Problem", "Promise", "Record", "RequestInit", "Response", "Secret", "Step",
    "String",
    "Symbol",
    "Tokens", "encodeURIComponent", "fetch", "read", "undefined",
  ]

  static let text = #"""
    /** A day of the calendar: `yyyy-mm-dd`. */
    export type CalendarDate = `${number}-${number}-${number}`;

    /**
     * Why a call has no result. What the flow itself answers, such as a wrong code, is a result.
     *
     * - `connection`: there is no answer. Call the same method of the same page again: a step is taken once.
     * - `movedOn`: the run has gone on from this page, by another call, or it is no run of this server.
     * - `expired`: the run has outlived its time. `ended`: it has ended before.
     * - `denied`: this is not possible now. `unavailable`, `tooManyRequests`: try again after `problem.retryAfter` seconds.
     * - `notOffered`: the server has no such flow, or not for this application.
     * - `unexpected`: the server's flow is another one than this client was made of. Make it again.
     */
    export type FlowErrorCode =
      | "connection" | "movedOn" | "expired" | "ended" | "denied" | "unavailable" | "tooManyRequests" | "notOffered"
      | "unexpected";

    /** Thrown where a call has no result. */
    export class FlowError extends Error {
      constructor(readonly code: FlowErrorCode, message: string, readonly problem?: Problem, readonly reason?: unknown) {
        super(message);
        this.name = "FlowError";
      }
    }

    /** A text that must not come into logs: it is printed as dots, wherever it lies. */
    export class Secret {
      readonly #value: string;
      constructor(value: string) { this.#value = value; }
      /** The text, for whoever has to hand it on or keep it safe. */
      get value(): string { return this.#value; }
      toString(): string { return "•••"; }
      toJSON(): string { return "•••"; }
    }

    /** What went wrong, in a stable code for programs and in words for people. */
    export interface Problem {
      readonly code: string;
      readonly message: string;
      /** The names of the fields that it is about. */
      readonly fields: readonly string[];
      /** Why, for people, by the name of the field. */
      readonly reasons: Readonly<Record<string, string>>;
      /** Why, for programs, by the name of the field: a code with its parameters. */
      readonly details: Readonly<Record<string, unknown>>;
      /** In how many seconds what was used up may be tried again. */
      readonly retryAfter: number | undefined;
    }

    /** A field of a page as people see it. */
    export interface Field {
      readonly name: string;
      readonly event: string;
      readonly type: string;
      readonly label: string;
      readonly isRequired: boolean;
      readonly isSecret: boolean;
      readonly hint: string | undefined;
      readonly help: string | undefined;
      readonly placeholder: string | undefined;
      /** The options with what people read in place of each. */
      readonly options: readonly { readonly name: string; readonly label: string }[];
    }

    /** Where a code or a link went, or will go: the address is masked. */
    export interface Message {
      readonly to: string;
      readonly channel: string;
      /** How many digits the code has. */
      readonly codeLength: number | undefined;
      /** In how many seconds another one may be sent. */
      readonly resendAfter: number | undefined;
      /** The event that sends it; undefined where it was sent. */
      readonly event: string | undefined;
    }

    /** What a completed sign-in hands out (RFC 6749, section 5.1). */
    export interface Tokens {
      readonly accessToken: Secret;
      readonly expiresIn: number;
      readonly refreshToken: Secret | undefined;
      readonly idToken: Secret | undefined;
      readonly scopes: readonly string[];
    }

    /** A page at which a run rests. It can be kept, and used again where an answer was lost. */
    export interface Page<State extends string> {
      readonly state: State;
      readonly title: string;
      readonly fields: readonly Field[];
      /** What people read in place of the names of events. */
      readonly labels: Readonly<Record<string, string>>;
      /** Where the last code or link went. */
      readonly sent: Message | undefined;
      /** Where events will send codes to. */
      readonly targets: readonly Message[];
      /** When the page's own time is over (RFC 3339, UTC). */
      readonly deadline: string | undefined;
      /** When the run has outlived its time (RFC 3339, UTC). */
      readonly expiresAt: string | undefined;
      readonly language: string | undefined;
      readonly isRightToLeft: boolean;
      /** What went wrong on the way here. */
      readonly problem: Problem | undefined;
      /** The continuation token, by which `resume` finds the run again. Keep it safe. */
      token(): string;
    }

    /** Reads values strictly; undefined where there is none of the kind. */
    const read = {
      text: (json: unknown) => (typeof json === "string" ? json : undefined),
      secret: (json: unknown) => (typeof json === "string" ? new Secret(json) : undefined),
      integer: (json: unknown) => (typeof json === "number" && Number.isInteger(json) ? json : undefined),
      number: (json: unknown) => (typeof json === "number" ? json : undefined),
      boolean: (json: unknown) => (typeof json === "boolean" ? json : undefined),
      date: (json: unknown) =>
        typeof json === "string" && /^\d{4}-\d{2}-\d{2}$/.test(json) ? (json as CalendarDate) : undefined,
      any: (json: unknown) => json,
      one: <T extends string>(...options: readonly T[]) => (json: unknown) => options.find((option) => option === json),
      list: <T>(element: (json: unknown) => T | undefined) => (json: unknown) => {
        if (!Array.isArray(json)) return undefined;
        const values = json.map(element);
        return values.every((value): value is Exclude<typeof value, undefined> => value !== undefined)
          ? (values as readonly T[])
          : undefined;
      },
      member: (json: unknown, name: string): unknown =>
        typeof json === "object" && json !== null && !Array.isArray(json) && Object.prototype.hasOwnProperty.call(json, name)
          ? (json as Record<string, unknown>)[name]
          : undefined,
      array: (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : []),
      texts: (json: unknown) => {
        const texts: Record<string, string> = {};
        if (typeof json !== "object" || json === null) return texts;
        for (const [name, value] of Object.entries(json)) if (typeof value === "string") texts[name] = value;
        return texts;
      },
      problem: (json: unknown): Problem | undefined => {
        const code = read.text(read.member(json, "code"));
        if (code === undefined) return undefined;
        const details = read.member(json, "details");
        return {
          code,
          message: read.text(read.member(json, "message")) ?? "",
          fields: read.array(read.member(json, "fields")).filter((name): name is string => typeof name === "string"),
          reasons: read.texts(read.member(json, "reasons")),
          details: typeof details === "object" && details !== null ? (details as Record<string, unknown>) : {},
          retryAfter: read.integer(read.member(json, "retryAfter")),
        };
      },
      message: (json: unknown): Message | undefined => {
        const [to, channel] = [read.text(read.member(json, "to")), read.text(read.member(json, "channel"))];
        if (to === undefined || channel === undefined) return undefined;
        return {
          to,
          channel,
          codeLength: read.integer(read.member(json, "length")),
          resendAfter: read.integer(read.member(json, "resendAfter")),
          event: read.text(read.member(json, "event")),
        };
      },
      field: (json: unknown): Field => {
        const text = (name: string) => read.text(read.member(json, name));
        const labels = read.texts(read.member(json, "optionLabels"));
        const options = read.array(read.member(json, "options")).map((name) => String(name));
        return {
          name: text("name") ?? "",
          event: text("event") ?? "submit",
          type: text("type") ?? "",
          label: text("label") ?? "",
          isRequired: read.member(json, "required") === true,
          isSecret: read.member(json, "secret") === true || text("type") === "password",
          hint: text("hint"),
          help: text("help"),
          placeholder: text("placeholder"),
          options: options.map((name) => ({ name, label: labels[name] ?? name })),
        };
      },
    };

    /** How a client reaches its flow. */
    class Access {
      constructor(
        private readonly options: { server: string; application?: string; languages?: string; fetch?: typeof fetch },
        private readonly tenant: string,
        private readonly flow: string,
      ) {}

      start(input: Record<string, unknown>, signal: AbortSignal | undefined): Promise<Step> {
        const path = `/v1/tenants/${encodeURIComponent(this.tenant)}/flows/${encodeURIComponent(this.flow)}/runs`;
        return this.ask(path, { method: "POST", body: JSON.stringify(input) }, undefined, signal);
      }

      send(event: string, input: Record<string, unknown>, token: string, signal: AbortSignal | undefined): Promise<Step> {
        return this.ask("/v1/runs/events", { method: "POST", body: JSON.stringify({ event, input }) }, token, signal);
      }

      current(token: string, signal: AbortSignal | undefined): Promise<Step> {
        return this.ask("/v1/runs/current", { method: "GET" }, token, signal);
      }

      private async ask(
        path: string, request: RequestInit, token: string | undefined, signal: AbortSignal | undefined,
      ): Promise<Step> {
        const headers: Record<string, string> = { Accept: "application/json" };
        if (this.options.application !== undefined) headers["Usher-Application"] = this.options.application;
        if (this.options.languages !== undefined) headers["Accept-Language"] = this.options.languages;
        if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
        if (request.body !== undefined) headers["Content-Type"] = "application/json";
        const url = this.options.server.replace(/\/+$/, "") + path;
        let status: number;
        let body: string;
        let wait: string | null;
        try {
          // The token is for this server alone: no redirect takes it elsewhere.
          const init: RequestInit = { ...request, headers, redirect: "error", ...(signal ? { signal } : {}) };
          const answer = await (this.options.fetch ?? fetch)(url, init);
          [status, body, wait] = [answer.status, await answer.text(), answer.headers.get("Retry-After")];
        } catch (reason) {
          throw new FlowError("connection", "There is no answer.", undefined, reason);
        }
        let reply: unknown;
        try {
          reply = JSON.parse(body);
        } catch {
          reply = undefined;
        }
        const retryAfter = wait !== null && /^\d{1,9}$/.test(wait) ? Number(wait) : undefined;
        if (!Array.isArray(read.member(reply, "events"))) {
          throw Access.answeredBetween(status, retryAfter)
            ?? new FlowError("unexpected", `An answer with the status ${status} that is no reply of a flow.`);
        }
        const flow = read.text(read.member(reply, "flow"));
        const problem = read.problem(read.member(reply, "error"));
        const code = Access.code(status, problem);
        if (code !== undefined) {
          const waiting = problem && { ...problem, retryAfter: problem.retryAfter ?? retryAfter };
          throw new FlowError(code, problem?.message ?? `The status ${status}.`, waiting);
        }
        if (flow !== undefined && flow !== this.flow) {
          throw new FlowError("unexpected", `A run of the flow ${flow}, and not of ${this.flow}.`);
        }
        return new Step(this, reply);
      }

      /** What somebody between says who has no server to ask, or was asked too often: the same can be tried again. */
      private static answeredBetween(status: number, retryAfter: number | undefined): FlowError | undefined {
        if (status !== 429 && status < 500) return undefined;
        const [code, name] = status === 429 ? ["tooManyRequests", "too_many_requests"] as const : ["unavailable", "unavailable"] as const;
        const message = `The server answered with the status ${status}.`;
        return new FlowError(code, message, { code: name, message, fields: [], reasons: {}, details: {}, retryAfter });
      }

      private static code(status: number, problem: Problem | undefined): FlowErrorCode | undefined {
        if (status >= 200 && status < 300) return undefined;
        switch (status) {
          case 429: return "tooManyRequests";
          case 401: return "movedOn";
          case 410: return "expired";
          case 409: return "ended";
          case 403: return "denied";
          case 404: return "notOffered";
          case 422: return problem === undefined || ["unknown_event", "unknown_field"].includes(problem.code) ? "unexpected" : undefined;
          default:
            if (status >= 500) return "unavailable";
            return problem?.code === "application_required" ? "notOffered" : "unexpected";
        }
      }
    }

    /** Where a run stands, as a reply told it. */
    class Step {
      constructor(private readonly access: Access, private readonly reply: unknown) {}

      private text(name: string): string | undefined { return read.text(read.member(this.reply, name)); }
      private get shown(): unknown { return read.member(this.reply, "page"); }
      private get end(): unknown { return read.member(this.reply, "end"); }

      get state(): string | undefined { return this.text("state"); }
      get endName(): string | undefined { return read.text(read.member(this.end, "name")); }
      get problem(): Problem | undefined { return read.problem(read.member(this.reply, "error")); }
      get redirect(): string | undefined { return read.text(read.member(this.end, "redirect")); }
      get grant(): Secret | undefined { return read.secret(read.member(read.member(this.end, "grants"), "sign-in")); }

      /** `STATE`, or `STATE CODE` with an error; of an end its name behind a dot; empty where there is no run. */
      get arrival(): string {
        if (this.endName !== undefined) return "." + this.endName;
        if (this.state === undefined) return "";
        const problem = this.problem;
        return problem === undefined ? this.state : `${this.state} ${problem.code}`;
      }

      get tokens(): Tokens | undefined {
        const tokens = read.member(read.member(this.end, "result"), "tokens");
        const secret = (name: string) => read.secret(read.member(tokens, name));
        const accessToken = secret("access_token");
        if (accessToken === undefined) return undefined;
        return {
          accessToken,
          expiresIn: read.integer(read.member(tokens, "expires_in")) ?? 0,
          refreshToken: secret("refresh_token"),
          idToken: secret("id_token"),
          scopes: (read.text(read.member(tokens, "scope")) ?? "").split(" ").filter((scope) => scope !== ""),
        };
      }

      page<State extends string>(state: State): Page<State> {
        const token = this.text("token");
        if (token === undefined) throw this.unexpected();
        const message = (json: unknown) => read.message(json);
        return {
          state,
          title: read.text(read.member(this.shown, "title")) ?? "",
          fields: read.array(read.member(this.shown, "fields")).map(read.field),
          labels: read.texts(read.member(this.shown, "labels")),
          sent: message(read.member(this.reply, "sent")),
          targets: read.array(read.member(this.reply, "targets")).map(message).filter((to): to is Message => to !== undefined),
          deadline: this.text("deadline"),
          expiresAt: this.text("expiresAt"),
          language: this.text("locale"),
          isRightToLeft: this.text("direction") === "rtl",
          problem: this.problem,
          token: () => token,
        };
      }

      async send(event: string, input: Record<string, unknown>, signal: AbortSignal | undefined): Promise<Step> {
        return this.access.send(event, input, this.text("token") ?? "", signal);
      }

      /** What the run has for a field. */
      value<T>(name: string, kind: (json: unknown) => T | undefined): T | undefined {
        const field = read.array(read.member(this.shown, "fields")).find((field) => read.member(field, "name") === name);
        return this.known(name, read.member(field, "value"), kind);
      }

      /** What the end hands out under a name. */
      result<T>(name: string, kind: (json: unknown) => T | undefined): T | undefined {
        return this.known(name, read.member(read.member(this.end, "result"), name), kind);
      }

      private known<T>(name: string, json: unknown, kind: (json: unknown) => T | undefined): T | undefined {
        if (json === undefined || json === null) return undefined;
        const value = kind(json);
        if (value === undefined) throw new FlowError("unexpected", `A value of ${name} that this client does not know.`);
        return value;
      }

      /** What every end of its name hands out. */
      handedOut<T>(value: T | undefined): T {
        if (value === undefined) throw this.unexpected();
        return value;
      }

      /** What went wrong. */
      refusal(): Problem { return this.handedOut(this.problem); }

      unexpected(): FlowError {
        return new FlowError("unexpected", `The state ${this.arrival || "none"}, which this client does not know.`);
      }
    }
    """#
}
