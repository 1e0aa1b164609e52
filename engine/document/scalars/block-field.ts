import type { Issue } from "../../error.ts";
import { isRecord } from "../../schema/shapes/record.ts";
import type { Json } from "../../values/value.ts";
import { isOfType, type TypeWord, typeFault } from "../check/type-fault.ts";
import { own } from "../data.ts";
import { faultAt, issueAt } from "../path.ts";
import { toJson } from "../to-json.ts";
import { toBoolean, toList, toNumber, toRecord, toText } from "./convert.ts";

export type Report = (issue: Issue) => void;

/**
 * The path of the part that is being checked. Checks push a step before they go into a part and pop it afterwards, because
 * mostly nothing is wrong, and a path of its own for each part would be never read.
 */
export type Steps = (string | number)[];

/** Returns a part of a node in normal form, and reports its faults. Undefined means that the part is absent. */
export type Check = (value: unknown, path: Steps, report: Report) => Json | undefined;

/** Checks the part of a value that one more step leads to. */
export function within(
  path: Steps,
  step: string | number,
  check: Check,
  value: unknown,
  report: Report,
): ReturnType<Check> {
  path.push(step);
  const part = check(value, path, report);
  path.pop();
  return part;
}

export const text = field("string", toText);
export const number = field("number", toNumber);
export const boolean = field("boolean", toBoolean);
export const object = field("object", toRecord);
export const anything: Check = (value) => (value === undefined ? undefined : toJson(value));

export function nullable(check: Check): Check {
  return (value, path, report) => (value === null ? null : check(value, path, report));
}

export function required(check: Check): Check {
  return (value, path, report) => {
    if (value === undefined) report(faultAt(path, "is a required field"));
    return check(value, path, report);
  };
}

export const requiredText: Check = (value, path, report) => {
  if (value === "") report(faultAt(path, "is a required field", value));
  return required(text)(value, path, report);
};

/** A text that satisfies a constraint; the fault has its own message, also for an absent text. */
export function textThat(isRight: (value: string | undefined) => boolean, message: string): Check {
  return (value, path, report) => {
    const converted = toText(value);
    const judged = converted === undefined || typeof converted === "string";
    if (judged && !isRight(converted)) report(issueAt(path, message, converted));
    return text(value, path, report);
  };
}

/** One of a set of texts or numbers. */
export function oneOf(values: readonly [Json, ...Json[]]): Check {
  const [word, convert] =
    typeof values[0] === "number" ? (["number", toNumber] as const) : (["string", toText] as const);
  return (value, path, report) => {
    if (value === undefined) return undefined;
    const converted = convert(value);
    if (!isOfType(converted, word)) report(typeFault(path, word, converted, value));
    const known = values.find((each) => each === converted);
    if (known === undefined)
      report(faultAt(path, `must be one of the following values: ${values.join(", ")}`, converted));
    return known;
  };
}

/** A required list of nodes. Without a message for it, the list may be empty. */
export function children(item: Check, emptyMessage?: string): Check {
  const nodes = field("array", toList, (list, path, report) => {
    if (!Array.isArray(list)) return null;
    if (list.length === 0 && emptyMessage !== undefined) report(issueAt(path, emptyMessage, list));
    return list.map((node, index) => within(path, index, item, node, report) ?? null);
  });
  return required(nodes);
}

/** An object with these fields; all others are kept as they are. */
export function node(fields: { readonly [name: string]: Check }): Check {
  const checks = Object.entries(fields);
  const indices = new Map(checks.map(([name], index) => [name, index]));
  return field("object", toRecord, (value, path, report) => {
    if (!isRecord(value)) return null;
    const checked = checks.map(([name, check]) => within(path, name, check, own(value, name), report));
    const parts: [string, Json][] = [];
    for (const name of Object.keys(value)) {
      const index = indices.get(name);
      const part = index === undefined ? anything(value[name], path, report) : checked[index];
      if (part !== undefined) parts.push([name, part]);
    }
    return Object.fromEntries(parts);
  });
}

/** Selects the check of a node by its type; `message` is the fault of unknown types. */
export function byType(checks: ReadonlyMap<unknown, Check>, message: string): Check {
  return (value, path, report) => {
    const check = isRecord(value) ? checks.get(own(value, "type")) : undefined;
    if (check !== undefined) return check(value, path, report);
    report(issueAt(path, message, value));
    return null;
  };
}

/** The value has the type after conversion, or is absent. */
function field(word: TypeWord, convert: (value: unknown) => unknown, further: Check = toJson): Check {
  return (value, path, report) => {
    if (value === undefined) return undefined;
    const converted = convert(value);
    if (isOfType(converted, word)) return further(converted, path, report);
    report(typeFault(path, word, converted, value));
    return null;
  };
}
