import type { Access } from "../../access.ts";
import type { Rules } from "../../rules.ts";
import type { AnyModel } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Audience } from "../read-context.ts";
import { Faults } from "./faults.ts";
import type { Field, NestingField } from "./field.ts";
import { invalid, type Parameter } from "./refusal.ts";
import type { Binding } from "./template/parameter.ts";

/** How much one query may ask for. */
export interface CheckLimits {
  /** Entries of a list when the query does not say; null is all. */
  readonly defaultLimit: number | null;
  /** Most entries of a list; null is no limit. */
  readonly maxLimit: number | null;
  /** Count all matches when the query does not say. */
  readonly withCount: boolean;
  /** Keys of one sort. */
  readonly sortKeys: number;
  /** Conditions in one list of `$and`, `$or` or `$not`. */
  readonly branches: number;
  /** Values in one list of operands. */
  readonly listValues: number;
  /** Conditions, sort keys and populated attributes together. */
  readonly parts: number;
  /** Levels of conditions and populated attributes within each other. */
  readonly depth: number;
}

/** What every part of one check needs. */
export class CheckContext {
  readonly schema: Schema;
  readonly access: Access;
  readonly rules: Rules;
  readonly limits: CheckLimits;
  readonly faults = new Faults();
  /** What the parameters of the query came to. */
  readonly bindings: Binding[] = [];
  readonly #audience: Audience;
  #parts = 0;

  constructor(schema: Schema, access: Access, audience: Audience, rules: Rules, limits: CheckLimits) {
    this.schema = schema;
    this.access = access;
    this.#audience = audience;
    this.rules = rules;
    this.limits = limits;
  }

  /** Counts one more part, found at this depth. Throws when the query is too large: a few characters can ask for a lot. */
  enter(depth: number): void {
    if (depth > this.limits.depth) this.#refuse("depth", `is nested deeper than ${this.limits.depth} levels`);
    this.count(1);
  }

  /** Parts counted so far. */
  get parts(): number {
    return this.#parts;
  }

  /** Counts more parts, whose depth has been looked at. Throws when the query is too large. */
  count(parts: number): void {
    this.#parts += parts;
    if (this.#parts > this.limits.parts) this.#refuse("parts", `has more than ${this.limits.parts} parts`);
  }

  /** Throws when one list of the query is longer than may be. */
  countItems(count: number, limit: keyof typeof ITEMS, param: Parameter): void {
    if (count <= this.limits[limit]) return;
    this.#refuse(limit, `has more than ${this.limits[limit]} ${ITEMS[limit]}`, param);
  }

  /** Private attributes are for the embedded service only. */
  conceals(field: { readonly private: boolean }): boolean {
    return field.private && this.#audience === "caller";
  }

  /** Hashes of passwords may be read by the embedded service; nobody may look for them. */
  get showsHashes(): boolean {
    return this.#audience === "service";
  }

  /** Behind a relation are entries of a type that the caller must have the right to find. Files need none. */
  mayRead(field: Field): boolean {
    return field.kind !== "relation" || this.access.may(field.target, "find");
  }

  /** The model behind an attribute. */
  behind(attribute: NestingField): AnyModel {
    return attribute.kind === "component" ? this.schema.component(attribute.component) : this.schema.target(attribute);
  }

  #refuse(limit: keyof CheckLimits, excess: string, param?: Parameter): never {
    throw invalid(`The query ${excess}`, { source: "query", ...(param !== undefined && { param }), limit });
  }
}

const ITEMS = { sortKeys: "sort keys", branches: "conditions in one list", listValues: "values in one list" };
