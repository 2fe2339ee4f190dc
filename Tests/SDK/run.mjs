// Runs the shipped SDKs against `usher serve`. See README.md.

import { becomeBrowser } from "./browser.mjs";
import { run } from "./journeys.mjs";
import { msal } from "./msal.mjs";
import { msalIOS } from "./msal-ios.mjs";
import { realm } from "./realm.mjs";
import { realmCore } from "./realm-core.mjs";
import { Server } from "./server.mjs";

const { MSAL, REALM, REALM_CORE, MSAL_IOS, ONLY = "", USHER = ".build/release/usher" } = process.env;
const clients = [[msal, MSAL], [msalIOS, MSAL_IOS], [realm, REALM], [realmCore, REALM_CORE]];
if (!clients.some(([, paths]) => paths)) {
  console.error("give MSAL=path, MSAL_IOS=path, REALM=path or REALM_CORE=path: see Tests/SDK/README.md");
  process.exit(2);
}

becomeBrowser();
let failures = 0;
for (const [sdk, paths] of clients) {
  for (const path of paths?.split(":").filter(Boolean) ?? []) {
    const server = await Server.start(USHER);
    try {
      const { title, journeys } = await sdk(path, server);
      failures += await run(title, journeys, ONLY);
    } finally {
      await server.end().catch((error) => {
        failures += 1;
        console.log(`FAILED  ${path}: ${error.message}`);
      });
    }
  }
}
process.exit(failures > 0 ? 1 : 0);
