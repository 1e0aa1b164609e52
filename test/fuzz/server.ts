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
// Sources are bundled for a page when it is first opened, which takes its time.
for (const page of ["_studio", "graphql"])
  await fetch(`${opened.url}/${page}`, { headers: { accept: "text/html" } }).then((answer) => answer.text());
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
