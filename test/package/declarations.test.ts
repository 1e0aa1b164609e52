import { expect, test } from "vitest";
import { internalTypes } from "../support/typescript/internal-types.ts";

/** Files whose types users meet without a name of their own for them, and why they need none. */
const UNNAMED: { readonly [file: string]: string } = {
  "dist/transport/library/typed/":
    "steps in computing a type from a schema; users name `Entry`, `CreateData` and the like",
  "dist/engine/schema/define/built-in-types.d.ts": "the uids of the types of the plugins, also computed from a schema",
  "dist/engine/state/pending/overlay.d.ts": "the base class of `Transaction`, which shows no member",
  "dist/storage/adapters/shared-log/storage.d.ts":
    "the base class of `PostgresStorage` and `JetStreamStorage`, which shows the members of `Storage`",
  "dist/storage/adapters/shared-log/server.d.ts": "a node, which users name `PostgresNode` or `JetStreamNode`",
};

test("the declarations of the entry points lead to no internal type", () => {
  const internal = internalTypes();
  const found = internal.filter(({ file }) => !Object.keys(UNNAMED).some((known) => file.startsWith(known)));
  expect(found.map(({ path, file }) => `${path.join(" > ")} (${file})`)).toEqual([]);
  // An exception that nothing leads to any more would hide a later leak.
  for (const known of Object.keys(UNNAMED)) expect(internal.some(({ file }) => file.startsWith(known))).toBe(true);
});
