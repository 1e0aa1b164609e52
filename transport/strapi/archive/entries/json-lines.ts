import { isUtf8 } from "node:buffer";
import { parseExactly } from "../../../../engine/internal.ts";
import { firstNotUtf8, readLines } from "../../../../storage/core.ts";
import { describeExcess, jsonExcess } from "../../../http/json/json-excess.ts";
import type { StructureLimits } from "../../../http/json/json-limits.ts";
import { jsonFault } from "../../project/files/json-fault.ts";
import { EntryFault } from "./archive-entry.ts";

export interface JsonLine {
  /** From 1. */
  readonly number: number;
  readonly value: unknown;
}

/** Deeper values could be parsed, but not printed again. */
const LIMITS: StructureLimits = {
  depth: 256,
  values: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
};

/**
 * The values of a file with one JSON value per line, by `parseExactly`; empty lines are skipped, and lines without
 * `having`.
 *
 * @throws EntryFault with the line number, for invalid JSON, or a line longer than the limit.
 */
export async function* jsonLines(bytes: AsyncIterable<Buffer>, limit: number, having = ""): AsyncGenerator<JsonLine> {
  let number = 0;
  const held = (length: number) => {
    if (length > limit) throw tooLong(limit, number + 1);
  };
  for await (const line of readLines(bytes, held)) {
    number += 1;
    const text = textOf(line, number);
    if (text.trim() !== "" && text.includes(having)) yield { number, value: parse(text, number) };
  }
}

/** The value of a whole file. */
export async function jsonFile(bytes: AsyncIterable<Buffer>, limit: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > limit) throw tooLong(limit, null);
    chunks.push(chunk);
  }
  return parse(textOf(Buffer.concat(chunks), null), null);
}

/** Decoding invalid UTF-8 would alter it for good. */
function textOf(bytes: Buffer, line: number | null): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new EntryFault(`is not UTF-8 at byte ${firstNotUtf8(bytes)}`, line);
}

function parse(text: string, line: number | null): unknown {
  const excess = jsonExcess(text, LIMITS);
  if (excess !== null) throw new EntryFault(`is ${describeExcess(excess, LIMITS)}`, line);
  try {
    return parseExactly(text);
  } catch {
    throw new EntryFault(`is not JSON: ${jsonFault(text)}`, line);
  }
}

function tooLong(limit: number, line: number | null): EntryFault {
  return new EntryFault(`is longer than ${limit} bytes`, line);
}
