import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { sendTo } from "../../support/requests/json.ts";
import { writeProject } from "../strapi/project/write-project.ts";

interface Request {
  readonly method: string;
  readonly path: string;
  readonly data?: object;
}

interface Recorded {
  readonly contentTypes: { readonly [uid: string]: { readonly attributes: readonly string[] } };
  readonly answers: readonly { readonly status: number; readonly body: unknown; readonly seen: readonly object[] }[];
}

interface Definition {
  readonly plural: string;
  readonly dp?: boolean;
  readonly attributes: object;
}

const read = (name: string) => readFileSync(new URL(`./documented/${name}`, import.meta.url), "utf8");
const requests: readonly Request[] = JSON.parse(read("requests.json"));
const recorded: Recorded = JSON.parse(read("answers.json"));
const types: { readonly [name: string]: Definition } = JSON.parse(read("types.json"));
const register = createRequire(import.meta.url)("./documented/register.cjs").register as (given: object) => void;

const contentTypes = Object.fromEntries(
  Object.entries(types).map(([name, { plural, dp = true, attributes }]) => [
    `api::${name}.${name}`,
    {
      kind: "collectionType",
      collectionName: plural,
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish: dp },
      attributes,
    },
  ]),
);

const common = {
  profile: "strapi",
  tokens: [{ name: "full", token: "full", access: "full-access" }],
} as const;

/** The same code as a project's own, and as `setup` of a galley, whose hooks see the attributes of the schema alone. */
const SERVERS: { readonly [name: string]: () => Promise<Galley> } = {
  "documents.use of a project": async () => {
    const files = Object.entries(types).flatMap(([name]) => [
      [`src/api/${name}/content-types/${name}/schema.json`, contentTypes[`api::${name}.${name}`]],
      [
        `src/api/${name}/routes/${name}.js`,
        `module.exports = require("@strapi/strapi").factories.createCoreRouter("api::${name}.${name}");`,
      ],
    ]);
    const project = await writeProject({
      "package.json": { name: "documented", dependencies: { "@strapi/strapi": "5.54.0" } },
      ...Object.fromEntries(files),
      "src/index.js": read("register.cjs"),
    });
    return (await createGalley({ ...common, project, run: true })) as unknown as Galley;
  },
  "galley.use": async () => {
    const setup = (galley: Galley) => register({ strapi: { documents: { use: galley.use.bind(galley) } } });
    return (await createGalley({ ...common, schema: { contentTypes } as never, setup })) as unknown as Galley;
  },
};

interface Seen {
  readonly uid: string;
  readonly contentType?: unknown;
}

const global = globalThis as { seenByMiddlewares?: Seen[] };

afterEach(() => {
  delete global.seenByMiddlewares;
});

describe.each(Object.entries(SERVERS))("middlewares as Strapi's manual shows them, by %s", (name, start) => {
  const isProject = name.startsWith("documents.use");
  it("see the calls that they saw in Strapi, and answer what Strapi answered", async () => {
    const galley = await start();
    const [answers, seenTypes]: [object[], { [uid: string]: unknown }] = [[], {}];
    let first = "none";
    for (const { method, path, data } of requests) {
      global.seenByMiddlewares = [];
      const sent = data && { data };
      const { status, body } = await sendTo(galley, method, path.replace("{first}", first), sent, {
        authorization: "Bearer full",
      });
      if (first === "none") first = body.data.documentId;
      const seen = global.seenByMiddlewares.map(({ contentType, ...call }) => {
        seenTypes[call.uid] = contentType;
        return call;
      });
      answers.push(JSON.parse(JSON.stringify({ status, body: hidden(body), seen })));
    }
    expect(answers).toEqual(recorded.answers);
    expect(seenTypes).toEqual(isProject ? recorded.contentTypes : withoutSystemAttributes(recorded.contentTypes));
    await galley.close();
  });
});

function withoutSystemAttributes(given: Recorded["contentTypes"]) {
  return Object.fromEntries(
    Object.entries(given).map(([uid, type]) => {
      const own = Object.keys(types[uid.split(".")[1] ?? ""]?.attributes ?? {}).sort();
      return [uid, { ...type, attributes: own }];
    }),
  );
}

/** Without ids and times. */
function hidden(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => hidden(each));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hidden(member, key)]));
  return value !== null && /(?:At|^id|^documentId)$/.test(name) ? "…" : value;
}
