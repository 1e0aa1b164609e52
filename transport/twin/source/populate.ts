import { type AnyModel, type Attribute, type ContentType, FILE_TYPE, type Schema } from "../../../engine/internal.ts";

/** Components in components beyond this depth are not asked for: some schemas nest them in circles. */
const DEEPEST = 12;

/**
 * The parameters of a query that shows an entry whole but flat: components and zones with all that they hold, files, and
 * of the documents that it links to the ids alone, and one field. `fieldOf`: this field, by the type of a document.
 */
export function flatPopulate(
  schema: Schema,
  model: AnyModel,
  // Users have no field of that name in every version of Strapi; their id is always there.
  fieldOf: (type: ContentType | undefined) => string = () => "documentId",
): readonly string[] {
  const whole = [...below({ schema, fieldOf, isShort: false }, model, "populate", 0)];
  if (whole.join("&").length <= LONGEST) return whole;
  return [...below({ schema, fieldOf, isShort: true }, model, "populate", 0)];
}

/** Characters of a query that servers and proxies take in the head of a request. */
const LONGEST = 6_000;

interface Asking {
  readonly schema: Schema;
  readonly fieldOf: (type: ContentType | undefined) => string;
  /** Name nothing of a component that holds no others: `*` shows more of its links, in fewer characters. */
  readonly isShort: boolean;
}

function* below(asking: Asking, model: AnyModel, at: string, depth: number): Generator<string> {
  const { schema } = asking;
  for (const attribute of model.attributes.values()) {
    if (!isShown(schema, attribute)) continue;
    const place = `${at}[${attribute.name}]`;
    switch (attribute.kind) {
      case "relation":
        yield `${place}[fields][0]=${asking.fieldOf(schema.types.get(attribute.target))}`;
        break;
      case "component":
        yield* inComponent(asking, attribute.component, place, depth);
        break;
      case "dynamiczone":
        for (const uid of attribute.components) yield* inComponent(asking, uid, `${place}[on][${uid}]`, depth);
        break;
      case "media":
      case "morph":
        yield `${place}=true`;
    }
  }
}

function* inComponent(asking: Asking, uid: string, place: string, depth: number): Generator<string> {
  const component = asking.schema.components.get(uid);
  if (component === undefined) return;
  const isLast = [...component.attributes.values()].every(({ kind }) => kind !== "component" && kind !== "dynamiczone");
  const inner = depth < DEEPEST ? [...below(asking, component, `${place}[populate]`, depth + 1)] : [];
  if (inner.length === 0) yield `${place}=true`;
  else if (asking.isShort && isLast) yield `${place}[populate]=*`;
  else yield* inner;
}

/** Whether an answer can show an attribute. Private attributes stay at the source, and so do accounts of its panel. */
export function isShown(schema: Schema, attribute: Attribute): boolean {
  if (attribute.private || attribute.system === true) return false;
  if (attribute.kind === "media") return true;
  if (attribute.kind !== "relation") return true;
  return (
    !attribute.target.startsWith("admin::") && attribute.target !== FILE_TYPE && schema.types.has(attribute.target)
  );
}
