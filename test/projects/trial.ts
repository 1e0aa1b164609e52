import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ContentType, SchemaDefinition } from "../../engine/internal.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { generateTypes } from "../../transport/library/generate/generate-types.ts";
import { withAccessTypes } from "../../transport/strapi/archive/access-types.ts";
import { archiveEntries } from "../../transport/strapi/archive/write/export-archive.ts";
import { pack } from "../../transport/strapi/archive/write/pack.ts";
import { loadProject } from "../../transport/strapi/project/load-project.ts";
import { withJson } from "../support/requests/json.ts";

/** The result for one project: its contents, and the reasons for failures. */
export interface Trial {
  readonly types: number;
  readonly warnings: number;
  /** Content types that answered 200 for every question. */
  readonly served: number;
  /** Of the types with routes. */
  readonly asked: number;
  readonly failures: readonly string[];
}

const QUERIES = ["populate=*", "populate=deep,3", "populate=*&status=draft&sort=id:desc&fields=documentId"];
const EACH = 2;
const TOKEN = "full-access";
const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };

/**
 * Loads a project and does with it what its users would: interfaces are written to FOLDER/NAME.ts, entries of every type
 * made, every type asked for with everything behind it in both profiles and by GraphQL, and everything exported and
 * loaded again.
 */
export async function tryProject(path: string, name: string, folder: string): Promise<Trial> {
  const failures: string[] = [];
  const attempt = async <T>(what: string, action: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      failures.push(`${what}: ${String(error).split("\n").slice(0, 3).join(" ")}`);
      return undefined;
    }
  };
  const none = { types: 0, warnings: 0, served: 0, asked: 0, failures };
  const project = await attempt("check", () => loadProject(path, { environment: {} }));
  if (project === undefined) return none;
  await attempt("types", () => writeFile(join(folder, `${name}.ts`), generateTypes(project.schema)));
  const types = [...project.schema.types.values()].filter(({ uid }) => uid.startsWith("api::"));
  const size = { types: types.length, warnings: project.warnings.length };
  const schema = withAccessTypes(project.definition);
  const galley = await attempt("start", () => open(schema, "strapi"));
  if (galley === undefined) return { ...none, ...size };
  for (const { uid, kind } of types)
    await attempt(`make ${uid}`, () => galley.make(uid, kind === "single" ? 1 : EACH, {}));
  const file = join(folder, `${name}.tar`);
  await attempt("export", () => exportTo(file, galley, schema));
  const asked = types.filter(({ rest }) => rest);
  const bad = new Set<string>();
  const again = await attempt("import", () => open(schema, "contract", file));
  for (const each of [galley, again])
    if (each !== undefined) for (const failure of await ask(each, asked, bad)) failures.push(failure);
  await attempt("graphql", () => askGraphql(galley));
  await Promise.all([galley.close(), again?.close()]);
  return { ...size, served: asked.length - bad.size, asked: asked.length, failures };
}

function open(schema: SchemaDefinition, profile: "contract" | "strapi", seed?: string): Promise<Galley> {
  return createGalley({
    schema,
    profile,
    graphql: true,
    tokens: [{ name: "all", token: TOKEN, access: "full-access" }],
    ...(seed !== undefined && { seed }),
  });
}

async function ask(galley: Galley, types: readonly ContentType[], bad: Set<string>): Promise<string[]> {
  const failures: string[] = [];
  for (const { uid, kind, singularName, pluralName } of types)
    for (const query of QUERIES) {
      const path = `/api/${kind === "single" ? singularName : pluralName}?${query}`;
      const response = await galley.fetch(path, { headers });
      // Only the default profile knows levels of depth.
      const isExpected = response.status === 200 || (response.status === 400 && query.includes("deep"));
      if (isExpected) continue;
      bad.add(uid);
      failures.push(`GET ${path}: ${response.status} ${(await response.text()).slice(0, 200)}`);
    }
  return failures;
}

async function askGraphql(galley: Galley): Promise<void> {
  const response = await galley.fetch(
    "/graphql",
    withJson("POST", { query: "{ __schema { types { name fields { name } } } }" }, headers),
  );
  const text = await response.text();
  if (response.status !== 200 || text.includes('"errors"')) throw new Error(`${response.status} ${text.slice(0, 200)}`);
}

async function exportTo(file: string, galley: Galley, definition: SchemaDefinition): Promise<void> {
  const entries = archiveEntries({
    engine: galley.engine.fork(),
    definition,
    files: galley.files,
    access: { roles: {} },
    createdAt: Date.now(),
    missing: () => {},
  });
  await pipeline(pack(entries, { compress: false, key: undefined, createdAt: Date.now() }), createWriteStream(file));
}
