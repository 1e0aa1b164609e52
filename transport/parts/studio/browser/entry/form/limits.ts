import type { Fault } from "../../core/fault.ts";
import type { Attribute, Models } from "../../model/model.ts";
import { type FormValues, uidOf } from "./form-values.ts";

/** Why a value is outside the limits of its attribute, as far as a browser can tell; null for a value that is not given. */
export function limitFault(attribute: Attribute, value: unknown): string | null {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = attribute;
  if (typeof value === "string") return textFault(attribute, value);
  if (typeof value === "number") {
    if (value < min) return `Must be at least ${min}.`;
    return value > max ? `Must be at most ${max}.` : null;
  }
  if (!Array.isArray(value) || (attribute.type !== "component" && attribute.type !== "dynamiczone")) return null;
  // An empty list is not given.
  if (value.length > 0 && value.length < min) return `Needs at least ${min}.`;
  return value.length > max ? `Takes at most ${max}.` : null;
}

const NUMBERS = new Set(["integer", "decimal", "float"]);

/** Longer texts are left to the server, since a pattern could take long. */
const MAX_TESTED = 2_000;

function textFault({ type, minLength = 0, maxLength, regex }: Attribute, text: string): string | null {
  if (NUMBERS.has(type)) return "Must be a number.";
  if (type === "email" && !/^[^\s@]+@[^\s@]+$/.test(text)) return "Must be an e-mail address.";
  if (text.length < minLength) return `Needs at least ${minLength} characters.`;
  if (maxLength !== undefined && text.length > maxLength)
    return `Takes at most ${maxLength} characters: ${text.length - maxLength} too many.`;
  const isRefused = regex !== undefined && text.length <= MAX_TESTED && patternOf(regex)?.test(text) === false;
  return isRefused ? `Must match ${regex.source}` : null;
}

/** Null for a pattern that this browser does not know. */
function patternOf({ source, flags }: { readonly source: string; readonly flags: string }): RegExp | null {
  try {
    return new RegExp(source, flags.replace(/[gy]/g, ""));
  } catch {
    return null;
  }
}

/** The faults that a version has, if it is to be published: broken limits, and required values that are missing. */
export function faultsIn(
  inputs: readonly Attribute[],
  values: FormValues,
  models: Models,
  path: readonly string[] = [],
): readonly Fault[] {
  return inputs.flatMap((attribute) => {
    const value = values[attribute.name];
    const at = [...path, attribute.name];
    // A value that is not known stays as it is.
    if (value === undefined) return [];
    if (value === null) return isNeeded(attribute) ? [{ path: at, message: "Is required." }] : [];
    const message = limitFault(attribute, value);
    return [...(message === null ? [] : [{ path: at, message }]), ...faultsBelow(attribute, value, models, at)];
  });
}

/** Whether a file or an entry is missing, the server tells. */
function isNeeded({ type, required }: Attribute): boolean {
  return required === true && type !== "media" && type !== "relation";
}

function faultsBelow(attribute: Attribute, value: unknown, models: Models, path: readonly string[]): readonly Fault[] {
  if (attribute.type !== "component" && attribute.type !== "dynamiczone") return [];
  const isList = Array.isArray(value);
  const items: readonly unknown[] = isList ? value : [value];
  return items.flatMap((item, at) => {
    const inputs = models.byUid(uidOf(attribute, item))?.inputs ?? [];
    return faultsIn(inputs, Object(item), models, isList ? [...path, String(at)] : path);
  });
}

/** The faults of fields whose values are still as they were refused. */
export function faultsLeft(faults: readonly Fault[], before: FormValues, now: FormValues): readonly Fault[] {
  return faults.filter(({ path }) => valueAt(before, path) === valueAt(now, path));
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => Object(value ?? {})[step], values);
}

/** The limits of an attribute in words. */
export function limitsOf({ type, min, max, minLength, maxLength, unique }: Attribute): readonly string[] {
  const what = type === "component" || type === "dynamiczone" ? " entries" : "";
  return [...(unique ? ["unique"] : []), ...range(minLength, maxLength, " characters"), ...range(min, max, what)];
}

function range(from: number | undefined, to: number | undefined, what: string): readonly string[] {
  if (from === undefined && to === undefined) return [];
  if (from === undefined) return [`at most ${to}${what}`];
  return [to === undefined ? `at least ${from}${what}` : `${from} to ${to}${what}`];
}
