import { expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { heldBytes } from "../../support/run/held-bytes.ts";

const FORKS = 1_000;
/** Bytes. */
const PER_HOOK = 1_024;

const TYPES = ["tag", "post", "page"].map((name) => [
  `api::${name}.${name}`,
  {
    kind: "collectionType",
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes: { title: { type: "string" } },
  },
]);

it("keeps a hook of each of 1,000 forks, inside 20 that all have from before, in less than 1 KiB", async () => {
  const schema = { contentTypes: Object.fromEntries(TYPES) };
  const galley = (await createGalley({ schema } as never)) as unknown as Galley;
  const types = ["tag", "post"];
  for (let count = 0; count < 20; count += 1) galley.use({ types, actions: ["create"] }, (_, next) => next());
  const use = (fork: Galley) => fork.use({ types: ["page"], actions: ["update"] }, (_, next) => next());
  const forks = Array.from({ length: FORKS }, () => galley.fork());
  // The first forks build things for all of them.
  for (const fork of forks.slice(0, 10)) use(fork)();
  const before = await heldBytes();
  for (const fork of forks) use(fork);
  expect((await heldBytes()) - before).toBeLessThan(FORKS * PER_HOOK);
  await Promise.all([...forks, galley].map((each) => each.close()));
});
