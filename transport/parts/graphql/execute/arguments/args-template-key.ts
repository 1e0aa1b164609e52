import { isRecord, Parameter } from "../../../../../engine/internal.ts";
import type { Arguments } from "./list-params.ts";

/** The arguments of a list, split into the part shared by a template and the values that vary. */
export interface TemplateKey {
  /** Everything except the values: the key of all lists that differ only in them. */
  readonly key: string;
  /** Operands, and the start of the page, in argument order. */
  readonly values: readonly (string | number)[];
}

/** Longer arguments hardly ever repeat. */
const MAX_CHARACTERS = 2_000;

/** Null for arguments that are too long to be compared. */
export function templateKey(args: Arguments): TemplateKey | null {
  const values: (string | number)[] = [];
  const key = keyOf(args, (value) => values.push(value));
  return key.length > MAX_CHARACTERS ? null : { key, values };
}

/** The arguments with a `Parameter` in place of each value. */
export function withParameters(args: Arguments): Arguments {
  let parameters = 0;
  const replaced = (value: unknown): unknown => {
    if (isVaried(value)) return new Parameter(parameters++, value);
    if (Array.isArray(value)) return value.map(replaced);
    return isRecord(value) ? mapped(value, replaced) : value;
  };
  return mapped(args, (value, name) => {
    if (name === "filters") return replaced(value);
    if (name !== "pagination" || !isRecord(value)) return value;
    return mapped(value, (number, part) => (isOffset(part) ? replaced(number) : number));
  });
}

type Collect = (value: string | number) => void;

function keyOf(args: Arguments, collect: Collect): string {
  let key = "";
  for (const name of Object.keys(args)) {
    const value = args[name];
    key += `${name}:`;
    if (name === "filters") key += keyOfFilters(value, collect);
    else if (name === "pagination" && isRecord(value)) key += keyOfPage(value, collect);
    else key += JSON.stringify(value);
  }
  return key;
}

function keyOfPage(page: Arguments, collect: Collect): string {
  let key = "";
  for (const part of Object.keys(page)) {
    const value = page[part];
    key += `${part}:${isOffset(part) ? keyOfFilters(value, collect) : JSON.stringify(value)},`;
  }
  return key;
}

function keyOfFilters(value: unknown, collect: Collect): string {
  if (isVaried(value)) {
    collect(value);
    return typeof value === "string" ? '"' : "#";
  }
  if (Array.isArray(value)) {
    let key = "[";
    for (const item of value) key += `${keyOfFilters(item, collect)},`;
    return `${key}]`;
  }
  if (!isRecord(value)) return String(value);
  let key = "{";
  // With its length before it, a name ends where it says, whatever is in it.
  for (const name of Object.keys(value)) key += `${name.length}:${name}${keyOfFilters(value[name], collect)},`;
  return `${key}}`;
}

/** Texts and numbers can be operands, and vary. */
export function isVaried(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** The parameters that a template can fill in: among conditions, and the start of the page. */
export function fillableIn({ filters, pagination }: Arguments): readonly Parameter[] {
  const page = isRecord(pagination) ? Object.keys(pagination).filter(isOffset) : [];
  return [...parametersIn(filters), ...page.flatMap((part) => parametersIn((pagination as Arguments)[part]))];
}

/** All parameters in a value, as often as they occur. */
export function parametersIn(value: unknown): readonly Parameter[] {
  if (value instanceof Parameter) return [value];
  return isRecord(value) || Array.isArray(value) ? Object.values(value).flatMap(parametersIn) : [];
}

/** A value with each parameter in it replaced. */
export function replaceParameters(value: unknown, replacement: (parameter: Parameter) => unknown): unknown {
  if (value instanceof Parameter) return replacement(value);
  if (Array.isArray(value)) return value.map((item) => replaceParameters(item, replacement));
  return isRecord(value) ? mapped(value, (inner) => replaceParameters(inner, replacement)) : value;
}

/** The start of a page varies more than its size, which has rules of its own. */
function isOffset(part: string): boolean {
  return part === "page" || part === "start";
}

function mapped(object: Arguments, map: (value: unknown, name: string) => unknown): Arguments {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}
