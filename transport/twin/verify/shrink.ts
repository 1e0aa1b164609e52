import type { ContentType } from "../../../engine/internal.ts";
import type { Difference } from "./masks.ts";
import { type Param, partsOf, type Read, type ReadParts, withParts } from "./read.ts";

/** Requests that are tried for one difference. */
const TRIES = 120;

export interface Shrinking {
  /** The type of the entry that differs, if the content types are known. */
  readonly type: ContentType | null;
  /** The same difference in the answers to another read; null if it does not show. */
  readonly shows: (read: Read) => Promise<Difference | null>;
  /** The time of `performance.now()` after which nothing more is tried. */
  readonly until: number;
}

/**
 * The smallest read that was found to show a difference still: the entry alone, without parameters one by one and in
 * groups (delta debugging), with short pages and the field alone.
 */
export async function shrink(
  read: Read,
  difference: Difference,
  { type, shows, until }: Shrinking,
): Promise<{ readonly read: Read; readonly difference: Difference }> {
  let best = { read, difference };
  let tries = 0;
  const take = async (parts: ReadParts): Promise<boolean> => {
    const next = withParts(best.read, parts);
    if (next.path === best.read.path || tries++ >= TRIES || performance.now() > until) return false;
    const shown = await shows(next);
    if (shown !== null) best = { read: next, difference: shown };
    return shown !== null;
  };
  for (const parts of whole(partsOf(read), difference, type)) if (await take(parts)) break;
  let before = "";
  while (before !== best.read.path && tries < TRIES && performance.now() <= until) {
    before = best.read.path;
    for (const group of groupsIn(partsOf(best.read).params)) {
      const { path, params } = partsOf(best.read);
      await take({ path, params: params.filter(([key]) => !group(key)) });
    }
  }
  for (const added of narrowed(best.read, best.difference)) {
    const { path, params } = partsOf(best.read);
    const kept = params.filter(([key]) => !key.startsWith(added.instead));
    if (await take({ path, params: [...kept, added.param] })) break;
  }
  for (const size of ["1", "2"]) {
    const { path, params } = partsOf(best.read);
    if (!best.difference.path.startsWith("data[")) break;
    const kept = params.filter(([key]) => !key.startsWith("pagination"));
    if (await take({ path, params: [...kept, ["pagination[pageSize]", size]] })) break;
  }
  return best;
}

/** The entry itself in place of where it was seen. */
function* whole(
  { params }: ReadParts,
  { documentId, name, cause }: Difference,
  type: ContentType | null,
): Generator<ReadParts> {
  if (type === null || documentId === null || cause === "order" || !type.rest) return;
  const path = type.kind === "single" ? `/${type.singularName}` : `/${type.pluralName}/${documentId}`;
  const kept = params.filter(([key]) => key === "status" || key === "locale");
  const [first = ""] = name.split(".");
  const isLink = type.attributes.get(first)?.kind !== "scalar" && type.attributes.has(first);
  for (const base of [[], kept]) {
    yield { path, params: base };
    yield { path, params: [...base, isLink ? ["populate", first] : ["fields", first]] };
    if (name.includes(".")) yield { path, params: [...base, ["populate[0]", name], ["populate[1]", first]] };
  }
}

/** Tests of keys: all parameters of one name, all below one key, each alone; the largest groups first. */
function groupsIn(params: readonly Param[]): readonly ((key: string) => boolean)[] {
  const prefixes = new Set<string>();
  for (const [key] of params) {
    const steps = key.split("[");
    for (let length = 1; length <= steps.length; length++) prefixes.add(steps.slice(0, length).join("["));
  }
  const sorted = [...prefixes].sort((a, b) => a.split("[").length - b.split("[").length);
  return sorted.map((prefix) => (key) => key === prefix || key.startsWith(`${prefix}[`));
}

interface Narrowed {
  readonly param: Param;
  /** Parameters of this name go. */
  readonly instead: string;
}

function* narrowed({ path }: Read, { name, path: place }: Difference): Generator<Narrowed> {
  const [first = ""] = name.split(".");
  if (/[?&]fields/.test(path) || !place.startsWith("data")) return;
  yield { param: ["fields", first === "data" ? "documentId" : first], instead: "fields" };
}
