// The Realm web SDK (`realm-web`) with e-mail and password.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { password } from "./realm/person.mjs";
import { people } from "./realm/people.mjs";
import { web } from "./realm/web.mjs";

/** The package's version, and its journeys against a server. */
export async function realm(path, server) {
  const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const bundle = join(path, "dist/bundle.iife.js");
  const Realm = vm.runInThisContext(`${readFileSync(bundle, "utf8")};Realm`, { filename: bundle });
  const context = people({
    Realm,
    server,
    app: (id, { url } = server) => new Realm.App({ id, baseUrl: url }),
    credentials: (email, secret = password) => Realm.Credentials.emailPassword(email, secret),
    call: (user, name) => user.functions[name](),
    /** Makes an access token one that nobody signed. */
    spoil: async (user) => (user.accessToken = `${user.accessToken.slice(0, -4)}AAAA`),
  });
  return { title: `realm-web ${version}`, journeys: { ...context.journeys, ...web(context) } };
}
