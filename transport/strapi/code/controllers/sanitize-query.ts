import {
  type Access,
  type AnyModel,
  type Attribute,
  ENTRY_FIELDS,
  isPassword,
  isRecord,
  mayFollow,
  type Schema,
  type UnknownRecord,
} from "../../../../engine/internal.ts";

/**
 * The parameters of a query without what its caller may not use, as Strapi's `sanitizeQuery` leaves it out: unknown and
 * private attributes, passwords, and relations that the caller may not follow. Parameters of the project stay, and so do
 * unknown names in `populate`.
 */
export function sanitizeQuery(schema: Schema, model: AnyModel, access: Access, query: UnknownRecord): UnknownRecord {
  return new QuerySanitizer(schema, access).query(model, query);
}

class QuerySanitizer {
  readonly #schema: Schema;
  readonly #access: Access;

  constructor(schema: Schema, access: Access) {
    this.#schema = schema;
    this.#access = access;
  }

  query(model: AnyModel, query: UnknownRecord): UnknownRecord {
    const { filters, sort, fields, populate, ...others } = query;
    return {
      ...others,
      ...(filters ? { filters: this.#filters(model, filters) } : {}),
      ...(sort ? { sort: this.#sort(model, sort) } : {}),
      ...(fields ? { fields: this.#fields(model, fields) } : {}),
      ...(populate ? { populate: this.#populate(model, populate) } : {}),
    };
  }

  #fields(model: AnyModel, fields: unknown): unknown {
    if (fields === "*" || (Array.isArray(fields) && fields.includes("*"))) return fields;
    const kept = textsOf(fields).filter(
      (name) => ENTRY_FIELDS.has(name) || this.#visible(model, name)?.kind === "scalar",
    );
    return kept;
  }

  #sort(model: AnyModel, sort: unknown): unknown {
    if (typeof sort === "string") return String(this.#sort(model, textsOf(sort)));
    if (Array.isArray(sort)) return sort.map((each) => this.#sortKey(model, each)).filter((each) => each !== undefined);
    return this.#sortKey(model, sort);
  }

  #sortKey(model: AnyModel, key: unknown): unknown {
    if (typeof key === "string") return this.#has(model, key.split(":")[0]?.split(".") ?? []) ? key : undefined;
    if (!isRecord(key)) return undefined;
    const kept = Object.entries(key).flatMap(([name, value]) => {
      if (typeof value === "string") return this.#has(model, name.split(".")) ? [[name, value]] : [];
      const next = this.#next(model, name);
      return next === null ? [] : [[name, this.#sortKey(next, value)]];
    });
    return Object.fromEntries(kept);
  }

  #filters(model: AnyModel, filters: unknown): unknown {
    if (Array.isArray(filters)) return filters.map((each) => this.#filters(model, each));
    if (!isRecord(filters)) return filters;
    const kept = Object.entries(filters).flatMap(([name, value]) => {
      if (LOGIC.has(name)) return [[name, this.#filters(model, value)]];
      if (name.startsWith("$") || ENTRY_FIELDS.has(name)) return [[name, value]];
      const attribute = this.#readable(model, name);
      if (attribute === undefined || attribute.kind === "dynamiczone" || attribute.kind === "morph") return [];
      if (attribute.kind === "scalar") return [[name, value]];
      const next = this.#next(model, name);
      return next === null ? [] : [[name, this.#filters(next, value)]];
    });
    return Object.fromEntries(kept);
  }

  #populate(model: AnyModel, populate: unknown): unknown {
    if (populate === true) return populate;
    if (populate === "*" || populate === "true") return this.#all(model);
    if (typeof populate === "string") return this.#paths(model, textsOf(populate)).join();
    if (Array.isArray(populate)) return this.#paths(model, populate.flatMap(textsOf));
    if (!isRecord(populate)) return populate;
    const kept = Object.entries(populate).flatMap(([name, value]) => {
      if (!model.attributes.has(name)) return [[name, value]];
      const attribute = this.#readable(model, name);
      if (attribute === undefined || attribute.kind === "scalar") return [];
      return [[name, isRecord(value) ? this.#populated(attribute, value) : value]];
    });
    return Object.fromEntries(kept);
  }

  /** The parameters below one populated attribute. */
  #populated(attribute: Attribute, given: UnknownRecord): unknown {
    const { on, ...query } = given;
    if (isRecord(on)) {
      const models = attribute.kind === "morph" ? this.#schema.types : this.#schema.components;
      const kept = Object.entries(on).flatMap(([uid, value]) => {
        const model = models.get(uid);
        return [[uid, model !== undefined && isRecord(value) ? this.query(model, value) : value]];
      });
      return { ...query, on: Object.fromEntries(kept) };
    }
    const model = this.#behind(attribute);
    return model === null ? given : this.query(model, given);
  }

  #all(model: AnyModel): UnknownRecord {
    const names = [...model.attributes.values()].filter(({ kind, name }) => {
      return kind !== "scalar" && kind !== "morph" && this.#readable(model, name) !== undefined;
    });
    return Object.fromEntries(names.map(({ name }) => [name, true]));
  }

  #paths(model: AnyModel, paths: readonly string[]): readonly string[] {
    return paths.flatMap((path) => {
      if (path === "*") return Object.keys(this.#all(model));
      return this.#isWithheld(model, path.split(".")) ? [] : [path];
    });
  }

  /** Whether a path leads to an attribute that the caller may not use. */
  #isWithheld(model: AnyModel, [name = "", ...others]: readonly string[]): boolean {
    if (!model.attributes.has(name)) return false;
    if (this.#readable(model, name) === undefined) return true;
    const next = this.#next(model, name);
    return next !== null && others.length > 0 && this.#isWithheld(next, others);
  }

  /** Whether the caller may use every attribute of a path. */
  #has(model: AnyModel, path: readonly string[]): boolean {
    const [name = "", ...others] = path;
    if (others.length === 0) return ENTRY_FIELDS.has(name) || this.#readable(model, name) !== undefined;
    const next = this.#next(model, name);
    // The components of a dynamic zone are not known here: the read itself checks them.
    if (next === null) return this.#readable(model, name)?.kind === "dynamiczone";
    return this.#has(next, others);
  }

  #next(model: AnyModel, name: string): AnyModel | null {
    const attribute = this.#readable(model, name);
    return attribute === undefined ? null : this.#behind(attribute);
  }

  #behind(attribute: Attribute): AnyModel | null {
    if (attribute.kind === "relation" || attribute.kind === "media") return this.#schema.target(attribute);
    return attribute.kind === "component" ? this.#schema.component(attribute.component) : null;
  }

  #readable(model: AnyModel, name: string): Attribute | undefined {
    const attribute = this.#visible(model, name);
    return attribute !== undefined && isPassword(attribute) ? undefined : attribute;
  }

  /** As `fields` may name it: a password is named there without effect. */
  #visible(model: AnyModel, name: string): Attribute | undefined {
    const attribute = model.attributes.get(name);
    return attribute === undefined || attribute.private || !mayFollow(this.#access, attribute) ? undefined : attribute;
  }
}

const LOGIC: ReadonlySet<string> = new Set(["$and", "$or", "$not"]);

function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return String(value)
    .split(",")
    .map((each) => each.trim());
}
