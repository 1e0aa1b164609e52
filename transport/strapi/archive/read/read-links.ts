import {
  type Change,
  type Engine,
  FILE_TYPE,
  isRecord,
  type Layer,
  layerOf,
  type Status,
  type UnknownRecord,
} from "../../../../engine/internal.ts";
import { recordAt } from "../../project/record.ts";
import { EntryFault } from "../entries/archive-entry.ts";
import type { JsonLine } from "../entries/json-lines.ts";
import { isOwnAttribute } from "./archive-definition.ts";
import type { ArchiveRows, RowReference } from "./archive-rows.ts";
import type { Faults } from "./faults.ts";

type Relation = Engine["state"]["shape"]["relations"]["all"][number];

/** One end of a link as its line names it. */
interface LinkEnd {
  readonly type: string;
  readonly ref: number;
  readonly pos: number | undefined;
}

/** A link line as seen from the attribute that owns it. */
interface OwnedLink {
  readonly field: string;
  readonly source: LinkEnd;
  readonly target: LinkEnd;
}

/** Converts link lines to links of the schema's relations. */
export class LinkReader {
  readonly #engine: Engine;
  readonly #rows: ArchiveRows;
  readonly #faults: Faults;
  /** Number of links per relation so far: positions for links that no list shows. */
  readonly #counts = new Map<string, number>();

  constructor(engine: Engine, rows: ArchiveRows, faults: Faults) {
    this.#engine = engine;
    this.#rows = rows;
    this.#faults = faults;
  }

  /** The links of a line, one per layer; none for a line that Strapi derives, or that does not fit the schema. */
  read({ number, value }: JsonLine, place: string): readonly Change[] {
    const owned = ownedLink(value, number);
    if (owned === undefined || !isOwnAttribute(owned.field)) return [];
    const name = `${owned.source.type}.${owned.field}`;
    if (this.#rows.unserved.has(name)) return this.#leaveOut(`of links of ${name}`);
    const relation = this.#relationOf(owned);
    if (relation === undefined) return this.#refuseUnknown(owned, place);
    if (relation.target.uid !== owned.target.type) {
      if (!this.#faults.areStrict) return this.#leaveOut(`of links of ${name} to ${owned.target.type}`);
      this.#faults.once(name, place, ["right", "type"], `must be ${relation.target.uid}, to which ${name} leads`);
      return [];
    }
    const source = this.#rows.find(owned.source.type, owned.source.ref);
    const target = this.#rows.find(owned.target.type, owned.target.ref);
    const layers = layersOf(relation, source, target);
    if (source === undefined || typeof target?.name !== "string" || layers.length === 0) {
      return this.#leaveOut("of links to entries that are not there");
    }
    const { name: to } = target;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const inSource = owned.source.pos ?? (relation.many.source ? count : 1);
    const order = [inSource, owned.target.pos ?? count] as const;
    return layers.map((layer) => {
      return { kind: "link", relation: relation.name, layer, source: source.name, target: to, order };
    });
  }

  #leaveOut(what: string): readonly Change[] {
    this.#rows.leaveOut(what);
    return [];
  }

  #relationOf({ source, field, target }: OwnedLink): Relation | undefined {
    const { relations } = this.#engine.state.shape;
    const ends = relations.shown(source.type, field).filter(({ end }) => end === "source");
    return (ends.find(({ other }) => other.uid === target.type) ?? ends[0])?.relation;
  }

  #refuseUnknown({ source, field, target }: OwnedLink, place: string): readonly Change[] {
    const { types, components } = this.#engine.schema;
    const model = types.get(source.type) ?? components.get(source.type);
    if (model === undefined || source.type.startsWith("plugin::")) return [];
    const name = `${source.type}.${field}`;
    const attribute = model.attributes.get(field);
    if (attribute?.kind === "relation" && attribute.mappedBy !== undefined) return [];
    if (!this.#faults.areStrict) this.#rows.leaveOut(`of links of ${name}`);
    else if (attribute?.kind === "morph") this.#rows.leaveOut(`of links of ${name} to ${target.type}`);
    else this.#faults.once(name, place, ["left", "field"], `${name} is not a relation in the project`);
    return [];
  }
}

/** Media links belong to the file in Strapi, and to the attribute that shows the file here. */
function ownedLink(line: unknown, number: number): OwnedLink | undefined {
  const [left, right] = [recordAt(line, "left"), recordAt(line, "right")];
  if (!isRecord(line) || typeof left.type !== "string" || typeof right.type !== "string")
    throw new EntryFault("must hold a link with left and right, each with type and ref", number);
  const isMedia = left.type === FILE_TYPE && left.field === "related";
  const [owner, other] = isMedia ? [right, left] : [left, right];
  // Links to something without a row, such as a document as a whole.
  if (typeof owner.field !== "string" || !Number.isSafeInteger(other.ref)) return undefined;
  const [source, target] = [endOf(owner), endOf(other)];
  if (isMedia || line.kind !== "relation.morph") return { field: owner.field, source, target };
  // The position in the owner's list is beside the other end.
  return { field: owner.field, source: { ...source, pos: target.pos }, target: { ...target, pos: undefined } };
}

function endOf({ type, ref, pos }: UnknownRecord): LinkEnd {
  return {
    type: String(type),
    ref: Number(ref),
    pos: typeof pos === "number" && Number.isFinite(pos) ? pos : undefined,
  };
}

const STATUSES: readonly Status[] = ["draft", "published"];
const PUBLISHED: readonly Status[] = ["published"];

/**
 * A version links to versions of its own status; the end that has drafts decides. In Strapi a relation to any type may
 * name other versions, and the link belongs to the owner all the same; between documents without drafts it is in both
 * layers, if the list leads to others that have drafts.
 */
function layersOf(
  { attribute, family }: Relation,
  source: RowReference | undefined,
  target: RowReference | undefined,
): readonly Layer[] {
  const locale = source?.locale ?? target?.locale ?? null;
  const areApart = source?.locale !== undefined && target?.locale !== undefined && source.locale !== target.locale;
  if (areApart && attribute.kind !== "morph") return [];
  const [from, to] = [source?.status ?? null, target?.status ?? null];
  if (attribute.kind !== "morph" && from !== null && to !== null && from !== to) return [];
  const layer = from ?? to;
  if (layer !== null) return [layerOf(layer, locale)];
  const isInBoth = attribute.kind === "morph" && family.some((each) => each.target.draftAndPublish);
  return (isInBoth ? STATUSES : PUBLISHED).map((status) => layerOf(status, locale));
}
