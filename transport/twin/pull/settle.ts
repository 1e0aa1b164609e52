import type { ContentType } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import type { SourceLocale } from "../source/source-locales.ts";
import { BOTH, type Documents, ONE } from "./documents.ts";
import type { Lists } from "./lists.ts";
import type { Rows } from "./rows.ts";
import { sweep } from "./sweep.ts";

const ROUNDS = 3;

/** The documents that changed while they were read. */
export interface Settled {
  readonly changed: number;
  /** Documents that changed still in the last round. */
  readonly moved: readonly string[];
  /** Rows beside another one of the same document, locale and status, by type. */
  readonly doubles: ReadonlyMap<ContentType, number>;
}

/** Asks for changes since a page was read, and reads changed documents again; three times at most. */
export async function settle(
  lists: Lists,
  documents: Documents,
  types: readonly ContentType[],
  locales: readonly SourceLocale[],
): Promise<Settled> {
  const changed = new Set<string>();
  const doubled = new Map<ContentType, number>();
  /** Reads the changed documents of a type again, and returns their names. */
  const look = async (type: ContentType): Promise<readonly string[]> => {
    if (type.uid === USER_TYPE) return [];
    if (type.kind === "single") return (await readSingleAgain(documents, type, locales)) ? [type.uid] : [];
    const rows = documents.rowsOf(type);
    const { dirty, doubles } = await sweep(lists, type, type.draftAndPublish ? BOTH : ONE, rows, documents.isPart());
    if (doubles > 0) doubled.set(type, doubles);
    if (dirty.size === 0) return [];
    await rows.remove([...rows.keys()].filter((key) => dirty.has(rows.documentOf(key) ?? "")));
    await documents.readNamed(type, [...dirty]);
    return [...dirty].map((name) => `${type.uid} ${name}`);
  };
  let moved: readonly string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    moved = (await Promise.all(types.map(look))).flat();
    for (const name of moved) changed.add(name);
    if (moved.length === 0) break;
  }
  return { changed: changed.size, moved, doubles: doubled };
}

/** Whether a single type's entry has changed since; then it is read again. */
async function readSingleAgain(
  documents: Documents,
  type: ContentType,
  locales: readonly SourceLocale[],
): Promise<boolean> {
  const rows = documents.rowsOf(type);
  const stamps = () => JSON.stringify([...rows.keys()].sort().map((key) => [key, stampIn(rows, key)]));
  const before = stamps();
  await rows.remove([...rows.keys()]);
  await documents.readSingle(type, locales);
  return stamps() !== before;
}

function stampIn(rows: Rows, key: string): readonly unknown[] {
  const stamp = rows.stampOf(key);
  return [stamp?.id, stamp?.updatedAt, stamp?.publishedAt];
}
