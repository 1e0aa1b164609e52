import type { Connection, LinkWrite, Reference } from "../document/input.ts";
import { placeIn } from "../state/links/link.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { layerFor } from "../state/view.ts";
import type { Layer } from "../values/version.ts";
import { arrange } from "./link-order/arrange.ts";
import type { Placing } from "./link-order/placing.ts";
import { replaceAnchors } from "./link-order/replace-anchors.ts";
import { farEnd, isMany, isReached, type LinkPlace, linksAt, nameOf, numericId, setLinks } from "./links.ts";

/** A link to one version of a document: its layer, and the name of the other end. */
type Row = `${Layer} ${string}`;

/**
 * Carries out a relation operation under the rule `links: "version"`. The links of all layers share one list that is
 * renumbered from 1 after every write, so a position is one among all of them (recorded from Strapi). A position beside
 * a document means beside its draft, unless a status is given.
 */
export function writeRows(
  transaction: Transaction,
  layers: readonly Layer[],
  place: LinkPlace,
  write: LinkWrite,
  isLocalized: boolean,
): void {
  const rowsOf: RowsOf = (references) => rowsIn(layers, references, isLocalized);
  const all =
    write.kind === "set" ? rowsOf(write.targets) : rowsAfter(transaction, layers, place, write, rowsOf, isLocalized);
  const rows = all.filter((row) => isKept(transaction, place, row));
  const numbers = new Map([...new Set(rows)].map((row, index) => [row, index + 1]));
  for (const layer of layers) {
    const ofLayer = [...numbers].filter(([row]) => layerOf(row) === layer);
    const here = new Map(ofLayer.map(([row, number]) => [nameIn(row), number]));
    setLinks(transaction, layer, place, [...here.keys()], { here });
  }
}

/**
 * Whether a link to a version is stored. A link to a version that does not exist yet is left out: it is added when the
 * draft is published, unless no attribute of the other document shows the link.
 */
function isKept(transaction: Transaction, place: LinkPlace, row: string): boolean {
  const { end, documentId } = farEnd(place, nameIn(row));
  const { other, relation } = end;
  if (!other.draftAndPublish || relation.inverse === null) return true;
  return transaction.has(other.uid, documentId, layerFor(other, layerOf(row)));
}

function rowsAfter(
  transaction: Transaction,
  layers: readonly Layer[],
  place: LinkPlace,
  { connect, disconnect }: Extract<LinkWrite, { kind: "change" }>,
  rowsOf: RowsOf,
  isLocalized: boolean,
): readonly string[] {
  const placings = connect
    .flatMap((connection) => placingsOf(rowsOf, connection))
    .filter(({ key }) => isKept(transaction, place, key));
  const connected = new Set(placings.map(({ key }) => key));
  const gone = new Set<string>(rowsOf(disconnect).filter((row) => !connected.has(row)));
  const replaced = !isMany(place) && connected.size > 0;
  const list = rowsBefore(transaction, layers, place);
  const left = replaced ? [] : list.filter((row) => !gone.has(row));
  const beside = replaceAnchors(list, placings, gone);
  const idOf = (row: string) => numericId(transaction, place, nameIn(row), layerOf(row));
  return arrange(
    left,
    beside,
    { idOf, locale: isLocalized ? null : transaction.shape.schema.defaultLocale },
    rowsLookedAt(left, beside),
  );
}

function rowsBefore(transaction: Transaction, layers: readonly Layer[], place: LinkPlace): Row[] {
  const numbered = layers.flatMap((layer) =>
    linksAt(transaction, layer, place).map(({ end, link, other }) => {
      return { row: rowOf(layer, other), number: placeIn(link, end.end) };
    }),
  );
  return numbered.sort((a, b) => a.number - b.number).map(({ row }) => row);
}

/** Recorded: Strapi only considers the first and the last row, and the neighbours that placings name. */
function rowsLookedAt(list: readonly string[], placings: readonly Placing[]): ReadonlySet<string> {
  const ends = [list[0], list.at(-1)].filter((row) => row !== undefined);
  const anchors = placings.flatMap(({ place }) => {
    if ("at" in place) return [];
    return ["before" in place ? place.before : place.after];
  });
  return new Set([...ends, ...anchors]);
}

function placingsOf(rowsOf: RowsOf, { target, position }: Connection): Placing[] {
  const place = placeOf(position, (anchor) => anchorOf(rowsOf, target, anchor));
  return rowsOf([target]).map((key) => ({ key, place }));
}

function placeOf(position: Connection["position"], anchor: (reference: Reference) => Row): Placing["place"] {
  if (position === undefined) return { at: "end" };
  if ("at" in position) return position;
  return "before" in position ? { before: anchor(position.before) } : { after: anchor(position.after) };
}

function anchorOf(rowsOf: RowsOf, target: Reference, anchor: Reference): Row {
  const [row] = rowsOf([{ ...target, ...anchor }]);
  return row ?? rowOf("draft", nameOf(anchor));
}

/** Returns the rows that references lead to. */
type RowsOf = (references: readonly Reference[]) => Row[];

/** `status` in a reference selects among several layers. */
function rowsIn(layers: readonly Layer[], references: readonly Reference[], isLocalized: boolean): Row[] {
  return references.flatMap((reference) => {
    const reached = layers.filter((layer) => isReached(reference, layer, layers, isLocalized));
    return reached.map((layer) => rowOf(layer, nameOf(reference)));
  });
}

function rowOf(layer: Layer, other: string): Row {
  return `${layer} ${other}`;
}

function layerOf(row: string): Layer {
  // A row begins with its layer, which contains no space.
  return row.slice(0, row.indexOf(" ")) as Layer;
}

function nameIn(row: string): string {
  return row.slice(row.indexOf(" ") + 1);
}
