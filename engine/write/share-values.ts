import { missingDocument } from "../document/check/check-references.ts";
import type { ContentType } from "../schema/content-type.ts";
import { placeIn } from "../state/links/link.ts";
import type { LinkEnd } from "../state/links/relation.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { type LinkKey, layersOf } from "../state/view.ts";
import type { Json } from "../values/value.ts";
import { inStatus, type Layer, localeOf, type Status, statusOf, type VersionRecord } from "../values/version.ts";
import { componentsOf, componentUid, type Values } from "./component-value.ts";
import { type CopiedComponent, clearComponents, copyValues } from "./components.ts";
import { linksAt, otherOf, setLinks } from "./links.ts";

/*
 * Attributes of localized types that are not localized themselves have one value for all locales of a document. Each
 * locale stores the value, so that a read needs its own locale only; every write makes the values equal among the
 * versions of one status (locales, §3).
 */

/** The copy of shared values from one version of a document to another. */
interface Sharing {
  readonly type: ContentType;
  readonly source: VersionRecord;
  readonly target: VersionRecord;
  readonly from: Layer;
  readonly to: Layer;
  /** Names of the attributes. */
  readonly names: ReadonlySet<string>;
}

/** Copies the shared values with these names of one version to the document's other locales, in the same status. */
export function shareValues(
  tx: Transaction,
  type: ContentType,
  documentId: string,
  from: Layer,
  names: ReadonlySet<string> = type.shared,
): void {
  if (names.size === 0 || tx.locales(type.uid) === null) return;
  for (const to of layersOf(tx, type.uid)) {
    if (to !== from && statusOf(to) === statusOf(from)) copyShared(tx, type, documentId, from, to, names);
  }
}

/** Copies the shared values with these attribute names from one version to another. */
export function copyShared(
  tx: Transaction,
  type: ContentType,
  documentId: string,
  from: Layer,
  to: Layer,
  names: ReadonlySet<string>,
): void {
  const source = tx.version(type.uid, documentId, from);
  const target = tx.version(type.uid, documentId, to);
  if (source === null || target === null) return;
  const changed = changedNames(tx, { type, source, target, from, to, names });
  if (changed.size > 0) {
    // A published version keeps the `updatedAt` of its draft.
    const updatedAt = statusOf(to) === "draft" ? tx.now : target.updatedAt;
    const values = { ...target.values, ...copiedValues(tx, { type, source, target, from, to, names: changed }) };
    tx.put(type.uid, to, { ...target, updatedAt, values });
  }
  for (const end of sharedEnds(tx, type, names)) copyTargets(tx, type, end, documentId, documentId, from, to);
}

/** The version from which a new locale copies the shared values: a draft if there is one. */
export function sharedSource(tx: Transaction, type: ContentType, documentId: string): Layer | null {
  const layers = layersOf(tx, type.uid).filter((layer) => tx.has(type.uid, documentId, layer));
  return layers.find((layer) => statusOf(layer) === "draft") ?? layers[0] ?? null;
}

/**
 * Checks that every document that shared components link to exists in a locale.
 *
 * @throws EngineError `validation` if one does not.
 */
export function checkSharedLinks(
  tx: Transaction,
  type: ContentType,
  { values }: VersionRecord,
  from: Layer,
  to: Layer,
): void {
  const locale = localeOf(to);
  const check = (model: string, inside: Values, names: ReadonlySet<string> | null): void => {
    for (const attribute of tx.shape.layouts.of(model).stored) {
      if (attribute.kind === "scalar" || names?.has(attribute.name) === false) continue;
      for (const value of componentsOf(inside[attribute.name] ?? null)) {
        const uid = componentUid(attribute, value);
        for (const end of tx.shape.relations.ends(uid)) {
          if (end.other.locale === null) continue;
          const missing = targetsOf(tx, end, value.id, from).find((each) => !isThere(tx, end.other, each, to));
          if (missing !== undefined) throw missingDocument(missing, locale ?? end.other.locale);
        }
        check(uid, value, null);
      }
    }
  };
  check(type.uid, values, type.shared);
}

function isThere(tx: Transaction, { uid }: ContentType, documentId: string, layer: Layer): boolean {
  const statuses: readonly Status[] = ["draft", "published"];
  return statuses.some((status) => tx.has(uid, documentId, inStatus(layer, status)));
}

function changedNames(tx: Transaction, { type, source, target, from, to, names }: Sharing): Set<string> {
  const changed = new Set<string>();
  for (const attribute of tx.shape.layouts.of(type.uid).stored) {
    const { name } = attribute;
    if (!names.has(name)) continue;
    const described = (values: Values, layer: Layer): string => {
      const value = values[name] ?? null;
      if (attribute.kind === "scalar") return JSON.stringify(value);
      const items = componentsOf(value);
      return JSON.stringify(items.map((item) => contentOf(tx, componentUid(attribute, item), item, layer)));
    };
    if (described(source.values, from) !== described(target.values, to)) changed.add(name);
  }
  return changed;
}

/** A component's whole contents except its id, which differs between versions. */
function contentOf(tx: Transaction, model: string, values: Values & { readonly id: number }, layer: Layer): Json {
  const own = tx.shape.layouts.of(model).stored.map((attribute): Json => {
    const value = values[attribute.name] ?? null;
    if (attribute.kind === "scalar") return value;
    return componentsOf(value).map((each) => contentOf(tx, componentUid(attribute, each), each, layer));
  });
  const links = [...attributesOf(tx, model)].map(
    (ends): Json => linksAt(tx, layer, { ends, key: values.id }).map(({ other }) => other),
  );
  return [model, own, links];
}

/** The ends of each attribute of a component. For a morph attribute, the links to all types share one list. */
function attributesOf({ shape: { relations } }: Transaction, model: string): Iterable<readonly LinkEnd[]> {
  const names = new Set([...relations.ends(model)].map(({ attribute }) => attribute.name));
  return [...names].map((name) => relations.shown(model, name));
}

function copiedValues(tx: Transaction, { type, source, target, from, to, names }: Sharing): Values {
  clearComponents(tx, [to], type.uid, pick(target.values, names));
  const components: CopiedComponent[] = [];
  const copy = copyValues(tx, type.uid, pick(source.values, names), (component) => components.push(component));
  for (const { uid, from: before, to: after } of components) {
    for (const end of tx.shape.relations.ends(uid)) copyTargets(tx, type, end, before, after, from, to);
  }
  return pick(copy, names);
}

/** Copies the links at one end of a relation from one locale to another. */
function copyTargets(
  tx: Transaction,
  type: ContentType,
  end: LinkEnd,
  before: LinkKey,
  after: LinkKey,
  from: Layer,
  to: Layer,
): void {
  const statuses: readonly Status[] = type.draftAndPublish ? [statusOf(from)] : ["draft", "published"];
  for (const status of statuses) {
    const [here, there] = [inStatus(from, status), inStatus(to, status)];
    const wanted = targetsOf(tx, end, before, here);
    const present = targetsOf(tx, end, after, there);
    if (JSON.stringify(wanted) === JSON.stringify(present)) continue;
    const links = tx.links(end.relation, here, end.end, before);
    const places = new Map(links.map((link) => [otherOf(end)(link), placeIn(link, end.end)]));
    setLinks(tx, there, { ends: [end], key: after }, wanted, { here: places });
  }
}

function targetsOf(tx: Transaction, end: LinkEnd, key: LinkKey, layer: Layer): readonly string[] {
  return tx.links(end.relation, layer, end.end, key).map(otherOf(end));
}

function sharedEnds(tx: Transaction, type: ContentType, names: ReadonlySet<string>): LinkEnd[] {
  return [...tx.shape.relations.ends(type.uid)].filter(
    ({ attribute }) => names.has(attribute.name) && (attribute.kind === "media" || tx.rules.sharedRelations),
  );
}

function pick(values: Values, names: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
