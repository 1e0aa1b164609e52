/** A server to be sent anything: the recorded content types with some content, all optional services on. */
import { inspect } from "node:util";
import { openRecordedTypes } from "../support/open-recorded-types.ts";
import { QUICK_USERS } from "../support/quick-users.ts";
import { definitionFromShort } from "../support/short-types.ts";
import { writeVectors } from "../support/vectors/vector-file.ts";
import type { FuzzSettings } from "./settings.ts";

const [, , given = "{}"] = process.argv;
const settings: FuzzSettings = JSON.parse(given);
const { types, components } = writeVectors();
const schema = definitionFromShort(types, components);
const { url, galley } = await openRecordedTypes(
  { types, components },
  {
    ...settings,
    schema: { ...schema, contentTypes: { ...schema.contentTypes, ...QUICK_USERS } },
    users: true,
    graphql: true,
    control: true,
    rest: { actions: true },
    metrics: true,
    // A fuzzer has one address and mostly no rights.
    rateLimit: { failures: 1_000_000_000 },
    logger: {
      info: () => {},
      warn: () => {},
      error: (fields) => "err" in fields && process.send?.({ fault: inspect(fields.err) }),
    },
  },
);
process.once("SIGTERM", async () => {
  await galley.close();
  process.exit(0);
});
process.send?.({ url });
