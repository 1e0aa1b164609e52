import { mapped } from "../support/vectors/names/mapped.ts";
import { valueAt } from "../support/vectors/value-at.ts";
import type { Pairs } from "./pairs.ts";

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** The unique part in the names of stored files: `a_txt_0123456789.txt`. */
const FILE_HASH = /_[0-9a-f]{10}(?=\.\w+$|$)/;
const DAY = 24 * 60 * 60 * 1000;

/** An answer without what no two servers have in common: ids, the time of writing, and the order in which fields failed. */
export function comparable({ status, body }: Answered, pairs: Pairs): Answered {
  const named = mapped(body, (value, key) => {
    if (key === "id" && (typeof value === "number" || typeof value === "string")) return "#id";
    return typeof value === "string" ? masked(pairs.named(value)) : value;
  });
  if (typeof named !== "object" || named === null || !("errors" in named) || !Array.isArray(named.errors)) {
    return { status, body: named };
  }
  const errors = named.errors
    .map(withoutTrace)
    .sort((one, other) => compare(JSON.stringify(one), JSON.stringify(other)));
  return { status, body: { ...named, errors } };
}

function masked(text: string): string {
  if (INSTANT.test(text) && Math.abs(Date.now() - Date.parse(text)) < DAY) return "#now";
  return text.replace(FILE_HASH, "_#hash");
}

function withoutTrace(error: { readonly extensions?: Readonly<Record<string, unknown>> }): object {
  const { stacktrace: _, ...extensions } = error.extensions ?? {};
  return { ...error, extensions: inOrder(extensions) };
}

/** Several faults of one value stand in the order in which their checks ended. */
function inOrder(extensions: Readonly<Record<string, unknown>>): object {
  const faults = valueAt(extensions, "error.details.errors");
  if (!Array.isArray(faults)) return extensions;
  const sorted = [...faults].sort((one, other) => compare(JSON.stringify(one), JSON.stringify(other)));
  const { error } = extensions;
  const { details } = error as { readonly details: object };
  return { ...extensions, error: { ...(error as object), details: { ...details, errors: sorted } } };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
