import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/**
 * Starts Chromium, without the sandbox that containers lack.
 *
 * @throws Error (rejected) that says how to install it when it is not there.
 */
export function openBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`No ${CHROMIUM}: install it (Debian: apt-get install chromium), or name another in CHROMIUM`);
  }
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}
