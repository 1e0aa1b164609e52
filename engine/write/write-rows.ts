import type { Connection, LinkWrite, Reference } from "../document/input.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import type { Status } from "../values/version.ts";
import { arrange } from "./link-order/arrange.ts";
import { besideWhatStays } from "./link-order/beside-what-stays.ts";
import type { Placing } from "./link-order/placing.ts";
import { farEnd, isMany, type LinkPlace, linksAt, nameOf, numericId, ownPlace, setLinks } from "./links.ts";

/** A link to one version of a document: the layer, and what the other end is named by. */
type Row = `${Status} ${string}`;

/**
 * Carries out a relation operation where links name versions: those of all layers stand in one list, numbered from 1
 * after every write, so that a position is one among all of them (recorded). A position beside a document is one beside
 * its draft, unless a status is given.
 */
export function writeRows(
  transaction: Transaction,
  layers: readonly Status[],
  place: LinkPlace,
  write: LinkWrite,
): void {
  const all = write.kind === "set" ? rowsOf(layers, write.targets) : rowsAfter(transaction, layers, place, write);
  const rows = all.filter((row) => isKept(transaction, place, row));
  const numbers = new Map([...new Set(rows)].map((row, index) => [row, index + 1]));
  for (const layer of layers) {
    const ofLayer = [...numbers].filter(([row]) => layerOf(row) === layer);
    const here = new Map(ofLayer.map(([row, number]) => [nameIn(row), number]));
    setLinks(transaction, layer, place, [...here.keys()], { here });
  }
}

/**
 * A link to a version that is not there yet would come with it when the draft is published, unless no attribute of the
 * other document shows the link.
 */
function isKept(transaction: Transaction, place: LinkPlace, row: string): boolean {
  const { end, documentId } = farEnd(place, nameIn(row));
  const { other, relation } = end;
  if (!other.draftAndPublish || relation.inverse === null) return true;
  return transaction.version(other.uid, documentId, layerOf(row)) !== null;
}

function rowsAfter(
  transaction: Transaction,
  layers: readonly Status[],
  place: LinkPlace,
  { connect, disconnect }: Extract<LinkWrite, { kind: "change" }>,
): readonly string[] {
  const placings = connect
    .flatMap((connection) => placingsOf(layers, connection))
    .filter(({ key }) => isKept(transaction, place, key));
  const connected = new Set(placings.map(({ key }) => key));
  const gone = new Set<string>(rowsOf(layers, disconnect).filter((row) => !connected.has(row)));
  const replaced = !isMany(place) && connected.size > 0;
  const list = rowsBefore(transaction, layers, place);
  const left = replaced ? [] : list.filter((row) => !gone.has(row));
  const beside = besideWhatStays(list, placings, gone);
  const nameInText = (row: string) => numericId(transaction, place, nameIn(row), layerOf(row));
  return arrange(left, beside, nameInText, rowsLookedAt(left, beside));
}

function rowsBefore(transaction: Transaction, layers: readonly Status[], place: LinkPlace): Row[] {
  const numbered = layers.flatMap((layer) =>
    linksAt(transaction, layer, place).map(({ end, link, other }) => {
      return { row: rowOf(layer, other), number: ownPlace(link, end.end) };
    }),
  );
  return numbered.sort((a, b) => a.number - b.number).map(({ row }) => row);
}

/** Recorded: the peer arranges the first and the last row and those that others are placed beside, and no more. */
function rowsLookedAt(list: readonly string[], placings: readonly Placing[]): ReadonlySet<string> {
  const ends = [list[0], list.at(-1)].filter((row) => row !== undefined);
  const anchors = placings.flatMap(({ place }) => {
    if ("at" in place) return [];
    return ["before" in place ? place.before : place.after];
  });
  return new Set([...ends, ...anchors]);
}

function placingsOf(layers: readonly Status[], { target, position }: Connection): Placing[] {
  const place = placeOf(position, (anchor) => anchorOf(layers, target, anchor));
  return rowsOf(layers, [target]).map((key) => ({ key, place }));
}

function placeOf(position: Connection["position"], anchor: (reference: Reference) => Row): Placing["place"] {
  if (position === undefined) return { at: "end" };
  if ("at" in position) return position;
  return "before" in position ? { before: anchor(position.before) } : { after: anchor(position.after) };
}

function anchorOf(layers: readonly Status[], target: Reference, anchor: Reference): Row {
  const [row] = rowsOf(layers, [{ ...target, ...anchor }]);
  return row ?? rowOf("draft", nameOf(anchor));
}

/** The rows that references lead to. `status` in a reference chooses among several layers. */
function rowsOf(layers: readonly Status[], references: readonly Reference[]): Row[] {
  return references.flatMap((reference) => {
    const { status } = reference;
    const reached = layers.filter((layer) => layers.length === 1 || status === undefined || status === layer);
    return reached.map((layer) => rowOf(layer, nameOf(reference)));
  });
}

function rowOf(layer: Status, other: string): Row {
  return `${layer} ${other}`;
}

function layerOf(row: string): Status {
  return row.startsWith("draft ") ? "draft" : "published";
}

function nameIn(row: string): string {
  return row.slice(row.indexOf(" ") + 1);
}
