import { expect } from "vitest";
import { newFolder } from "../folder.ts";
import { runHere } from "../servers/run-here.ts";

/** Every command that looks at a log refuses a place where there is none, and creates none. */
export async function expectLooksRefused(place: string): Promise<void> {
  const folder = await newFolder();
  for (const args of [
    ["check", place],
    ["stats", place],
    ["nodes", place],
    ["copy", place, "copy.json"],
  ]) {
    const { code, out, errors } = await runHere(["data", ...args], { folder });
    expect([code, out, errors]).toEqual([1, "", expect.stringMatching(/^galley: \S+ has no log\b.*\n$/)]);
  }
}
