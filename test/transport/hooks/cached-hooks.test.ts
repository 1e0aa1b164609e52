import { expect, it } from "vitest";
import type { Galley, HookFilter } from "../../../transport/galley.ts";
import { openGalley } from "../../support/servers/open-galley.ts";

const SCHEMA = {
  contentTypes: Object.fromEntries(
    ["post", "tag"].map((name) => [
      `api::${name}.${name}`,
      {
        kind: "collectionType",
        info: { singularName: name, pluralName: `${name}s`, displayName: name },
        attributes: { title: { type: "string" } },
      },
    ]),
  ),
} as const;

const start = (): Promise<Galley> =>
  openGalley({
    schema: SCHEMA as never,
    seed: { post: [{ title: "Bread" }], tag: [] },
    roles: { public: { post: ["find", "findOne"] }, reader: { post: ["find", "findOne"] } },
    tokens: ["ann", "ben"].map((name) => ({ name, token: `token-of-${name}`, role: "reader" })),
  });

/** Puts the caller's name into every title. `runs`: how often it ran. */
function addNaming(galley: Galley, filter: HookFilter = {}) {
  const naming = { runs: 0, off: () => {} };
  naming.off = galley.use({ types: ["post"], actions: ["findMany"], ...filter }, async ({ caller }, next) => {
    naming.runs += 1;
    const name = caller.kind === "token" ? caller.name : caller.kind;
    return (await next()).map((entry: { title: string }) => ({ ...entry, title: `${entry.title} of ${name}` }));
  });
  return naming;
}

async function title(galley: Galley, name?: string): Promise<string> {
  const headers = name === undefined ? {} : { authorization: `Bearer token-of-${name}` };
  const response = await galley.fetch("/api/posts", { headers });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { title: string }[] }).data[0]?.title ?? "";
}

async function titles(galley: Galley, times: number, name?: string): Promise<Set<string>> {
  const all = new Set<string>();
  for (let time = 0; time < times; time += 1) all.add(await title(galley, name));
  return all;
}

it("a hook that promises so is not run again for an answer that is cached", async () => {
  const galley = await start();
  const naming = addNaming(galley, { cache: true });
  expect(await titles(galley, 6)).toEqual(new Set(["Bread of public"]));
  // An answer is kept when its URL comes for the second time.
  expect(naming.runs).toBe(2);
});

it("each caller has answers of its own, whatever their rights", async () => {
  const galley = await start();
  addNaming(galley, { cache: true });
  for (const name of ["ann", "ben", "ann", "ben"]) {
    expect(await titles(galley, 3, name)).toEqual(new Set([`Bread of ${name}`]));
  }
});

it("a write of any type, another hook and the removal of the hook end what is cached", async () => {
  const galley = await start();
  const naming = addNaming(galley, { cache: true });
  await titles(galley, 4);
  await galley.documents("api::tag.tag").create({ data: { title: "new" } });
  await titles(galley, 3);
  expect(naming.runs).toBe(3);
  const uncached = addNaming(galley);
  expect(await titles(galley, 3)).toEqual(new Set(["Bread of public of public"]));
  expect(uncached.runs).toBe(3);
  uncached.off();
  expect(await titles(galley, 3)).toEqual(new Set(["Bread of public"]));
  naming.off();
  expect(await titles(galley, 3)).toEqual(new Set(["Bread"]));
});

it("an answer is not cached where a hook came while it was made", async () => {
  const galley = await start();
  let later = { off: () => {} };
  galley.use({ types: ["post"], actions: ["findMany"], cache: true }, async (_, next) => {
    const entries = await next();
    if (later.off.name === "off") later = addNaming(galley, { cache: true });
    return entries;
  });
  await title(galley);
  expect(await titles(galley, 4)).toEqual(new Set(["Bread of public"]));
});

it("refuses a promise that is neither true nor false", async () => {
  const galley = await start();
  expect(() => addNaming(galley, { cache: "yes" as never })).toThrow(/cache: must be true or false/);
});
