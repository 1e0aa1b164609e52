import type { Change, Layer } from "../../engine/internal.ts";
import { listOf, oneOf, record } from "../shapes/shape.ts";
import { finite, owner, status, text } from "../shapes/shapes.ts";
import { checkLengths } from "./columns.ts";

/** Links of one relation and layer. */
export interface LinksBlock {
  readonly kind: "links";
  readonly relation: string;
  readonly layer: Layer;
  readonly source: readonly (string | number)[];
  readonly target: readonly string[];
  readonly inSource: readonly number[];
  readonly inTarget: readonly number[];
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
export function linksIn({ relation, layer, source, target, inSource, inTarget }: LinksBlock): Link[] {
  checkLengths(source.length, [target, inSource, inTarget]);
  return source.map((each, at) => {
    const order = [inSource[at] ?? 0, inTarget[at] ?? 0] as const;
    return { kind: "link", relation, layer, source: each, target: target[at] ?? "", order };
  });
}
