import type { Position, Storage, Survives } from "../port.ts";
import { loadContent } from "../recovery/load.ts";
import type { Content } from "../shapes/content.ts";

export interface Stats {
  readonly logId: string;
  /** Number of the last commit. */
  readonly head: Position;
  /** Its time; null if there is none. */
  readonly at: Date | null;
  readonly survives: Survives;
  readonly types: readonly TypeStats[];
  readonly links: number;
}

export interface TypeStats {
  readonly type: string;
  readonly documents: number;
  readonly drafts: number;
  readonly published: number;
}

/** Statistics of a storage. Opens and closes it. */
export async function statsOf(storage: Storage): Promise<Stats> {
  const { logId, survives } = await storage.open();
  try {
    const content = await loadContent(storage);
    const { head, at, links } = content;
    return { logId, head, at: at === 0 ? null : new Date(at), survives, types: typesOf(content), links: links.size };
  } finally {
    await storage.close();
  }
}

function typesOf(content: Content): TypeStats[] {
  const types = [...content.types].map(([type, byId]): TypeStats => {
    const documents = [...byId.values()];
    const drafts = documents.filter(({ draft }) => draft !== undefined).length;
    const published = documents.filter((document) => document.published !== undefined).length;
    return { type, documents: documents.length, drafts, published };
  });
  return types.sort((a, b) => (a.type < b.type ? -1 : 1));
}
