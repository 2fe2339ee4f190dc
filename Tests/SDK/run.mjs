// Runs the shipped SDKs against `usher serve`. See README.md.

import { becomeBrowser } from "./browser.mjs";
import { run } from "./journeys.mjs";
import { msal } from "./msal.mjs";
import { realm } from "./realm.mjs";
import { Server } from "./server.mjs";

const { MSAL, REALM, ONLY = "", USHER = ".build/debug/usher" } = process.env;
if (!MSAL && !REALM) {
  console.error("give MSAL=path, REALM=path, or both: see Tests/SDK/README.md");
  process.exit(2);
}

becomeBrowser();
const server = await Server.start(USHER);
let failures = 0;
try {
  for (const [sdk, paths] of [[msal, MSAL], [realm, REALM]]) {
    for (const path of paths?.split(":").filter(Boolean) ?? []) {
      const { title, journeys } = await sdk(path, server);
      failures += await run(title, journeys, ONLY);
    }
  }
} finally {
  await server.end();
}
process.exit(failures > 0 ? 1 : 0);
