import type { Status } from "../document/version.ts";
import { eachLink, type LinkList } from "../links/link-list.ts";
import { linkSetName } from "../links/link-set-name.ts";
import type { End, Relation, Relations } from "../links/relation.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Collection } from "./collection.ts";
import type { Row } from "./row.ts";

/** What a state has to give, so that sets of linked rows can be kept in step with it. */
export interface LinkedState {
  readonly relations: Relations;
  links(relation: Relation, layer: Status, end: End, key: number): LinkList;
  collection(type: string): Collection;
  /** The same, to be changed. */
  writable(type: string): Collection;
}

/** Tells the sets of a row's space about all its links: it has come to stand there, or is about to go. */
export function tellLinksOf(state: LinkedState, { type, spaces }: Collection, row: Row, isThere: boolean): void {
  const { indexes } = spaces[row.status];
  if (!indexes.wantsLinks) return;
  for (const { relation, end, other } of state.relations.touching(type.uid)) {
    for (const layer of layersSeen(type, row.status, other)) {
      eachLink(state.links(relation, layer, end, row.document), (link) => {
        const far = end === "source" ? link.target : link.source;
        indexes.link(linkSetName(relation, end, layer, far), row.slot, isThere);
        return true;
      });
    }
  }
}

/** Tells the sets at both ends about a link that has come or gone. */
export function tellLink(
  state: LinkedState,
  relation: Relation,
  layer: Status,
  keys: { readonly [end in End]: number },
  isThere: boolean,
): void {
  const { owner, target } = relation;
  if (owner.model === "component") return;
  tellEnd(state, relation, layer, "source", owner, keys.source, keys.target, isThere);
  tellEnd(state, relation, layer, "target", target, keys.target, keys.source, isThere);
}

function tellEnd(
  state: LinkedState,
  relation: Relation,
  layer: Status,
  end: End,
  type: ContentType,
  key: number,
  far: number,
  isThere: boolean,
): void {
  const status = type.draftAndPublish ? layer : "published";
  if (!state.collection(type.uid).spaces[status].indexes.wantsLinks) return;
  const collection = state.writable(type.uid);
  const slot = collection.document(key)?.[status]?.slot;
  if (slot === undefined) return;
  collection.spaces[status].indexes.link(linkSetName(relation, end, layer, far), slot, isThere);
}

const BOTH: readonly Status[] = ["draft", "published"];
const PUBLISHED: readonly Status[] = ["published"];

/** Layers of a relation in which versions in one status may be seen. */
function layersSeen(type: ContentType, status: Status, other: ContentType): readonly Status[] {
  if (type.draftAndPublish) return [status];
  return other.draftAndPublish ? BOTH : PUBLISHED;
}
