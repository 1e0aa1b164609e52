import { member } from "../../core/member.ts";
import { type Attribute, isMany, isMorph, type Models } from "../../model/model.ts";

/**
 * The values of an edit form in the form that the API accepts, by attribute name. An absent value is unknown
 * (passwords, private attributes, components nested too deeply) and is left unchanged when the entry is saved.
 */
export type FormValues = { readonly [name: string]: unknown };

/** Identifies the items of a list of components while they are edited and moved. It is never sent. */
const KEY = Symbol("key");
let lastKey = 0;

/** The key of an item of a component list or dynamic zone. */
export function keyOf(item: unknown): unknown {
  return typeof item === "object" && item !== null ? Reflect.get(item, KEY) : undefined;
}

function withKey<T extends object>(item: T): T {
  return { ...item, [KEY]: ++lastKey };
}

/**
 * Whether an entry is saved to the version that it was read from. If it is, its components are updated in place by
 * their ids, and keep what the form does not know.
 */
export type Origin = "same version" | "another version";

/** The values with which an entry could be saved again. `inputs`: of its type. */
export function formValues(
  inputs: readonly Attribute[],
  entry: unknown,
  models: Models,
  origin: Origin = "another version",
): FormValues {
  const known = inputs.filter(({ name }) => member(entry, name) !== undefined);
  return Object.fromEntries(
    known.map((attribute) => [attribute.name, formValue(attribute, member(entry, attribute.name), models, origin)]),
  );
}

/** The initial values of a new entry. */
export function emptyValues(inputs: readonly Attribute[]): FormValues {
  return Object.fromEntries(
    inputs.map((attribute) => [attribute.name, attribute.default ?? (isMany(attribute) ? [] : null)]),
  );
}

/** The initial values of a new component. */
export function emptyComponent(attribute: Attribute, uid: string, models: Models): FormValues {
  const values = emptyValues(models.byUid(uid)?.inputs ?? []);
  return withKey(attribute.type === "dynamiczone" ? { __component: uid, ...values } : values);
}

function formValue(attribute: Attribute, value: unknown, models: Models, origin: Origin): unknown {
  if (value === null) return isMany(attribute) ? [] : null;
  if (attribute.type !== "component" && attribute.type !== "dynamiczone") return value;
  const itemValue = (item: unknown) => componentValue(attribute, item, models, origin);
  return Array.isArray(value) ? value.map(itemValue) : itemValue(value);
}

function componentValue(attribute: Attribute, item: unknown, models: Models, origin: Origin): FormValues {
  const uid = uidOf(attribute, item);
  return withKey({
    ...(origin === "same version" && { id: member(item, "id") }),
    ...(attribute.type === "dynamiczone" && { __component: uid }),
    ...formValues(models.byUid(uid)?.inputs ?? [], item, models, origin),
  });
}

/** The component uid of an item of a component list or dynamic zone. */
export function uidOf({ type, component = "" }: Attribute, item: unknown): string {
  return type === "dynamiczone" ? String(member(item, "__component")) : component;
}

/** The data that is sent for these inputs. */
export function sentValues(inputs: readonly Attribute[], values: FormValues, models: Models): object {
  return Object.fromEntries(
    inputs
      .filter(({ name }) => values[name] !== undefined)
      .map((attribute) => [attribute.name, sentValue(attribute, values[attribute.name], models)]),
  );
}

/** For links and files, only their ids are sent. */
function sentValue(attribute: Attribute, value: unknown, models: Models): unknown {
  switch (attribute.type) {
    case "relation":
      if (isMorph(attribute)) return typedReferences(value);
      return Array.isArray(value) ? value.map((entry) => member(entry, "documentId")) : idOf(value, "documentId");
    case "media":
      return Array.isArray(value) ? value.map((file) => member(file, "id")) : idOf(value, "id");
    case "component":
    case "dynamiczone":
      if (value === null) return null;
      return Array.isArray(value)
        ? value.map((item) => sentComponent(attribute, item, models))
        : sentComponent(attribute, value, models);
    default:
      return value;
  }
}

/** Always a list, also for a single entry: both profiles accept that. */
function typedReferences(value: unknown): readonly object[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  return entries.map((entry) => ({ __type: member(entry, "__type"), documentId: member(entry, "documentId") }));
}

function idOf(value: unknown, name: string): unknown {
  return value === null ? null : member(value, name);
}

function sentComponent(attribute: Attribute, item: unknown, models: Models): object {
  const uid = uidOf(attribute, item);
  const { id } = Object(item);
  return {
    ...(id !== undefined && { id }),
    ...(attribute.type === "dynamiczone" && { __component: uid }),
    ...sentValues(models.byUid(uid)?.inputs ?? [], Object(item), models),
  };
}
