// Reset of a password.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { someone } from "../journeys.mjs";
import { fails, is, other, password, wrong } from "./person.mjs";

export const reset = ({ app, codeMember, member, server, withCode }) => ({
  "reset of a password, polled, then sign-in": async () => {
    const username = await member();
    const client = await app("phone");
    const start = is("isCodeRequired", await client.resetPassword({ username }));
    await server.code(username);
    fails("isInvalidCode", await start.submitCode(wrong));
    is("isCodeRequired", await start.resendCode());
    await sleep(1_100);
    const again = is("isCodeRequired", await start.resendCode());
    const secret = is("isPasswordRequired", await withCode(again, username));
    const reasons = { password_too_short: "Sh0rt!", password_banned: "Password1", password_recently_used: password };
    for (const [reason, refused] of Object.entries(reasons)) {
      assert.equal(fails("isInvalidPassword", await secret.submitNewPassword(refused)).subError, reason);
    }
    const done = is("isCompleted", await secret.submitNewPassword(other));
    is("isCompleted", await done.signIn());
    sessionStorage.clear();
    fails("isPasswordIncorrect", await (await app("phone")).signIn({ username, password }));
    is("isCompleted", await (await app("phone")).signIn({ username, password: other }));
  },

  "reset for a stranger, and for somebody without a password": async () => {
    const client = await app("phone");
    fails("isUserNotFound", await client.resetPassword({ username: someone() }));
    const result = await client.resetPassword({ username: await codeMember() });
    is("isFailed", result);
    assert.deepEqual(result.error.errorData.errorCodes, [500222]);
  },
});
