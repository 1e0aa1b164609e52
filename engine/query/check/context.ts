import { type Access, mayFollow } from "../../access.ts";
import type { Rules } from "../../rules.ts";
import type { Attribute } from "../../schema/attribute.ts";
import type { AnyModel } from "../../schema/content-type.ts";
import { hasRelatedEntries, RELATED_ENTRIES } from "../../schema/related-entries.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Audience } from "../read-context.ts";
import { Faults } from "./faults.ts";
import type { Field, NestingField } from "./field.ts";
import { invalid, type Parameter } from "./refusal.ts";
import type { Binding } from "./template/parameter.ts";

/** Limits on the size of one query. */
export interface CheckLimits {
  /** Entries of a list if the query sets no limit; null: all. */
  readonly defaultLimit: number | null;
  /** The most entries of a list; null: no limit. */
  readonly maxLimit: number | null;
  /** Whether all matches are counted if the query does not say. */
  readonly withCount: boolean;
  /** The most keys of one sort. */
  readonly sortKeys: number;
  /** The most conditions in one list of `$and`, `$or` or `$not`. */
  readonly branches: number;
  /** The most values in one list of operands. */
  readonly listValues: number;
  /** The most conditions, sort keys and populated attributes together. */
  readonly parts: number;
  /** The most nested levels of conditions and populated attributes. */
  readonly depth: number;
}

/** The state that all parts of one check share. */
export class CheckContext {
  readonly schema: Schema;
  readonly access: Access;
  readonly rules: Rules;
  readonly limits: CheckLimits;
  readonly faults = new Faults();
  /** The operands that the query's parameters became. */
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

  /** Counts one part at this depth. Throws if the query is too large, since few characters can ask for a lot. */
  enter(depth: number): void {
    if (depth > this.limits.depth) this.#refuse("depth", `is nested deeper than ${this.limits.depth} levels`);
    this.count(1);
  }

  /** The number of parts counted so far. */
  get parts(): number {
    return this.#parts;
  }

  /** Counts parts whose depth has been checked. Throws if the query is too large. */
  count(parts: number): void {
    this.#parts += parts;
    if (this.#parts > this.limits.parts) this.#refuse("parts", `has more than ${this.limits.parts} parts`);
  }

  /** Throws if a list in the query is too long. */
  countItems(count: number, limit: keyof typeof ITEMS, param: Parameter): void {
    if (count <= this.limits[limit]) return;
    this.#refuse(limit, `has more than ${this.limits[limit]} ${ITEMS[limit]}`, param);
  }

  /** Private attributes are visible to the embedded service only. */
  conceals(field: { readonly private: boolean }): boolean {
    return field.private && this.#audience === "caller";
  }

  /** The embedded service may read password hashes, but nobody may filter by them. */
  get showsHashes(): boolean {
    return this.#audience === "service";
  }

  /** Whether the caller may read the entries behind a field. */
  mayRead(field: Field): boolean {
    return mayFollow(this.access, field);
  }

  /** The attributes of a model that a query can populate by name, including attributes that no definition declares. */
  attributesOf(model: AnyModel): readonly Attribute[] {
    const isShown = this.rules.relatedEntries === "shown" && hasRelatedEntries(model);
    return [...model.attributes.values(), ...(isShown ? [RELATED_ENTRIES] : [])];
  }

  /** The attribute with this name, as `attributesOf` lists them. */
  attributeOf(model: AnyModel, name: string): Attribute | undefined {
    return model.attributes.get(name) ?? this.attributesOf(model).find((attribute) => attribute.name === name);
  }

  /** The model that an attribute leads to. */
  behind(attribute: NestingField): AnyModel {
    return attribute.kind === "component" ? this.schema.component(attribute.component) : this.schema.target(attribute);
  }

  #refuse(limit: keyof CheckLimits, excess: string, param?: Parameter): never {
    throw invalid(`The query ${excess}`, { source: "query", ...(param !== undefined && { param }), limit });
  }
}

const ITEMS = { sortKeys: "sort keys", branches: "conditions in one list", listValues: "values in one list" };
