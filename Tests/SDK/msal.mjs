// MSAL.js native authentication (`@azure/msal-browser/custom-auth`), and what its journeys have in common.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { someone } from "./journeys.mjs";
import { browserRequired } from "./msal/browser-required.mjs";
import { codes } from "./msal/codes.mjs";
import { home, is, password, self } from "./msal/person.mjs";
import { reset } from "./msal/reset.mjs";
import { secondFactor } from "./msal/second-factor.mjs";
import { signIn } from "./msal/sign-in.mjs";
import { signUp } from "./msal/sign-up.mjs";

/** The package's name and version, and its journeys against a server. */
export async function msal(path, server) {
  const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const entry = join(path, "dist/custom-auth-path/custom_auth/index.mjs");
  const { CustomAuthPublicClientApplication } = await import(pathToFileURL(entry));

  const app = (clientId, customAuth = {}, { url } = server) =>
    CustomAuthPublicClientApplication.create({
      auth: { clientId, authority: "https://usher.example.com/native-auth" },
      cache: { cacheLocation: "sessionStorage" },
      customAuth: {
        challengeTypes: ["password", "oob"],
        authApiProxyUrl: `${url}/native-auth`,
        capabilities: ["mfa_required", "registration_required"],
        ...customAuth,
      },
    });

  /** Submits the newest code that was mailed. */
  const withCode = async (state, username) => state.submitCode(await server.code(username));

  /** Somebody new, who signs up at an app with a password, or without. */
  async function newcomer(clientId, secret) {
    const username = someone();
    const start = await (await app(clientId)).signUp({ username, ...secret, attributes: home });
    const about = is("isAttributesRequired", await withCode(is("isCodeRequired", start), username));
    is("isCompleted", await about.submitAttributes(self));
    return username;
  }

  /** How many codes somebody was sent so far: counted once one has come to somebody who asked after them. */
  async function codesSent(username) {
    const later = someone("later");
    is("isCodeRequired", await (await app("browser")).signUp({ username: later }));
    return server.mails(username, later);
  }

  const context = {
    app,
    codesSent,
    server,
    withCode,
    /** Somebody who signs in with a password. */
    member: (clientId = "phone") => newcomer(clientId, { password }),
    /** Somebody who signs in with codes. */
    codeMember: () => newcomer("browser", {}),
  };
  return {
    title: `@azure/msal-browser ${version}`,
    journeys: Object.assign(
      {}, ...[signUp, codes, signIn, reset, secondFactor, browserRequired].map((some) => some(context)),
    ),
  };
}
