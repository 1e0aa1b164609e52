import { isDeepStrictEqual } from "node:util";
import { type AnyModel, isRecord, type Schema } from "../../../engine/internal.ts";
import type { Version } from "./contents.ts";

/** A difference of two contents. */
export interface ContentDifference {
  readonly kind: "added" | "gone" | "changed";
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly status: string;
  /** Of a change: where, and both values; undefined means absent. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The differences of `b` from `a`, by document. */
export function diffContents(
  a: ReadonlyMap<string, Version>,
  b: ReadonlyMap<string, Version>,
): readonly ContentDifference[] {
  const found: ContentDifference[] = [];
  for (const key of [...new Set([...a.keys(), ...b.keys()])].sort()) {
    const [before, after] = [a.get(key), b.get(key)];
    const version = before ?? after;
    if (version === undefined) continue;
    const { values: _, ...place } = version;
    const whole = { ...place, path: "", before: undefined, after: undefined };
    if (after === undefined) found.push({ ...whole, kind: "gone" });
    else if (before === undefined) found.push({ ...whole, kind: "added" });
    else
      for (const change of changesIn(before.values, after.values, ""))
        found.push({ ...place, kind: "changed", ...change });
  }
  return found;
}

function* changesIn(
  before: unknown,
  after: unknown,
  path: string,
): Generator<Pick<ContentDifference, "path" | "before" | "after">> {
  if (isDeepStrictEqual(before ?? undefined, after ?? undefined)) return;
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* changesIn(before[key], after[key], path === "" ? key : `${path}.${key}`);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && before.some(isRecord)) {
    for (const [index, item] of before.entries()) yield* changesIn(item, after[index], `${path}[${index}]`);
  } else yield { path, before, after };
}

/** The differences of the content types of two sources, in one line each. */
export function diffSchemas(a: Schema, b: Schema): readonly string[] {
  const found: string[] = [];
  const [before, after] = [modelsOf(a), modelsOf(b)];
  for (const uid of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [one, other] = [before.get(uid), after.get(uid)];
    if (one === undefined) found.push(`+ ${uid}`);
    else if (other === undefined) found.push(`- ${uid}`);
    else {
      for (const name of new Set([...one.attributes.keys(), ...other.attributes.keys()])) {
        const [mine, theirs] = [one, other].map((model) => wordsOf(model.attributes.get(name)));
        if (mine !== theirs) found.push(`~ ${uid}.${name}: ${mine} there, ${theirs} here`);
      }
    }
  }
  return found;
}

function modelsOf({ types, components }: Schema): ReadonlyMap<string, AnyModel> {
  const all: readonly AnyModel[] = [...types.values(), ...components.values()];
  return new Map(all.filter(({ uid }) => !/^(?:admin|plugin)::/.test(uid)).map((model) => [model.uid, model]));
}

function wordsOf(attribute: object | undefined): string {
  if (attribute === undefined) return "nothing";
  const { kind, type, target, component } = attribute as { readonly [key: string]: unknown };
  return [kind === "scalar" ? type : kind, target, component].filter((part) => typeof part === "string").join(" ");
}
