// What an app does with the generated client: a whole sign-up, and all that can go wrong on the way.
import { FlowError, ProveEmailEnterCode, SignUp } from "./sign-up";

type Log = (line: string) => void;

export async function signUp(
  server: string, email: string, code: () => Promise<string>, log: Log, lossy: typeof fetch,
): Promise<void> {
  const client = new SignUp({ server, application: "ios" });
  const refused = await client.start({ email: "nobody" });
  if (refused.kind === "refused") log(`refused ${refused.problem.code} ${refused.problem.fields}`);

  const started = await client.start({ email });
  if (started.kind !== "proveEmailEnterCode") throw new Error(started.kind);
  log(`code ${started.page.sent?.to} ${started.page.sent?.codeLength}`);
  const right = await code();
  const wrong = await started.page.submit({ code: right === "12345678" ? "12345679" : "12345678" });
  if (wrong.kind !== "invalidCode") throw new Error(wrong.kind);
  log(`wrong ${wrong.problem.message}`);

  await cancelled(wrong.page, right, log);

  // An answer is lost; the same call on the same page gets it.
  const resumed = await new SignUp({ server, application: "ios", fetch: lossy }).resume(wrong.page.token());
  if (!("state" in resumed) || resumed.state !== "prove-email/enter-code") throw new Error("resume");
  log(`lost ${await failure(resumed.submit({ code: right }))}`);
  const placed = await resumed.submit({ code: right });
  if (placed.kind !== "collectAttributesWhereYouLive") throw new Error(placed.kind);

  const answers = await Promise.allSettled(
    ["Oslo", "Bergen"].map((city) => placed.page.submit({ country: "Norway", city })),
  );
  const lost = answers.find((answer): answer is PromiseRejectedResult => answer.status === "rejected");
  log(`beaten ${lost?.reason instanceof FlowError ? lost.reason.code : "none"}`);
  for (const answer of answers) {
    if (answer.status !== "fulfilled" || answer.value.kind !== "collectAttributesAboutYou") continue;
    const done = await answer.value.page.submit({ age: 36, newsletter: false, interests: ["music"] });
    if (done.kind !== "completed") throw new Error(done.kind);
    log(`completed ${done.end.email} ${done.end.grant.value !== "" && JSON.stringify(done).includes(`"grant":"•••"`)}`);
    log(`ended ${await failure(answer.value.page.submit({ age: 37, newsletter: true }))}`);
  }
  log(`not offered ${await failure(new SignUp({ server, application: "nobody" as "ios" }).start())}`);
}

/** What stands between an app and its server: a gateway that has lost it, and one that leads elsewhere. */
export async function between(leading: string, log: Log): Promise<void> {
  for (const status of [502, 429]) {
    const gateway = async () => new Response("<html>", { status, headers: { "Retry-After": "7" } });
    try {
      await new SignUp({ server: "http://localhost", application: "ios", fetch: gateway }).start();
    } catch (error) {
      if (error instanceof FlowError) log(`between ${error.code} ${error.problem?.retryAfter}`);
    }
  }
  log(`led away ${await failure(new SignUp({ server: leading, application: "ios" }).resume("secret"))}`);
}

async function cancelled(page: ProveEmailEnterCode, code: string, log: Log): Promise<void> {
  const controller = new AbortController();
  controller.abort();
  log(`cancelled ${await failure(page.submit({ code }, controller.signal))}`);
}

async function failure(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "none";
  } catch (error) {
    return error instanceof FlowError ? error.code : String(error);
  }
}
