// What an app cannot do by itself, and has a browser for.

import assert from "node:assert/strict";
import { someone } from "../journeys.mjs";
import { choosy, reason } from "../msal/choosy.mjs";
import { password } from "../msal/person.mjs";
import { fails, is } from "./answers.mjs";

const attributes = { country: "Atlantis", city: "Poseidonis" };

export const browserRequired = ({ app, codesSent, member, on, server }) => ({
  "a browser is needed": async () => {
    const username = await member();
    const noCodes = { challengeTypes: ["password"] };
    const stranger = someone();
    fails("browserRequired", await app("browser", noCodes).signUp({ username: stranger }));
    assert.equal(await codesSent(stranger), 0);
    fails("browserRequired", await app("phone", noCodes).resetPassword({ username }));
    fails("browserRequired", await app("members").signUp({ username: stranger, password }));
    fails("browserRequired", await app("members").resetPassword({ username }));
    fails("browserRequired", await app("browser").resetPassword({ username }));
    const incapable = app("bank", { capabilities: false });
    fails("browserRequired", await incapable.signIn({ username: await member("bank"), password }));
  },

  "a flow that says so itself, at the start and after the code": async () => {
    const [early, late] = await Promise.all(
      ["prove-email", "collect-attributes"].map((onward) => server.other({ changes: choosy(onward) })),
    );
    try {
      const url = (at) => ({ url: `${at.url}/native-auth` });
      const username = someone();
      const told = fails("browserRequired", await app("browser", url(early)).signUp({ username, attributes }));
      assert.equal(told.text, reason);
      const start = is("codeRequired", await app("browser", url(late)).signUp({ username, attributes }));
      const later = fails("browserRequired", await on(start, "submitCode", { text: await late.code(username) }));
      assert.equal(later.text, reason);
    } finally {
      await early.end();
      await late.end();
    }
  },
});
