// The native authentication of MSAL for iOS and macOS, by a driver of ours (msal-ios/main.swift).

import { someone } from "./journeys.mjs";
import { home, password, self } from "./msal/person.mjs";
import { is } from "./msal-ios/answers.mjs";
import { browserRequired } from "./msal-ios/browser-required.mjs";
import { journeys } from "./msal-ios/journeys.mjs";
import { Pipe } from "./pipe.mjs";

/** The journeys against a server; `path` is the driver. */
export async function msalIOS(path, server) {
  const pipe = new Pipe(path);

  const app = (clientId, more = {}) => {
    const about = { clientId, url: `${server.url}/native-auth`, ...more };
    const call = (name) => (given) => pipe.call({ call: name, app: about, ...given });
    return { signUp: call("signUp"), signIn: call("signIn"), resetPassword: call("resetPassword") };
  };

  /** Calls on the state that an answer holds. */
  const on = (answer, call, given) =>
    pipe.call({ call, state: answer.newState ?? answer.state ?? answer.value, ...given });

  /** Enters the newest code that was mailed. */
  const withCode = async (answer, username) => on(answer, "submitCode", { text: await server.code(username) });

  /** Somebody new, who signs up at an app with a password, or without. */
  async function newcomer(clientId, secret) {
    const username = someone();
    const start = is("codeRequired", await app(clientId).signUp({ username, attributes: home, ...secret }));
    const about = is("attributesRequired", await withCode(start, username));
    is("completed", await on(about, "submitAttributes", { attributes: self }));
    return username;
  }

  const context = {
    app,
    on,
    server,
    withCode,
    member: (clientId = "phone") => newcomer(clientId, { password }),
    codeMember: () => newcomer("browser", {}),
    /** How many codes somebody was sent so far: counted once one has come to somebody who asked after them. */
    codesSent: async (username) => {
      const later = someone("later");
      is("codeRequired", await app("browser").signUp({ username: later }));
      return server.mails(username, later);
    },
  };
  return { title: "MSAL iOS", journeys: { ...journeys(context), ...browserRequired(context) } };
}
