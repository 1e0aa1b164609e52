import { type Change, type Engine, FILE_TYPE, isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import { recordAt } from "../project/record.ts";
import { isOwnAttribute } from "./archive-definition.ts";
import type { ArchiveRows, RowReference } from "./archive-rows.ts";
import { EntryFault } from "./entry-fault.ts";
import type { Faults } from "./faults.ts";
import type { JsonLine } from "./json-lines.ts";

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

/** Turns link lines into links of the schema's relations. */
export class LinkReader {
  readonly #engine: Engine;
  readonly #rows: ArchiveRows;
  readonly #faults: Faults;
  /** How many links each relation has so far: places for those that no list shows. */
  readonly #counts = new Map<string, number>();

  constructor(engine: Engine, rows: ArchiveRows, faults: Faults) {
    this.#engine = engine;
    this.#rows = rows;
    this.#faults = faults;
  }

  /** The link of a line; none for one that Strapi derives, or that has no place here. */
  read({ number, value }: JsonLine, place: string): Change | undefined {
    const owned = ownedLink(value, number);
    if (owned === undefined || !isOwnAttribute(owned.field)) return undefined;
    const name = `${owned.source.type}.${owned.field}`;
    const relation = this.#engine.state.shape.relations.byName.get(name);
    if (relation === undefined) return this.#refuseUnknown(owned, place);
    if (relation.target.uid !== owned.target.type) {
      this.#faults.once(name, place, ["right", "type"], `must be ${relation.target.uid}, to which ${name} leads`);
      return undefined;
    }
    const source = this.#rows.find(owned.source.type, owned.source.ref);
    const target = this.#rows.find(owned.target.type, owned.target.ref);
    const layer = layerOf(source, target);
    if (source === undefined || typeof target?.name !== "string" || layer === undefined) {
      this.#rows.leaveOut("of links to entries that are not there");
      return undefined;
    }
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const inSource = owned.source.pos ?? (relation.many.source ? count : 1);
    const order = [inSource, owned.target.pos ?? count] as const;
    return { kind: "link", relation: name, layer, source: source.name, target: target.name, order };
  }

  #refuseUnknown({ source, field }: OwnedLink, place: string): undefined {
    const { types, components } = this.#engine.schema;
    const model = types.get(source.type) ?? components.get(source.type);
    if (model === undefined || source.type.startsWith("plugin::")) return undefined;
    const name = `${source.type}.${field}`;
    if (this.#rows.unserved.has(name)) this.#rows.leaveOut(`of links of ${name}`);
    else if (model.attributes.get(field)?.kind === "morph")
      this.#rows.leaveOut(`of links of ${name}, which leads to any type`);
    else this.#faults.once(name, place, ["left", "field"], `${name} is no relation in the project`);
    return undefined;
  }
}

/** Media are links of the file in Strapi's eyes, and of the attribute that shows the file here. */
function ownedLink(line: unknown, number: number): OwnedLink | undefined {
  const [left, right] = [recordAt(line, "left"), recordAt(line, "right")];
  if (!isRecord(line) || typeof left.type !== "string" || typeof right.type !== "string")
    throw new EntryFault("must hold a link with left and right, each with type and ref", number);
  const isMedia = left.type === FILE_TYPE && left.field === "related";
  const [owner, other] = isMedia ? [right, left] : [left, right];
  // Links to what has no row of its own, such as a document as a whole.
  if (typeof owner.field !== "string" || !Number.isSafeInteger(other.ref)) return undefined;
  return { field: owner.field, source: endOf(owner), target: endOf(other) };
}

function endOf({ type, ref, pos }: UnknownRecord): LinkEnd {
  return {
    type: String(type),
    ref: Number(ref),
    pos: typeof pos === "number" && Number.isFinite(pos) ? pos : undefined,
  };
}

/** A version links to versions with its own status; the end that has drafts decides. */
function layerOf(source: RowReference | undefined, target: RowReference | undefined) {
  const [from, to] = [source?.status ?? null, target?.status ?? null];
  if (from !== null && to !== null && from !== to) return undefined;
  return from ?? to ?? "published";
}
