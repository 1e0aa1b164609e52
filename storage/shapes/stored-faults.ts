import type { AnyModel, Attribute, Change, Issue, ScalarAttribute, ScalarType, Schema } from "../../engine/internal.ts";
import { isRecord, strangeNumber } from "../../engine/internal.ts";

/** The stored form of each type's values (see engine/values/value.ts), and its name in messages. */
interface NormalForm {
  readonly words: string;
  holds(value: unknown, attribute: ScalarAttribute): boolean;
}

const TEXT: NormalForm = { words: "a text", holds: (value) => typeof value === "string" };
const NUMBER: NormalForm = { words: "a number", holds: (value) => Number.isFinite(value) };
const isExact = (value: unknown) => strangeNumber(value) === null;
const ANYTHING: NormalForm = { words: "a value whose numbers can be kept exactly", holds: isExact };

const FORMS: Readonly<Record<ScalarType, NormalForm>> = {
  string: TEXT,
  text: TEXT,
  richtext: TEXT,
  email: TEXT,
  uid: TEXT,
  password: pattern(/^\$2[aby]\$/, "a bcrypt hash"),
  integer: { words: "a whole number", holds: Number.isInteger },
  biginteger: pattern(/^(0|-?[1-9]\d*)$/, "a whole number as text"),
  float: NUMBER,
  decimal: NUMBER,
  boolean: { words: "true or false", holds: (value) => typeof value === "boolean" },
  date: pattern(/^[+-]?\d{4,6}-\d\d-\d\d$/, "a date like 2026-01-31"),
  time: pattern(/^\d\d:\d\d:\d\d\.\d{3}$/, "a time like 12:00:00.000"),
  datetime: pattern(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "a time like 2026-01-31T12:00:00.000Z"),
  timestamp: pattern(/^-?\d+$/, "milliseconds since 1970 as text"),
  enumeration: {
    words: "one of the enumeration",
    holds: (value, attribute) => value === "" || attribute.enum?.some((word) => word === value) === true,
  },
  json: ANYTHING,
  blocks: { words: "a list", holds: (value) => Array.isArray(value) && isExact(value) },
};

/**
 * Stored values that do not fit the schema, each with its path: for content that people may have edited. Types and
 * attributes that the schema does not have are not checked.
 */
export function storedFaults(schema: Schema, changes: Iterable<Change>): Issue[] {
  const issues: Issue[] = [];
  for (const change of changes) {
    const type = change.kind === "put" ? schema.types.get(change.type) : undefined;
    if (change.kind !== "put" || type === undefined) continue;
    const path = ["content", change.type, change.version.documentId, change.status, "values"];
    for (const fault of valueFaults(schema, type, change.version.values, path)) issues.push(fault);
  }
  return issues;
}

type Path = readonly string[];

/** The same for the values of one version or component, with `path` as prefix of each path. */
export function* valueFaults(
  schema: Schema,
  model: AnyModel,
  values: Readonly<Record<string, unknown>>,
  path: Path,
): Generator<Issue> {
  for (const attribute of model.attributes.values()) {
    const value = Object.hasOwn(values, attribute.name) ? values[attribute.name] : null;
    if (value !== null) yield* attributeFaults(schema, attribute, value, [...path, attribute.name]);
  }
}

/** Whether a value is in the stored form of its attribute. */
export function fitsForm(attribute: ScalarAttribute, value: unknown): boolean {
  return FORMS[attribute.type].holds(value, attribute);
}

function* attributeFaults(schema: Schema, attribute: Attribute, value: unknown, path: Path): Generator<Issue> {
  if (attribute.kind === "scalar") {
    const form = FORMS[attribute.type];
    if (!form.holds(value, attribute)) yield { path, message: `must be ${form.words}`, value };
  } else if (attribute.kind === "dynamiczone" || (attribute.kind === "component" && attribute.repeatable)) {
    if (!Array.isArray(value)) yield { path, message: "must be a list", value };
    else
      for (const [index, item] of value.entries()) yield* itemFaults(schema, attribute, item, [...path, String(index)]);
  } else if (attribute.kind === "component") {
    yield* itemFaults(schema, attribute, value, path);
  }
}

function* itemFaults(schema: Schema, attribute: Attribute, item: unknown, path: Path): Generator<Issue> {
  if (!isRecord(item)) return yield { path, message: "must be an object", value: item };
  if (!Number.isSafeInteger(item.id))
    yield { path: [...path, "id"], message: "must be a whole number", value: item.id };
  const uid = attribute.kind === "component" ? attribute.component : item.__component;
  const component = typeof uid === "string" ? schema.components.get(uid) : undefined;
  if (component === undefined) yield { path: [...path, "__component"], message: "must be a component", value: uid };
  else yield* valueFaults(schema, component, item, path);
}

function pattern(form: RegExp, words: string): NormalForm {
  return { words, holds: (value) => typeof value === "string" && form.test(value) };
}
