import {
  type Access,
  type AnyModel,
  CHECK_LIMITS,
  checkComponentQuery,
  checkKeys,
  checkQuery,
  type Engine,
  FULL_ACCESS,
  isRecord,
  readData,
  type UnknownRecord,
} from "../../../../engine/internal.ts";
import { shownEntry } from "../../../hooks/shown-entry.ts";
import { standIn } from "../object/stand-in.ts";
import type { Loose } from "../strapi-object.ts";
import { sanitizeInput } from "./sanitize-input.ts";
import { sanitizeQuery } from "./sanitize-query.ts";
import { refusing } from "./strapi-error.ts";

/** The model behind a value that is checked, and the rights of its caller. */
export interface Checking {
  readonly engine: Pick<Engine, "schema" | "rules">;
  readonly model: AnyModel;
  readonly access: Access;
}

type Check = (checking: Checking, value: Loose) => unknown;

export const SANITIZE = {
  input: ({ engine, model, access }, data) => sanitizeInput(engine.schema, model, access, data ?? {}),
  output: ({ engine, model, access }, data) => shownEntry(engine.schema, model, access, data),
  query: ({ engine, model, access }, query) => sanitizeQuery(engine.schema, model, access, query),
} satisfies Record<string, Check>;

export const VALIDATE = {
  /** @throws EngineError `validation` of the first fault of a name. */
  query({ engine: { schema, rules }, model, access }, { filters, sort, fields, populate }) {
    const params = { filters, sort, fields, populate: allAsText(populate) };
    const checked = { schema, rules, params, access, limits: CHECK_LIMITS };
    if (model.model === "component") checkComponentQuery({ ...checked, component: model });
    else checkQuery({ ...checked, type: model, shape: "findOne" });
  },
  /** @throws EngineError `validation` of the first key that the caller may not write. */
  input({ engine: { schema, rules }, model, access }, data) {
    for (const each of [data ?? []].flat()) checkKeys(schema, model, readData(each), access, rules);
  },
} satisfies Record<string, Check>;

/** Code writes `populate: true` for everything; in a query string it is `*`. */
function allAsText(populate: Loose): unknown {
  if (populate === true) return "*";
  if (!isRecord(populate)) return populate;
  const below = (given: Loose): unknown => {
    if (!isRecord(given)) return given;
    const { populate: inner, on } = given;
    return {
      ...given,
      ...(inner !== undefined && { populate: allAsText(inner) }),
      ...(isRecord(on) && { on: mapped(on, below) }),
    };
  };
  return mapped(populate, below);
}

function mapped(record: UnknownRecord, change: (value: unknown) => unknown): UnknownRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

const PARAMETERS = ["filters", "sort", "fields", "populate"] as const;

/** `strapi.contentAPI`: `sanitize` and `validate`, for the caller of `auth` (`ctx.state.auth`), by default with all rights. */
export function contentApi(engine: () => Checking["engine"]): Loose {
  const group = (name: string, { query, ...checks }: Record<string, Check> & { readonly query: Check }) => {
    const one = (param: string): Check => {
      return (checking, value) => (query(checking, { [param]: value }) as UnknownRecord | undefined)?.[param];
    };
    const all = { ...checks, query, ...Object.fromEntries(PARAMETERS.map((param) => [param, one(param)])) };
    const bound = Object.entries(all).map(([kind, check]) => [
      kind,
      async (value: Loose, model: Loose, { auth }: Loose = {}) =>
        refusing(() => {
          const title = `${name}${kind[0]?.toUpperCase()}${kind.slice(1)}`;
          return check(checkingOf(engine(), model, accessIn(auth), title), value);
        }),
    ]);
    return Object.fromEntries(bound);
  };
  return standIn("strapi.contentAPI", { sanitize: group("sanitize", SANITIZE), validate: group("validate", VALIDATE) });
}

function checkingOf(engine: Checking["engine"], model: Loose, access: Access, name: string): Checking {
  const { types, components } = engine.schema;
  const known = isRecord(model) ? (types.get(String(model.uid)) ?? components.get(String(model.uid))) : undefined;
  if (known === undefined) throw new Error(`Missing schema in ${name}`);
  return { engine, model: known, access };
}

function accessIn(auth: Loose): Access {
  if (auth === undefined || auth === null) return FULL_ACCESS;
  return { authenticated: true, may: (type, action) => auth.ability?.can(`${type}.${action}`) === true };
}
