// Codes: wrong ones, too many of them, and new ones.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { someone } from "../journeys.mjs";
import { fails, home, is, wrong } from "./person.mjs";

export const codes = ({ app, codesSent, server, withCode }) => ({
  "a wrong code, an expired one after a resend, and the right one": async () => {
    const username = someone();
    const start = is("isCodeRequired", await (await app("browser")).signUp({ username, attributes: home }));
    const first = await server.code(username);
    fails("isInvalidCode", await start.submitCode(wrong));
    fails("isInvalidCode", await start.submitCode("1"));
    await sleep(1_100);
    const again = is("isCodeRequired", await start.resendCode());
    fails("isInvalidCode", await again.submitCode(first));
    is("isAttributesRequired", await withCode(again, username));
  },

  "too many wrong codes, and a new one": async () => {
    const username = someone();
    const start = is("isCodeRequired", await (await app("browser")).signUp({ username, attributes: home }));
    const right = await server.code(username);
    for (let tries = 0; tries < 5; tries += 1) fails("isInvalidCode", await start.submitCode(wrong));
    fails("isInvalidCode", await start.submitCode(right));
    await sleep(1_100);
    const again = is("isCodeRequired", await start.resendCode());
    is("isAttributesRequired", await withCode(again, username));
  },

  "a resend that comes too soon leaves the code as it was": async () => {
    const username = someone();
    const start = is("isCodeRequired", await (await app("browser")).signUp({ username, attributes: home }));
    const code = await server.code(username);
    const again = is("isCodeRequired", await start.resendCode());
    assert.equal(again.getCodeLength(), 8);
    assert.equal(await codesSent(username), 1);
    is("isAttributesRequired", await again.submitCode(code));
  },
});
