import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Without it, tests that need it are skipped, so that the tests need only Node; `.ci/run` installs it. */
export const WITHOUT_CHROMIUM = !existsSync(CHROMIUM);

if (WITHOUT_CHROMIUM) {
  console.warn(`No ${CHROMIUM}: install it (Debian: apt-get install chromium), or name another in CHROMIUM`);
}

/** No name is looked up and no address reached but those of this machine. */
const NETWORK_CUT = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";

/** Painting in software takes half of the time of a page. */
const WITHOUT_GPU = ["--disable-gpu", "--disable-software-rasterizer"];

/** Starts Chromium, without the sandbox that containers lack, and with the network cut. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", NETWORK_CUT, ...WITHOUT_GPU] });
}
