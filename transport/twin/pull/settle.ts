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
}

/** Asks for changes since a page was read, and reads changed documents again; three times at most. */
export async function settle(
  lists: Lists,
  documents: Documents,
  types: readonly ContentType[],
  locales: readonly SourceLocale[],
): Promise<Settled> {
  const changed = new Set<string>();
  let moved: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    moved = [];
    for (const type of types) {
      if (type.uid === USER_TYPE) continue;
      if (type.kind === "single") {
        if (await readSingleAgain(documents, type, locales)) moved.push(type.uid);
        continue;
      }
      const rows = documents.rowsOf(type);
      const dirty = await sweep(lists, type, type.draftAndPublish ? BOTH : ONE, rows, documents.isPart());
      if (dirty.size === 0) continue;
      for (const name of dirty) moved.push(`${type.uid} ${name}`);
      await rows.remove([...rows.keys()].filter((key) => dirty.has(rows.documentOf(key) ?? "")));
      await documents.readNamed(type, [...dirty]);
    }
    for (const name of moved) changed.add(name);
    if (moved.length === 0) break;
  }
  return { changed: changed.size, moved };
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
