import type { AnyModel, ContentType, LinkAttribute, Status } from "../../engine/internal.ts";
import type { StoredLink, StoredVersion } from "../model/content.ts";
import { fc } from "../support/fast-check.ts";
import type { ComponentIds } from "./component-ids.ts";
import { CONTENT_SCHEMA } from "./content-schema.ts";

interface Relation {
  readonly name: string;
  readonly owner: AnyModel;
  readonly target: ContentType;
  readonly one: { readonly source: boolean; readonly target: boolean };
}

const LAYERS = ["draft", "published"] as const;

const RELATIONS: readonly Relation[] = [
  ...CONTENT_SCHEMA.types.values(),
  ...CONTENT_SCHEMA.components.values(),
].flatMap((owner) =>
  [...owner.attributes.values()].flatMap((attribute): Relation[] => {
    if (attribute.kind !== "media" && attribute.kind !== "relation") return [];
    if (attribute.kind === "relation" && attribute.mappedBy !== undefined) return [];
    const target = CONTENT_SCHEMA.target(attribute);
    const one = { source: !attribute.many, target: isOneAtTarget(target, attribute) };
    return [{ name: `${owner.uid}.${attribute.name}`, owner, target, one }];
  }),
);

function isOneAtTarget(target: ContentType, attribute: LinkAttribute): boolean {
  const inverse = attribute.kind === "relation" ? target.attributes.get(attribute.inversedBy ?? "") : undefined;
  return inverse?.kind === "relation" && !inverse.many;
}

interface DrawnLink {
  readonly source: number;
  readonly target: number;
  readonly ranks: readonly [number, number];
}

export type DrawnLinks = readonly (readonly DrawnLink[])[];

const drawn: fc.Arbitrary<DrawnLink> = fc.record({
  source: fc.nat(11),
  target: fc.nat(11),
  ranks: fc.tuple(fc.nat(99), fc.nat(99)),
});

/** Links to be, for each relation in each layer: which ends they have is known once there is content. */
export const drawnLinks: fc.Arbitrary<DrawnLinks> = fc.tuple(
  ...RELATIONS.flatMap(() => LAYERS.map(() => fc.array(drawn, { maxLength: 6, size: "max" }))),
);

/** The links between what there is, no more at either end than the relation allows. */
export function linksFrom(links: DrawnLinks, versions: readonly StoredVersion[], ids: ComponentIds): StoredLink[] {
  const documents = (type: string): string[] => [
    ...new Set(versions.filter((version) => version.type === type).map(({ version }) => version.documentId)),
  ];
  return RELATIONS.flatMap((relation, at) =>
    LAYERS.flatMap((layer, place) => {
      const { owner, target } = relation;
      const sources = owner.model === "component" ? componentsIn(ids, relation, layer) : documents(owner.uid).sort();
      const isNowhere = owner.model === "content-type" && !hasLayer(owner, target, layer);
      const ends = { sources: isNowhere ? [] : sources, targets: documents(target.uid).sort() };
      return ordered(relation, layer, links[at * LAYERS.length + place] ?? [], ends);
    }),
  );
}

/** Links from a document without drafts to another such are kept once. */
function hasLayer(owner: ContentType, target: ContentType, layer: Status): boolean {
  return layer === "published" || owner.draftAndPublish || target.draftAndPublish;
}

function componentsIn({ placed }: ComponentIds, { owner, target }: Relation, layer: Status): number[] {
  return placed
    .filter(({ uid, type, status }) => {
      if (uid !== owner.uid) return false;
      return type.draftAndPublish ? status === layer : hasLayer(type, target, layer);
    })
    .map(({ id }) => id);
}

function ordered(
  { name, one }: Relation,
  layer: Status,
  drawn: readonly DrawnLink[],
  { sources, targets }: { readonly sources: readonly (string | number)[]; readonly targets: readonly string[] },
): StoredLink[] {
  const kept: { readonly source: string | number; readonly target: string; readonly ranks: readonly number[] }[] = [];
  for (const link of drawn) {
    const source = sources[link.source % Math.max(1, sources.length)];
    const target = targets[link.target % Math.max(1, targets.length)];
    if (source === undefined || target === undefined) continue;
    const isTaken = kept.some((other) => {
      const same = { source: other.source === source, target: other.target === target };
      return (same.source && same.target) || (one.source && same.source) || (one.target && same.target);
    });
    if (!isTaken) kept.push({ source, target, ranks: link.ranks });
  }
  const placesBy = (end: 0 | 1) => [...kept].sort((a, b) => (a.ranks[end] ?? 0) - (b.ranks[end] ?? 0));
  const [inSource, inTarget] = [placesBy(0), placesBy(1)];
  return kept.map((link) => ({
    kind: "link",
    relation: name,
    layer,
    source: link.source,
    target: link.target,
    order: [inSource.indexOf(link) + 1, inTarget.indexOf(link) + 1],
  }));
}
