import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { JsonFileStorage } from "../../../storage/internal.ts";
import { loadConfig } from "../../../transport/cli/load-config.ts";
import { checkConfig } from "../../../transport/config/check-config.ts";
import { createGalley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { newFolder } from "../../support/folder.ts";
import { Caller } from "../../support/requests/caller.ts";
import { runHere, withServerHere } from "../../support/servers/run-here.ts";

const BIG = "1234567890123456781";

const SCHEMA = schemaOf(
  {
    thing: {
      dp: false,
      attributes: {
        big: { type: "biginteger" },
        int: { type: "integer" },
        dec: { type: "decimal" },
        text: { type: "string" },
        doc: { type: "json" },
        part: { type: "component", component: "part.one" },
      },
    },
  },
  { "part.one": { big: { type: "biginteger" }, doc: { type: "json" } } },
);

async function seeded(text: string) {
  const seed = join(await newFolder(), "seed.json");
  await writeFile(seed, text);
  const galley = await createGalley({ schema: SCHEMA, open: true, seed });
  const answer = await galley.fetch("/api/things?populate=*");
  await galley.close();
  return answer.text();
}

describe("a number in a seed's file", () => {
  it.each([
    BIG,
    `-${BIG}`,
    "9007199254740993",
    "123456789012345678901234567890",
    "1.234567890123456781e18",
    `${BIG}.0`,
  ])("is kept by a biginteger as %s", async (literal) => {
    const digits = BigInt(literal.includes("e") ? BIG : literal.replace(".0", ""));
    const text = await seeded(`{"thing":[{"text":"a","big":${literal},"part":{"big":${literal}}}]}`);
    expect(text.split(`"big":"${digits}"`)).toHaveLength(3);
  });

  it.each([
    [`{"thing":[{"text":"a"},{"int":${BIG}}]}`, "thing.1.int"],
    [`{"thing":[{"dec":${BIG}}]}`, "thing.0.dec"],
    [`{"thing":[{"text":${BIG}}]}`, "thing.0.text"],
    [`{"thing":[{"doc":{"a":[1,${BIG}]}}]}`, "thing.0.doc.a.1"],
    [`{"thing":{"ada":{"part":{"doc":[${BIG}]}}}}`, "thing.ada.part.doc.0"],
    ['{"thing":[{"doc":{"a":1e400}}]}', "thing.0.doc.a"],
    ['{"thing":[{"doc":[1e-400]}]}', "thing.0.doc.0"],
    ['{"thing":[{"big":1e400}]}', "thing.0.big"],
    ['{"thing":[{"dec":-1e400}]}', "thing.0.dec"],
  ])("is refused with its place where it would be altered: %s", async (text, path) => {
    await expect(seeded(text)).rejects.toThrow(`seed.json cannot be planted:\n  ${path}`);
  });

  it.each([
    ['{"thing":[{"int":-0,"dec":-0.0}]}', '"int":0,"dec":0'],
    ['{"thing":[{"dec":3.14159265358979323846}]}', '"dec":3.141592653589793'],
    ['{"thing":[{"dec":1e23}]}', '"dec":1e+23'],
    [`{"thing":[{"text":"${BIG}","doc":["${BIG}"]}]}`, `"text":"${BIG}","doc":["${BIG}"]`],
    [`{"thing":[{"doc":{"a":${BIG},"a":2}}]}`, '"doc":{"a":2}'],
  ])("is kept as in a request: %s", async (text, expected) => expect(await seeded(text)).toContain(expected));
});

const LEDGER = `{
  "people": [{ "id": ${BIG}, "name": "Ada" }, { "id": 1234567890123456782, "name": "Bob" }],
  "notes": [{ "id": 1, "personId": 1234567890123456782, "total": 9007199254740993 }, { "id": 2, "personId": ${BIG}, "total": 5 }]
}`;

describe("galley db.json with ids of 19 digits", () => {
  async function check(url: string) {
    const visitor = new Caller(url);
    const notes = (await visitor.get("/api/notes?populate=person&sort=legacyId")).entries;
    expect(notes).toMatchObject([
      { total: "9007199254740993", person: { name: "Bob", legacyId: "1234567890123456782" } },
      { total: "5", person: { name: "Ada", legacyId: BIG } },
    ]);
    expect((await visitor.get(`/api/people?filters[legacyId]=${BIG}`)).all("name")).toEqual(["Ada"]);
    expect((await visitor.get("/api/people?filters[legacyId][$gt]=1234567890123456781")).all("name")).toEqual(["Bob"]);
    expect((await visitor.get(`/api/people/${BIG}`)).body).toMatchObject({
      error: { details: { documentId: (await visitor.get(`/api/people?filters[name]=Ada`)).all("documentId")[0] } },
    });
  }

  test("are kept, with what refers to them", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json"), LEDGER);
    await withServerHere(["db.json", "--port", "0"], { folder }, (_, url) => check(url));
  });

  test("also by import, and by a module", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json"), LEDGER);
    expect((await runHere(["import", "db.json", "--out", "site"], { folder })).code).toBe(0);
    await withServerHere(["site", "--port", "0"], { folder }, (_, url) => check(url));
    const module = `export default async () => (${LEDGER.replace(/\d{16,}/g, "$&n")})`;
    await writeFile(join(folder, "ledger.mjs"), module);
    await withServerHere(["ledger.mjs", "--port", "0"], { folder }, (_, url) => check(url));
  });

  test.each([
    [`{"a":[{"n":1.5},{"n":${BIG}}]}`, "db.json: a.1.n"],
    [`{"a":[{"n":{"deep":[${BIG}]}}]}`, "db.json: a.0.n.deep.0"],
    [`{"a":{"n":"text","m":[${BIG}]}}`, "db.json: a.m.0"],
    ['{"a":[{"n":1e400}]}', "db.json: a.0.n"],
  ])("are refused where no type keeps them: %s", async (text, place) => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json"), text);
    for (const args of [
      ["db.json", "--port", "0"],
      ["import", "db.json"],
      ["check", "db.json"],
    ]) {
      const { code, errors, out } = await runHere(args, { folder });
      expect(code).not.toBe(0);
      expect(errors + out).toContain(`${place}: is a number that cannot be kept exactly`);
    }
  });

  test("are refused where a module has altered them already", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.cjs"), `module.exports = () => ({ a: [{ id: ${BIG} }] })`);
    const { code, errors } = await runHere(["db.cjs", "--port", "0"], { folder });
    expect([code, errors]).toEqual([1, expect.stringMatching(/db\.cjs: id is a number that JavaScript cannot keep/)]);
  });
});

test("an edited content file is refused with the place of each number that would be altered", async () => {
  const path = join(await newFolder(), "db.json");
  const open = () => createGalley({ schema: SCHEMA, open: true, storage: new JsonFileStorage(path) });
  const first = await open();
  await first.documents("api::thing.thing").create({ data: { big: BIG, doc: { a: 7 }, dec: 8 } });
  await first.close();
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace('"a": 7', `"a": ${BIG}`).replace('"dec": 8', '"dec": 1e400'));
  await expect(open()).rejects.toThrow(/values\.doc\.a is a number that cannot be kept exactly: 1234567890123456781/);
  await expect(open()).rejects.toThrow(/values\.dec is a number that cannot be kept exactly: 1e400/);
  await writeFile(path, text);
  const again = await open();
  expect(await (await again.fetch("/api/things")).text()).toContain(`"big":"${BIG}"`);
  await again.close();
});

test("a configuration is refused with the place of a number that would be altered", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "galley.config.json"), '{ "indexBytes": 9007199254740993 }');
  await expect(loadConfig(folder)).rejects.toThrow(
    "indexBytes: is a number that cannot be kept exactly: 9007199254740993",
  );
  await writeFile(join(folder, "galley.config.json"), "{}");
  expect(checkConfig((await loadConfig(folder)).config, "it")).toEqual({});
});

test("the limits of a biginteger in a schema file are kept", async () => {
  const folder = await newFolder();
  const place = join(folder, "src/api/thing/content-types/thing");
  await mkdir(place, { recursive: true });
  const big = `{ "type": "biginteger", "max": 9007199254740993 }`;
  const info = '{ "singularName": "thing", "pluralName": "things", "displayName": "Thing" }';
  await writeFile(
    join(place, "schema.json"),
    `{ "kind": "collectionType", "info": ${info}, "attributes": { "big": ${big} } }`,
  );
  await using galley = await createGalley({ project: folder, open: true });
  const create = (big: string) => galley.documents("api::thing.thing").create({ data: { big } });
  expect(await create("9007199254740993")).toMatchObject({ big: "9007199254740993" });
  await expect(create("9007199254740994")).rejects.toThrow("big must be less than or equal to 9007199254740993");
});
