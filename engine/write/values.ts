import type { ComponentInput, Input } from "../document/input.ts";
import { EngineError } from "../error.ts";
import { type StoredAttribute, unknownValues } from "../state/layout.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import type { LinkKey } from "../state/view.ts";
import type { Json } from "../values/value.ts";
import { type Layer, layerOf, type Status } from "../values/version.ts";
import { type ComponentValue, componentsOf, componentUid, emptyOf, type Values } from "./component-value.ts";
import { clearComponent } from "./components.ts";
import { type Edition, layersWritten, writeLinks } from "./links.ts";
import { readBack } from "./read-back.ts";
import { writeRows } from "./write-rows.ts";

/** The version that a write changes: its type and locale decide where its links are stored. */
export interface WriteScope extends Edition {
  readonly transaction: Transaction;
}

/**
 * The values of a version or component after an input; links are written as well. Attributes that the input does not
 * name keep their value, or are empty if there was none. Values of attributes that the model no longer has are kept
 * too.
 */
export function writeValues(
  scope: WriteScope,
  model: string,
  key: LinkKey,
  before: Values | null,
  input: Input,
): Values {
  const { layouts, relations } = scope.transaction.shape;
  const values: { [attribute: string]: Json } = {};
  const layout = layouts.of(model);
  for (const attribute of layout.stored) {
    values[attribute.name] = writeStored(scope, attribute, before, input);
  }
  if (before !== null) Object.assign(values, unknownValues(layout, before));
  const write = scope.transaction.rules.links === "version" ? writeRows : writeLinks;
  for (const [name, value] of input) {
    if (value.kind !== "links") continue;
    const ends = relations.shown(model, name);
    const [end] = ends;
    if (end === undefined) continue;
    const layers = layersWritten(scope.transaction, scope, end, value.write);
    write(scope.transaction, layers, { ends, key }, value.write, scope.type.locale !== null);
  }
  return values;
}

/** The layers in which a component of this version may have links. */
function componentLayers({ type, locale }: WriteScope): readonly Layer[] {
  const statuses: readonly Status[] = type.draftAndPublish ? ["draft"] : ["draft", "published"];
  return statuses.map((status) => layerOf(status, locale));
}

function writeStored(scope: WriteScope, attribute: StoredAttribute, before: Values | null, input: Input): Json {
  const given = input.get(attribute.name);
  const old = before?.[attribute.name] ?? emptyOf(attribute);
  if (given === undefined || given.kind === "links") return old;
  if (given.kind === "scalar") return storedForm(scope, attribute, given.value);
  const wanted = given.kind === "components" ? given.components : given.component === null ? [] : [given.component];
  const after = writeComponents(scope, attribute, before === null ? null : componentsOf(old), wanted);
  return given.kind === "components" ? after : (after[0] ?? null);
}

function storedForm({ transaction }: WriteScope, attribute: StoredAttribute, value: Json): Json {
  const isJson = attribute.kind === "scalar" && attribute.type === "json";
  return isJson && transaction.rules.bareJson === "read back" ? readBack(value) : value;
}

/**
 * The new list of components: an item with the id of an old one changes that one, other items are created, and old ones
 * that are not named are removed. If there was no list before (at creation), ids are ignored.
 */
function writeComponents(
  scope: WriteScope,
  attribute: StoredAttribute,
  before: readonly ComponentValue[] | null,
  wanted: readonly ComponentInput[],
): Json[] {
  const inZone = attribute.kind === "dynamiczone";
  const named = new Map<string, ComponentValue>();
  for (const old of before ?? []) named.set(nameOf(attribute, old), old);
  const after = new Map<string, Json>();
  for (const item of wanted) {
    const name = before === null || item.id === null ? null : `${item.component} ${item.id}`;
    const old = name === null ? null : (named.get(name) ?? null);
    if (name !== null && old === null) throw notRelated(attribute);
    const written = writeComponent(scope, item, old, inZone);
    after.set(`${item.component} ${written.id}`, written);
  }
  const gone = [...named].filter(([name]) => !after.has(name)).map(([, old]) => old);
  for (const old of gone) clearComponent(scope.transaction, componentLayers(scope), componentUid(attribute, old), old);
  return [...after.values()];
}

function writeComponent(
  scope: WriteScope,
  item: ComponentInput,
  old: ComponentValue | null,
  inZone: boolean,
): ComponentValue {
  const id = old?.id ?? scope.transaction.nextId(item.component);
  const values = writeValues(scope, item.component, id, old, item.input);
  return inZone ? { __component: item.component, id, ...values } : { id, ...values };
}

function nameOf(attribute: StoredAttribute, value: ComponentValue): string {
  return `${componentUid(attribute, value)} ${value.id}`;
}

function notRelated(attribute: StoredAttribute): EngineError {
  return new EngineError(
    attribute.kind === "dynamiczone" ? "foreign-item" : "application",
    `Some of the provided components in ${attribute.name} are not related to the entity`,
  );
}
