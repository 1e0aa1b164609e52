import { isUtf8 } from "node:buffer";
import { parseExactly } from "../../../../engine/internal.ts";
import { firstNotUtf8 } from "../../../../storage/core.ts";
import { describeExcess, jsonExcess } from "../../../http/json/json-excess.ts";
import type { StructureLimits } from "../../../http/json/json-limits.ts";
import { jsonFault } from "../../project/files/json-fault.ts";
import { EntryFault } from "./entry-fault.ts";

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
  for await (const text of textLines(bytes, limit)) {
    number += 1;
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

async function* textLines(bytes: AsyncIterable<Buffer>, limit: number): AsyncGenerator<string> {
  let number = 1;
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      begun.push(chunk.subarray(start, end));
      yield textOf(Buffer.concat(begun), number);
      begun = [];
      length = 0;
      number += 1;
      start = end + 1;
    }
    length += chunk.length - start;
    if (length > limit) throw tooLong(limit, number);
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  if (begun.length > 0) yield textOf(Buffer.concat(begun), number);
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
