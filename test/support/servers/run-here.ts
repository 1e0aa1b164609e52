import { vi } from "vitest";
import { run } from "../../../transport/cli/run.ts";
import type { Ended } from "./command-line.ts";

/** The command line in this process: quick, for calls that neither serve nor look at the folder they run in. */
export async function runHere(args: readonly string[]): Promise<Ended> {
  const texts = { out: "", errors: "" };
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    texts.out += text;
    return true;
  });
  const errors = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    texts.errors += text;
    return true;
  });
  try {
    return { code: await run(args, {}), ...texts };
  } finally {
    out.mockRestore();
    errors.mockRestore();
  }
}
