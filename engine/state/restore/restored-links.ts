import { invariant } from "../../error.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Layer } from "../../values/version.ts";
import type { Link } from "../links/link.ts";
import type { LinkColumns } from "../links/link-columns.ts";
import type { LinkTableBuilder } from "../links/link-table-builder.ts";
import type { Relation } from "../links/relation.ts";
import { putLink } from "../pending/make-change.ts";
import type { StateContent } from "../state-content.ts";
import { DocumentFinder } from "./document-finder.ts";
import type { Restoration } from "./restoration.ts";

/** The links of one relation and layer that are being restored. */
interface Destination {
  readonly relation: Relation;
  readonly layer: Layer;
  /** Null if the links start at components, which have their numbers. */
  readonly sources: DocumentFinder | null;
  readonly targets: DocumentFinder;
  /** Null if links have to be added one by one. */
  builder: LinkTableBuilder | null;
}

/**
 * The links of a state that is being restored. Consecutive links of one relation and layer become a table as a whole, as
 * long as they come in its order; all others are added one by one.
 */
export class RestoredLinks {
  readonly #content: StateContent;
  #destination: Destination | null = null;

  constructor(content: StateContent) {
    this.#content = content;
  }

  /**
   * Adds links; returns how many were left out, because there is no such relation or no document at one of their ends.
   * `restoration`: null if the documents have rows already.
   */
  add(links: LinkColumns, restoration: Restoration | null): number {
    const relation = this.#content.shape.relations.byName.get(links.relation);
    if (relation === undefined) return links.source.length;
    const destination = this.#open(relation, links.layer, restoration);
    const { sources, targets } = destination;
    let leftOut = 0;
    for (let at = 0; at < links.source.length; at++) {
      const source = numberOf(links.source[at], sources);
      const target = source === undefined ? undefined : targets.numberOf(links.target[at] ?? "");
      if (source === undefined || target === undefined) leftOut++;
      else {
        const link = { source, target, inSource: links.inSource[at] ?? 0, inTarget: links.inTarget[at] ?? 0 };
        this.#put(destination, link, restoration === null);
      }
    }
    return leftOut;
  }

  /** Makes all links visible. */
  finish(): void {
    if (this.#destination !== null) this.#finishTable(this.#destination);
    this.#destination = null;
  }

  #open(relation: Relation, layer: Layer, restoration: Restoration | null): Destination {
    const known = this.#destination;
    if (known?.relation === relation && known.layer === layer) return known;
    this.finish();
    const { owner, target } = relation;
    this.#destination = {
      relation,
      layer,
      sources: owner.model === "component" ? null : this.#finder(owner, restoration),
      targets: this.#finder(target, restoration),
      builder: restoration === null ? null : this.#content.linkBuilder(relation, layer),
    };
    return this.#destination;
  }

  #put(destination: Destination, link: Link, hasRows: boolean): void {
    if (destination.builder?.add(link)) return;
    this.#finishTable(destination);
    putLink(this.#content, destination.relation, destination.layer, link, hasRows);
  }

  #finishTable(destination: Destination): void {
    const { relation, layer, builder } = destination;
    if (builder === null) return;
    const table = builder.finish();
    if (!table.isEmpty) this.#content.replaceLinks(relation, layer, table);
    destination.builder = null;
  }

  #finder({ uid }: ContentType, restoration: Restoration | null): DocumentFinder {
    const collection = this.#content.collections.get(uid);
    invariant(collection !== undefined, `content type ${uid} has a collection`);
    return new DocumentFinder(collection, restoration?.documentIds(uid) ?? []);
  }
}

/** The number of a source: a component's own, or its document's. */
function numberOf(source: string | number | undefined, documents: DocumentFinder | null): number | undefined {
  if (typeof source === "number") return documents === null ? source : undefined;
  return source === undefined ? undefined : documents?.numberOf(source);
}
