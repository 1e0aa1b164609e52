import { type Branches, type Part, readPattern } from "./read-pattern.ts";

/** An expression that must, or must not, be found in the text. */
export interface Conjunct {
  readonly source: string;
  readonly holds: boolean;
}

/**
 * Splits an expression that begins with `^` and look-aheads into several without: `^(?=A)(?!B)C` matches if `^(?:A)` and
 * `^C` match and `^(?:B)` does not. Empty for an expression of another form, and for one with back references, which
 * could refer from one part to another.
 */
export function conjunctsOf({ source, multiline }: RegExp): readonly Conjunct[] {
  const branches = readPattern(source);
  const [row = []] = branches;
  if (multiline || branches.length > 1 || row[0]?.kind !== "start" || hasReference(branches)) return [];
  const conjuncts: Conjunct[] = [];
  let end = "^".length;
  for (const part of row.slice(1)) {
    if (part.kind !== "group" || (part.look !== "?=" && part.look !== "?!")) break;
    const body = part.source.slice("(?=".length, -1);
    conjuncts.push({ source: `^(?:${body})`, holds: part.look === "?=" });
    end += part.source.length;
  }
  if (conjuncts.length === 0) return [];
  return [...conjuncts, { source: `^${source.slice(end)}`, holds: true }];
}

function hasReference(branches: Branches): boolean {
  return branches.some((row) => row.some(refers));
}

function refers(part: Part): boolean {
  if (part.kind === "repeat") return refers(part.body);
  return part.kind === "reference" || (part.kind === "group" && hasReference(part.branches));
}
