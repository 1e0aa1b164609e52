import { isRecord, Parameter } from "../../../engine/internal.ts";
import type { Arguments } from "./list-params.ts";

/** Arguments of a list, and what of them differs between lists that are otherwise alike. */
export interface ArgsForm {
  /** All but the values: the same for two lists that differ in nothing else. */
  readonly key: string;
  /** Operands, and where the page begins, in the order in which they stand there. */
  readonly values: readonly (string | number)[];
}

/** Longer ones are seldom alike. */
const MAX_CHARACTERS = 2_000;

/** Null for arguments that are too long to be compared with others. */
export function formOf(args: Arguments): ArgsForm | null {
  const values: (string | number)[] = [];
  const key = keyOf(args, (value) => values.push(value));
  return key.length > MAX_CHARACTERS ? null : { key, values };
}

/** The arguments with holes in the place of their values. */
export function withHoles(args: Arguments): Arguments {
  let holes = 0;
  const holed = (value: unknown): unknown => {
    if (isVaried(value)) return new Parameter(holes++, value);
    if (Array.isArray(value)) return value.map(holed);
    return isRecord(value) ? mapped(value, holed) : value;
  };
  return mapped(args, (value, name) => {
    if (name === "filters") return holed(value);
    if (name !== "pagination" || !isRecord(value)) return value;
    return mapped(value, (number, part) => (isPlace(part) ? holed(number) : number));
  });
}

type Told = (value: string | number) => void;

function keyOf(args: Arguments, tell: Told): string {
  let key = "";
  for (const name of Object.keys(args)) {
    const value = args[name];
    key += `${name}:`;
    if (name === "filters") key += keyOfFilters(value, tell);
    else if (name === "pagination" && isRecord(value)) key += keyOfPage(value, tell);
    else key += JSON.stringify(value);
  }
  return key;
}

function keyOfPage(page: Arguments, tell: Told): string {
  let key = "";
  for (const part of Object.keys(page)) {
    const value = page[part];
    key += `${part}:${isPlace(part) ? keyOfFilters(value, tell) : JSON.stringify(value)},`;
  }
  return key;
}

function keyOfFilters(value: unknown, tell: Told): string {
  if (isVaried(value)) {
    tell(value);
    return typeof value === "string" ? '"' : "#";
  }
  if (Array.isArray(value)) {
    let key = "[";
    for (const item of value) key += `${keyOfFilters(item, tell)},`;
    return `${key}]`;
  }
  if (!isRecord(value)) return String(value);
  let key = "{";
  for (const name of Object.keys(value)) key += `${JSON.stringify(name)}:${keyOfFilters(value[name], tell)},`;
  return `${key}}`;
}

function isVaried(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Where a page begins differs more than how long it is, which has rules of its own. */
function isPlace(part: string): boolean {
  return part === "page" || part === "start";
}

function mapped(object: Arguments, map: (value: unknown, name: string) => unknown): Arguments {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}
