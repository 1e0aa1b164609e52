import { expect } from "vitest";
import { runToEnd, withFolder } from "../servers/command-line.ts";

/** Every command that looks at a log refuses a place where there is none, and creates none. */
export async function expectLooksRefused(place: string): Promise<void> {
  await withFolder(async (folder) => {
    for (const args of [
      ["check", place],
      ["stats", place],
      ["nodes", place],
      ["copy", place, "copy.json"],
    ]) {
      const { code, out, errors } = await runToEnd(["data", ...args], { folder });
      expect([code, out, errors]).toEqual([1, "", expect.stringMatching(/^galley: \S+ has no log\b.*\n$/)]);
    }
  });
}
