import { type Browser, chromium } from "@playwright/test";
import { CHROMIUM } from "../peers/programs.ts";

/** Without it, tests that need it are skipped. */
export const WITHOUT_CHROMIUM = CHROMIUM.path === undefined;

/** No name is looked up, and no address but this machine's is reached. */
const NETWORK_CUT = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";

/** Painting in software takes half of the time of a page. */
const WITHOUT_GPU = ["--disable-gpu", "--disable-software-rasterizer"];

/** Starts Chromium, without the sandbox that containers lack, and with the network cut. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM.path ?? "chromium",
    args: ["--no-sandbox", NETWORK_CUT, ...WITHOUT_GPU],
  });
}
