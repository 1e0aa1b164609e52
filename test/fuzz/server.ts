/** A server to be sent anything, in a process of its own: arguments are its settings and the place of its content. */
import { inspect } from "node:util";
import { checkState } from "../support/engine/check-state.ts";
import { digestOf, openFuzzed } from "./open-fuzzed.ts";
import type { FuzzSettings } from "./settings.ts";

const [, , given = "{}", path = ""] = process.argv;
const settings: FuzzSettings = JSON.parse(given);
const opened = await openFuzzed(settings, path === "" ? null : path, {
  seeded: true,
  logger: {
    info: () => {},
    warn: () => {},
    error: (fields) => "err" in fields && process.send?.({ fault: inspect(fields.err) }),
  },
});
process.once("SIGTERM", async () => {
  try {
    checkState(opened.galley.engine.state);
  } catch (error) {
    process.send?.({ fault: inspect(error) });
  }
  process.send?.({ digest: digestOf(opened) });
  await opened.close();
  process.exit(0);
});
process.send?.({ url: opened.url });
