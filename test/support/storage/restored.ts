import type { IndexLimits } from "../../../engine/indexes/index-limits.ts";
import {
  type Engine,
  lazyRecordsOf,
  type Rules,
  recordsOf,
  type Schema,
  type VersionColumns,
} from "../../../engine/internal.ts";
import { linksBlock } from "../../../storage/snapshot/links-block.ts";
import { areAlike, versionsBlock } from "../../../storage/snapshot/versions-block.ts";
import { textOfVersions, VersionsLine } from "../../../storage/snapshot/versions-line.ts";
import { type Content, emptyEngine, type StoredVersion } from "../../model/content.ts";

/** Versions of a block: so few that a page of rows comes from several. */
const BLOCK = 3;

/** An engine with this content as a start restores it from the lines of a snapshot: no row is made. */
export function restoredWith(schema: Schema, content: Content, rules: Rules, limits?: Partial<IndexLimits>): Engine {
  const engine = emptyEngine(schema, rules, limits);
  for (const block of blocksOf(content.versions)) {
    const [first] = block;
    if (first === undefined) continue;
    const stored = versionsBlock(first, block);
    const line = new VersionsLine(Buffer.from(textOfVersions(stored)), stored);
    const versions = () => lazyRecordsOf(line.columns());
    const version = (index: number) => recordsOf(line.columnsOf(index) as VersionColumns)[0] ?? null;
    engine.restoreVersions(line.columns(), { versions, version, column: (name) => line.column(name) });
  }
  for (const link of content.links) engine.restoreLinks(linksBlock(link, [link]));
  engine.endRestore(1, 0);
  return engine;
}

function blocksOf(versions: readonly StoredVersion[]): readonly (readonly StoredVersion[])[] {
  const blocks: StoredVersion[][] = [];
  for (const each of versions.toSorted((left, right) => left.version.id - right.version.id)) {
    const fitting = blocks.findLast(([first]) => first !== undefined && areAlike(first, each));
    if (fitting === undefined || fitting.length === BLOCK) blocks.push([each]);
    else fitting.push(each);
  }
  return blocks;
}
