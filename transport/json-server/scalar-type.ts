import type { AttributeDefinition } from "../../engine/internal.ts";

const MAX_INTEGER = 2 ** 31 - 1;
const MAX_STRING = 255;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

type Fits = (value: unknown) => boolean;

/** The types that store values unchanged, the narrowest first. */
const TYPES: readonly (readonly [AttributeDefinition["type"], Fits])[] = [
  ["boolean", (value) => typeof value === "boolean"],
  ["integer", isInteger],
  ["float", (value) => typeof value === "number"],
  ["biginteger", (value) => typeof value === "bigint" || Number.isSafeInteger(value)],
  ["date", isDate],
  ["datetime", (value) => typeof value === "string" && DATE_TIME.test(value) && isTime(value)],
  ["string", (value) => typeof value === "string" && value.length <= MAX_STRING && !value.includes("\n")],
  ["text", (value) => typeof value === "string"],
];

const EXACT_TYPES: typeof TYPES = TYPES.map(([type, fits]) =>
  type === "datetime"
    ? [type, (value) => fits(value) && new Date(String(value)).toISOString() === value]
    : [type, fits],
);

/**
 * Finds the narrowest attribute type that stores all values of a column unchanged. Times are stored in the form of
 * `2024-02-29T10:00:00.000Z`: `isExact` keeps another form, as a text.
 */
export class ScalarColumn {
  #fitting: typeof TYPES;
  #isEmpty = true;

  constructor(isExact: boolean) {
    this.#fitting = isExact ? EXACT_TYPES : TYPES;
  }

  add(value: unknown): void {
    if (value === null || value === undefined) return;
    this.#isEmpty = false;
    if (this.#fitting.every(([, fits]) => fits(value))) return;
    this.#fitting = this.#fitting.filter(([, fits]) => fits(value));
  }

  /** json if no other type does. */
  get attribute(): AttributeDefinition {
    const type = this.#isEmpty ? undefined : this.#fitting[0]?.[0];
    return { type: type ?? "json" } as AttributeDefinition;
  }
}

/** Whether an attribute of type integer can hold it. */
export function isInteger(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INTEGER;
}

/** Whether an attribute of type date can hold it. */
export function isDate(value: unknown): boolean {
  return typeof value === "string" && DATE.test(value) && isTime(value);
}

/** 2023-02-30 is not a date. */
function isTime(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && (!DATE.test(text) || new Date(time).toISOString().startsWith(text));
}
