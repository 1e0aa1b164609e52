import {
  defineSchema,
  isRecord,
  type Schema,
  type SchemaDefinition,
  SchemaError,
  type SchemaIssue,
  type UnknownRecord,
} from "../../../../engine/internal.ts";
import type { Remedy } from "../project-error.ts";
import { recordAt } from "../record.ts";

/** A definition that can be served, and how it differs from its original. */
export interface Repaired {
  readonly definition: SchemaDefinition;
  readonly schema: Schema;
  readonly repaired: readonly RepairedIssue[];
}

/** A fault of the original, and its remedy. */
export interface RepairedIssue {
  readonly issue: SchemaIssue;
  readonly remedy: Remedy;
}

/**
 * The part of a definition that can be served: all of it if it has no faults. Otherwise the parts that Strapi's server
 * accepts are kept, and for each other fault the smallest faulty part is left out: an option, else its attribute, else
 * its type. References to parts that were left out are found in the next round.
 *
 * @throws SchemaError with the remaining faults if none of them is in a part that can be left out.
 */
export function repairDefinition(given: SchemaDefinition): Repaired {
  const issues = issuesOf(given);
  if (!Array.isArray(issues)) return { definition: given, schema: issues, repaired: [] };
  let definition: SchemaDefinition = { ...given, tolerant: true };
  const repaired = new Map<string, RepairedIssue>();
  for (const issue of issues) repaired.set(keyOf(issue), { issue, remedy: "kept" });
  for (;;) {
    const left = issuesOf(definition);
    if (!Array.isArray(left)) return { definition, schema: left, repaired: [...repaired.values()] };
    const next = left.reduceRight(withoutFault, definition);
    if (next === definition) throw new SchemaError(left);
    for (const issue of left) repaired.set(keyOf(issue), { issue, remedy: "left out" });
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

/** The same definition if nothing can be left out. The last fault is repaired first, so that indexes in lists stay valid. */
function withoutFault(definition: SchemaDefinition, issue: SchemaIssue): SchemaDefinition {
  const place = placeOf(definition, issue);
  // Each part is an object or a list of the definition that was checked.
  return place === undefined ? definition : (without(definition, place) as SchemaDefinition);
}

/** Path of the smallest part that contains the fault and can be left out. */
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

/** An attribute is invalid without these. */
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

/** A copy without the value at a path; the same value if there is none. */
function without(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return Object.hasOwn(value, key) ? value.filter((_, at) => String(at) !== key) : value;
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value;
  if (rest.length === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  const inner = without(value[key], rest);
  return inner === value[key] ? value : { ...value, [key]: inner };
}
