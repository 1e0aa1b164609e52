import { unknownValues } from "../state/layout.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { linkLayersOf } from "../state/view.ts";
import type { Json } from "../values/value.ts";
import type { Layer } from "../values/version.ts";
import { type ComponentValue, componentsOf, componentUid, isList, type Values } from "./component-value.ts";
import { clearLinks } from "./links.ts";

/** A component inside a version, with its uid. */
export interface PlacedComponent {
  readonly uid: string;
  readonly value: ComponentValue;
}

/** Every component inside these values, including nested ones. */
function* componentsInside(transaction: Transaction, model: string, values: Values): Generator<PlacedComponent> {
  for (const attribute of transaction.shape.layouts.of(model).stored) {
    if (attribute.kind === "scalar") continue;
    for (const value of componentsOf(values[attribute.name] ?? null)) {
      const uid = componentUid(attribute, value);
      yield { uid, value };
      yield* componentsInside(transaction, uid, value);
    }
  }
}

/** Removes the links of a component and of the components inside it. */
export function clearComponent(
  transaction: Transaction,
  layers: readonly Layer[],
  uid: string,
  value: ComponentValue,
): void {
  clearOwnLinks(transaction, layers, { uid, value });
  clearComponents(transaction, layers, uid, value);
}

/** Removes the links of every component inside these values. */
export function clearComponents(
  transaction: Transaction,
  layers: readonly Layer[],
  model: string,
  values: Values,
): void {
  for (const each of componentsInside(transaction, model, values)) clearOwnLinks(transaction, layers, each);
}

function clearOwnLinks(transaction: Transaction, layers: readonly Layer[], { uid, value }: PlacedComponent): void {
  for (const end of transaction.shape.relations.ends(uid)) {
    // A component belongs to one version, whichever locales it links to.
    const inLocales = transaction.linkLocales(end.relation) !== null;
    for (const layer of inLocales ? linkLayersOf(transaction, end.relation) : layers)
      clearLinks(transaction, layer, { ends: [end], key: value.id });
  }
}

/** A copied component, with its old and its new id. */
export interface CopiedComponent {
  readonly uid: string;
  readonly from: number;
  readonly to: number;
}

/** Copies values; every component gets a new id, since the versions of a document never share one (writes, §4.4). */
export function copyValues(
  transaction: Transaction,
  model: string,
  values: Values,
  copied: (component: CopiedComponent) => void,
): Values {
  const copyOne = (uid: string, value: ComponentValue): Json => {
    const id = transaction.nextId(uid);
    copied({ uid, from: value.id, to: id });
    const inside = copyValues(transaction, uid, value, copied);
    return "__component" in value ? { __component: uid, id, ...inside } : { id, ...inside };
  };
  const layout = transaction.shape.layouts.of(model);
  const copy: { [attribute: string]: Json } = { ...unknownValues(layout, values) };
  for (const attribute of layout.stored) {
    const value = values[attribute.name] ?? null;
    if (attribute.kind === "scalar") {
      copy[attribute.name] = value;
      continue;
    }
    const items = componentsOf(value).map((each) => copyOne(componentUid(attribute, each), each));
    copy[attribute.name] = isList(attribute) ? items : (items[0] ?? null);
  }
  return copy;
}
