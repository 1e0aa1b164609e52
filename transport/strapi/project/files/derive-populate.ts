import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isRecord, type Schema, STRAPI_RULES } from "../../../../engine/internal.ts";
import { ConfigError } from "../../../config/config-error.ts";
import { defaultPopulate } from "../../../parts/rest/default-populate.ts";
import { type RoutedReads, readRoutes, readSetQuery } from "./literals/read-populate.ts";

/** The populate of the route middlewares of a project. */
export interface DerivedPopulate {
  /** `rest.populate`, by uid. */
  readonly populate: { readonly [uid: string]: unknown };
  /** The middlewares that do more, or whose source does not tell. */
  readonly notes: readonly { readonly file: string; readonly message: string }[];
}

export const NOTHING_DERIVED: DerivedPopulate = { populate: {}, notes: [] };

/** Whether a file of code is a middleware of an api, or of `src/middlewares`. */
export function isMiddleware(file: string): boolean {
  return /^src\/(api\/.*\/)?middlewares\//.test(file);
}

/**
 * Derives `rest.populate` from the middlewares of a project's routes `find` and `findOne`. Nothing of the project is run:
 * literals and constants of the files are read. `code`: the files of its own code.
 */
export async function derivePopulate(
  project: string,
  schema: Schema,
  code: readonly string[],
): Promise<DerivedPopulate> {
  if (!code.some(isMiddleware)) return NOTHING_DERIVED;
  const deriving = new Deriving(project, schema, code);
  for (const file of code) {
    const [, api] = /^src\/api\/([^/]+)\/routes\//.exec(file) ?? [];
    if (api !== undefined) await deriving.addRoutes(file, api);
  }
  return deriving;
}

class Deriving implements DerivedPopulate {
  readonly populate: { [uid: string]: unknown } = {};
  readonly notes: { file: string; message: string }[] = [];
  readonly #project: string;
  readonly #schema: Schema;
  /** Files of middlewares by their names: `api::page.page-populate`, `global::populate`. */
  readonly #middlewares = new Map<string, string>();

  constructor(project: string, schema: Schema, code: readonly string[]) {
    this.#project = project;
    this.#schema = schema;
    for (const file of code) {
      const [, api] = /^src\/(?:api\/([^/]+)\/)?middlewares\/[^/]+$/.exec(file) ?? [null];
      const name = basename(file, extname(file));
      if (api !== null) this.#middlewares.set(api === undefined ? `global::${name}` : `api::${api}.${name}`, file);
    }
  }

  async addRoutes(file: string, api: string): Promise<void> {
    for (const { type, find, findOne } of readRoutes(await this.#read(file))) {
      const known = this.#schema.types.get(type) ?? this.#schema.types.get(`api::${api}.${type}`);
      if (known === undefined) continue;
      const list = await this.#populateOf(find, api);
      const one = known.kind === "single" ? list : await this.#populateOf(findOne, api);
      const populate = list ?? one;
      if (populate === undefined || this.#isRefused(file, known.uid, populate)) continue;
      this.populate[known.uid] = populate;
      if (isDeepStrictEqual(list, one)) continue;
      const [those, others] = list === undefined ? ["findOne", "find"] : ["find", "findOne"];
      this.#note(
        file,
        `the populate of ${those} is used for ${others} too, which sets ${one && list ? "another" : "none"}`,
      );
    }
  }

  /** Whether Strapi would refuse each request with it. */
  #isRefused(file: string, uid: string, populate: unknown): boolean {
    try {
      defaultPopulate(this.#schema, STRAPI_RULES, { [uid]: populate });
      return false;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const { path, message } of error.issues) this.#note(file, `${path.slice(1).join(".")}: ${message}`);
      return true;
    }
  }

  /** The `query.populate` that a list of middlewares leaves. */
  async #populateOf(middlewares: RoutedReads["find"], api: string): Promise<unknown> {
    let populate: unknown;
    for (const given of middlewares) {
      const { name, config = {} } = isRecord(given) ? given : { name: given };
      const file = this.#fileOf(String(name), api);
      if (file === undefined) continue;
      const read = readSetQuery(await this.#read(file), config);
      if ("reason" in read) {
        this.#note(file, `what it populates is not derived: ${read.reason}`);
        continue;
      }
      populate = read.query.populate ?? populate;
      const others = Object.keys(read.query).filter((key) => key !== "populate");
      if (others.length > 0) this.#note(file, `sets more than populate: ${others.join(", ")}`);
    }
    return populate;
  }

  #fileOf(name: string, api: string): string | undefined {
    if (name.includes("::")) return this.#middlewares.get(name);
    return this.#middlewares.get(`api::${api}.${name}`) ?? this.#middlewares.get(`global::${name}`);
  }

  #read(file: string): Promise<string> {
    return readFile(join(this.#project, file), "utf8").catch(() => "");
  }

  #note(file: string, message: string): void {
    if (!this.notes.some((each) => each.file === file && each.message === message)) this.notes.push({ file, message });
  }
}
