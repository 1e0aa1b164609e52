import { member } from "../core/request.ts";
import { type Attribute, isMany, isMorph, type Models } from "../model/model.ts";

/** What an edit form holds: values as the API takes them, by the name of their attribute. */
export type FormValues = { readonly [name: string]: unknown };

/** An entry as it could be written again. */
export function formValues(attributes: readonly Attribute[], entry: unknown, models: Models): FormValues {
  const given = editable(attributes).map(
    (attribute) => [attribute.name, formValue(attribute, member(entry, attribute.name), models)] as const,
  );
  return Object.fromEntries(given);
}

export function editable(attributes: readonly Attribute[]): readonly Attribute[] {
  return attributes.filter(({ writable }) => writable !== false);
}

/** What a new entry or component begins with. */
export function emptyValues(attributes: readonly Attribute[]): FormValues {
  return Object.fromEntries(
    editable(attributes).map((attribute) => [attribute.name, attribute.default ?? (isMany(attribute) ? [] : null)]),
  );
}

function formValue(attribute: Attribute, value: unknown, models: Models): unknown {
  if (value === undefined || value === null) return isMany(attribute) ? [] : null;
  switch (attribute.type) {
    case "component":
      return Array.isArray(value)
        ? value.map((item) => componentValue(attribute.component, item, models))
        : componentValue(attribute.component, value, models);
    case "dynamiczone":
      return Array.isArray(value)
        ? value.map((item) => {
            const uid = String(member(item, "__component"));
            return { __component: uid, ...componentValue(uid, item, models) };
          })
        : [];
    default:
      return value;
  }
}

function componentValue(uid: string | undefined, item: unknown, models: Models): FormValues {
  return formValues(models.byUid(uid)?.attributes ?? [], item, models);
}

/** What is sent: of links and files only which they are. */
export function sentValue(attribute: Attribute, value: unknown, models: Models): unknown {
  switch (attribute.type) {
    case "relation":
      if (isMorph(attribute)) return typedReferences(value);
      return Array.isArray(value) ? value.map((entry) => member(entry, "documentId")) : idOf(value, "documentId");
    case "media":
      return Array.isArray(value) ? value.map((file) => member(file, "id")) : idOf(value, "id");
    case "component":
    case "dynamiczone":
      return Array.isArray(value)
        ? value.map((item) => sentComponent(attribute, item, models))
        : value === null
          ? null
          : sentComponent(attribute, value, models);
    default:
      return value;
  }
}

/** A list for one entry too: the form that both profiles take. */
function typedReferences(value: unknown): readonly object[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  return entries.map((entry) => ({ __type: member(entry, "__type"), documentId: member(entry, "documentId") }));
}

function idOf(value: unknown, name: string): unknown {
  return value === null ? null : member(value, name);
}

function sentComponent(attribute: Attribute, item: unknown, models: Models): object {
  const uid = String(member(item, "__component") ?? attribute.component);
  const members = sentValues(models.byUid(uid)?.attributes ?? [], Object(item), models);
  return attribute.type === "dynamiczone" ? { __component: uid, ...members } : members;
}

export function sentValues(attributes: readonly Attribute[], values: FormValues, models: Models): object {
  return Object.fromEntries(
    editable(attributes)
      .filter(({ name }) => name in values)
      .map((attribute) => [attribute.name, sentValue(attribute, values[attribute.name], models)]),
  );
}
