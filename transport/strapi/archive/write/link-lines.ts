import { type Change, type Engine, FILE_TYPE, type Layer, statusOf } from "../../../../engine/internal.ts";

type Link = Extract<Change, { kind: "link" }>;

type Relation = NonNullable<ReturnType<Engine["state"]["shape"]["relations"]["byName"]["get"]>>;

/** The line of one relation in an archive. */
export interface LinkLine {
  readonly kind: "relation.basic" | "relation.circular" | "relation.morph";
  readonly relation: string;
  readonly left: LineEnd;
  readonly right: LineEnd;
}

interface LineEnd {
  readonly type: string;
  readonly field?: string | null;
  readonly ref: number;
  readonly pos?: number;
}

/**
 * Every link between exported rows, relation by relation, in the order of the rows that own them. A link to a document
 * without a version in the link's layer is invisible, so it is left out.
 */
export function* linkLines(engine: Engine, isExported: (type: string) => boolean): Generator<LinkLine> {
  const links = new Map<Relation, Link[]>();
  for (const change of engine.dump()) {
    const relation = change.kind === "link" ? engine.state.shape.relations.byName.get(change.relation) : undefined;
    if (change.kind !== "link" || relation === undefined) continue;
    const isOfType = relation.owner.model === "content-type";
    if ((isOfType && !isExported(relation.owner.uid)) || !isExported(relation.target.uid)) continue;
    const known = links.get(relation);
    if (known === undefined) links.set(relation, [change]);
    else known.push(change);
  }
  for (const [relation, ofRelation] of links) {
    const placed = ofRelation.flatMap((link) => placedLink(engine, relation, link) ?? []);
    for (const link of withoutRepeats(placed.sort(inOrder))) yield lineOf(relation, link);
  }
}

/** Between documents without drafts, the links of both layers connect the same rows. */
function* withoutRepeats(links: readonly PlacedLink[]): Generator<PlacedLink> {
  const seen = new Set<string>();
  for (const link of links) {
    const rows = `${link.source} ${link.target}`;
    if (!seen.has(rows)) yield link;
    seen.add(rows);
  }
}

interface PlacedLink {
  readonly source: number;
  readonly target: number;
  readonly order: readonly [inSource: number, inTarget: number];
}

function placedLink(
  engine: Engine,
  relation: Relation,
  { layer, source, target, order }: Link,
): PlacedLink | undefined {
  const from = typeof source === "number" ? source : rowOf(engine, relation.owner.uid, source, layer);
  const to = rowOf(engine, relation.target.uid, target, layer);
  if (from === undefined || to === undefined) return undefined;
  // Positions that are not written must not affect the order of lines.
  const inSource = isPlaced(relation) ? order[0] : 1;
  return { source: from, target: to, order: [inSource, order[1]] };
}

/** Whether lines of this relation have a position on the side of its owner. */
function isPlaced({ attribute }: Relation): boolean {
  return attribute.many || attribute.kind === "media";
}

/** Numeric id of the version that a link of a layer refers to. */
function rowOf(engine: Engine, uid: string, documentId: string, layer: Layer): number | undefined {
  const status = engine.schema.type(uid).draftAndPublish ? statusOf(layer) : "published";
  return engine.state.collection(uid).in(layer).find(documentId)?.[status]?.id;
}

const inOrder = (left: PlacedLink, right: PlacedLink): number =>
  left.source - right.source || left.order[0] - right.order[0] || left.target - right.target;

function lineOf({ owner, attribute, target, inverse }: Relation, { source, target: to, order }: PlacedLink): LinkLine {
  const back = inverse === null ? {} : { field: inverse.name };
  const right = { type: target.uid, ...back, ref: to, ...(inverse?.many === true && { pos: order[1] }) };
  return linkLine(attribute, { type: owner.uid, ref: source, pos: order[0] }, right);
}

/** The line of a link. `owner`: with its place in the list of the attribute; `target`: with the attribute that shows it there. */
export function linkLine(
  attribute: Relation["attribute"],
  owner: LineEnd & { readonly pos: number },
  target: LineEnd,
): LinkLine {
  const { name: field } = attribute;
  const { type, ref, pos } = owner;
  if (attribute.kind === "media") {
    const left = { type: FILE_TYPE, field: "related", ref: target.ref };
    return { kind: "relation.morph", relation: "morphToMany", left, right: { ref, pos, type, field } };
  }
  const left = { type, field, ref };
  if (attribute.kind === "morph") {
    const right = { ref: target.ref, type: target.type };
    const placed = { ref: target.ref, pos, type: target.type, field: null };
    return { kind: "relation.morph", relation: attribute.relation, left, right: attribute.many ? placed : right };
  }
  const kind = type === target.type ? "relation.circular" : "relation.basic";
  return { kind, relation: attribute.relation, left: { ...left, ...(attribute.many && { pos }) }, right: target };
}
