import { type Attribute, isPopulated, type Model, type Models } from "../model/model.ts";

/** Parameters whose text may name several things, comma-separated. */
const LISTS = new Set(["fields", "sort"]);
const NUMERIC = new Set(["integer", "decimal", "float"]);

interface Typed {
  /** The type that is asked for; undefined where it is not known. */
  readonly model: Model | undefined;
  readonly models: Models | null;
}

/** The object that a query in bracket notation stands for, with numbers and truth values where the type has them. */
export function queryObject(query: string, typed: Typed): object {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const steps = [...name.matchAll(/[^[\]]+/g)].map(([step]) => step);
    let place = root;
    for (const step of steps.slice(0, -1)) {
      const next = Object.hasOwn(place, step) ? place[step] : {};
      place[step] = typeof next === "object" && next !== null ? next : {};
      place = place[step] as Record<string, unknown>;
    }
    const last = steps.at(-1) ?? name;
    place[last] = steps[0] !== "filters" && LISTS.has(last) ? value.split(",") : plainValue(steps, value, typed);
  }
  return Object(listed(root));
}

/** Objects with the keys 0, 1, 2 … as lists. */
function listed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, listed(part)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

function plainValue(steps: readonly string[], text: string, typed: Typed): unknown {
  const isTruth = text === "true" || text === "false";
  const last = steps.findLast((step) => !/^\d+$/.test(step)) ?? "";
  switch (steps[0]) {
    case "pagination":
      return isTruth ? text === "true" : numberOf(text);
    case "populate":
      return isTruth ? text === "true" : text;
    case "filters": {
      const type = attributeAt(steps.slice(1), typed)?.type ?? "";
      if (isTruth && (type === "boolean" || last === "$null" || last === "$notNull")) return text === "true";
      return NUMERIC.has(type) ? numberOf(text) : text;
    }
    default:
      return text;
  }
}

function numberOf(text: string): number | string {
  return text !== "" && String(Number(text)) === text ? Number(text) : text;
}

/** The attribute that a filter compares: `author`, `views`, `$lt`. */
function attributeAt(steps: readonly string[], { model, models }: Typed): Attribute | undefined {
  let place = model;
  for (const step of steps) {
    const attribute = place?.attributes.find(({ name }) => name === step);
    if (attribute !== undefined && !isPopulated(attribute)) return attribute;
    if (attribute !== undefined) place = models?.byUid(attribute.target ?? attribute.component);
  }
  return undefined;
}
