import type { Change, LinkColumns } from "../../engine/internal.ts";
import { listOf, oneOf, record } from "../shapes/shape.ts";
import { finite, owner, status, text } from "../shapes/shapes.ts";
import { checkLengths } from "./columns.ts";

/** Links of one relation and layer. */
export interface LinksBlock extends LinkColumns {
  readonly kind: "links";
}

type Link = Extract<Change, { kind: "link" }>;

export const linksShape = record<LinksBlock>({
  kind: oneOf("links"),
  relation: text,
  layer: status,
  source: listOf(owner),
  target: listOf(text),
  inSource: listOf(finite),
  inTarget: listOf(finite),
});

export function linksBlock({ relation, layer }: Link, links: readonly Link[]): LinksBlock {
  return {
    kind: "links",
    relation,
    layer,
    source: links.map(({ source }) => source),
    target: links.map(({ target }) => target),
    inSource: links.map(({ order }) => order[0]),
    inTarget: links.map(({ order }) => order[1]),
  };
}

/** @throws StorageError `invalid` */
export function linkColumnsIn(block: LinksBlock): LinkColumns {
  const { source, target, inSource, inTarget } = block;
  checkLengths(source.length, [target, inSource, inTarget]);
  return block;
}

/** The same links as changes. */
export function linksOf({ relation, layer, source, target, inSource, inTarget }: LinkColumns): Link[] {
  return source.map((each, at) => {
    const order = [inSource[at] ?? 0, inTarget[at] ?? 0] as const;
    return { kind: "link", relation, layer, source: each, target: target[at] ?? "", order };
  });
}
