import { invariant } from "../../error.ts";
import type { ContentType } from "../../schema/content-type.ts";
import { layerOf } from "../../values/version.ts";
import type { Change } from "../commit.ts";
import type { Relation } from "../links/relation.ts";
import type { StateContent } from "../state-content.ts";

/** The content of a state as changes: applied in this order to an empty state, they create it again. */
export function* dump(content: StateContent): Generator<Change> {
  const { shape, collections, sequences } = content;
  for (const [of, last] of sequences) yield { kind: "sequence", of, last };
  for (const collection of collections.values()) {
    for (const { type, locale, spaces } of collection.all()) {
      for (const status of ["draft", "published"] as const) {
        const layer = layerOf(status, locale);
        for (const row of spaces[status].rows()) {
          yield { kind: "put", type: type.uid, status: layer, version: shape.layouts.record(type.uid, row) };
        }
      }
    }
  }
  for (const relation of shape.relations.all) yield* dumpLinks(content, relation);
}

function* dumpLinks(content: StateContent, relation: Relation): Generator<Change> {
  const { collections } = content;
  const { name, owner, target: to } = relation;
  for (const layer of content.linkLayers(relation)) {
    for (const link of content.linkTable(relation, layer)) {
      const source = owner.model === "component" ? link.source : documentIdOf(collections, owner, link.source);
      const target = documentIdOf(collections, to, link.target);
      yield { kind: "link", relation: name, layer, source, target, order: [link.inSource, link.inTarget] };
    }
  }
}

function documentIdOf(collections: StateContent["collections"], { uid }: ContentType, number: number): string {
  const documentId = collections.get(uid)?.nameOf(number);
  invariant(documentId !== undefined, `document ${number} of ${uid} exists`);
  return documentId;
}
