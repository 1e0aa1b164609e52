import {
  defineSchema,
  isRecord,
  type Schema,
  type SchemaDefinition,
  SchemaError,
  type SchemaIssue,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import type { Remedy } from "./project-error.ts";
import { recordAt } from "./record.ts";

/** A definition that can be served, and what had to be done about the one it was made of. */
export interface Mended {
  readonly definition: SchemaDefinition;
  readonly schema: Schema;
  readonly mended: readonly MendedIssue[];
}

/** A fault of what was given, and what became of it. */
export interface MendedIssue {
  readonly issue: SchemaIssue;
  readonly remedy: Remedy;
}

/**
 * What can be served of a definition: as it is where it has no faults. Otherwise what Strapi's server takes is kept, and
 * of the rest the smallest part that is at fault is left out: an option, else its attribute, else its type. What refers
 * to something that was left out is found in the next round.
 *
 * @throws SchemaError with the faults that are left when none of them is in a part that can be left out.
 */
export function mendDefinition(given: SchemaDefinition): Mended {
  const issues = issuesOf(given);
  if (!Array.isArray(issues)) return { definition: given, schema: issues, mended: [] };
  let definition: SchemaDefinition = { ...given, tolerant: true };
  const mended = new Map<string, MendedIssue>();
  for (const issue of issues) mended.set(keyOf(issue), { issue, remedy: "kept" });
  for (;;) {
    const left = issuesOf(definition);
    if (!Array.isArray(left)) return { definition, schema: left, mended: [...mended.values()] };
    const next = left.reduceRight(withoutFault, definition);
    if (next === definition) throw new SchemaError(left);
    for (const issue of left) mended.set(keyOf(issue), { issue, remedy: "left out" });
    definition = next;
  }
}

/** The schema, or why there is none. */
function issuesOf(definition: SchemaDefinition): Schema | SchemaIssue[] {
  try {
    return defineSchema(definition);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return [...error.issues];
  }
}

function keyOf({ model, path, message }: SchemaIssue): string {
  return JSON.stringify([model, path, message]);
}

/** The same definition when there is nothing that could be left out. The last fault goes first: the places in lists hold. */
function withoutFault(definition: SchemaDefinition, issue: SchemaIssue): SchemaDefinition {
  const place = placeOf(definition, issue);
  // Each part is an object or a list of the definition that was checked.
  return place === undefined ? definition : (without(definition, place) as SchemaDefinition);
}

/** Where the smallest part is that has the fault and can be left out. */
function placeOf(definition: SchemaDefinition, { model, path }: SchemaIssue): readonly string[] | undefined {
  if (model === "") return path.length === 2 || path[0] === "defaultLocale" ? path : undefined;
  const isType = Object.hasOwn(recordAt(definition, "contentTypes"), model);
  const whole = [isType ? "contentTypes" : "components", model];
  const [section, name, option, item] = path;
  if (section !== "attributes") return section === "info" && isType ? whole : [...whole, ...path.slice(0, 2)];
  if (name === undefined) return whole;
  const attribute = [...whole, section, name];
  if (option === "components" && item !== undefined) return [...attribute, option, item];
  if (option === "relation" && "inversedBy" in attributeAt(definition, attribute)) return [...attribute, "inversedBy"];
  return option === undefined || ESSENTIAL.has(option) ? attribute : [...attribute, option];
}

/** An attribute is nothing without these. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  "type",
  "relation",
  "target",
  "morphBy",
  "component",
  "components",
  "enum",
]);

function attributeAt(definition: SchemaDefinition, place: readonly string[]): UnknownRecord {
  let found: UnknownRecord = { definition };
  for (const key of ["definition", ...place]) found = recordAt(found, key);
  return found;
}

/** A copy without what is at a place; the same value when there is nothing. */
function without(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return Object.hasOwn(value, key) ? value.filter((_, at) => String(at) !== key) : value;
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value;
  if (rest.length === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  const inner = without(value[key], rest);
  return inner === value[key] ? value : { ...value, [key]: inner };
}
