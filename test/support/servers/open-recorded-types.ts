import type { AttributeDefinition } from "../../../engine/internal.ts";
import { createGalley, type Galley, type GalleyOptions, type ListenOptions } from "../../../transport/galley.ts";
import { schemaOf } from "../content/schema-of.ts";
import type { Types } from "../vectors/format.ts";

/** A Galley with the content types of recorded answers, and with some content, on a free port. */
export interface OpenRecordedTypes {
  readonly galley: Galley;
  readonly url: string;
  /** Internal errors, as they were logged. */
  readonly faults: readonly unknown[];
  close(): Promise<void>;
}

export const TOKENS = { full: "token-for-everything", read: "token-for-reading", custom: "token-of-an-author" };

/** Documents of each collection type. */
export const SEEDED = 3;

/** The documentId of the content that is there from the beginning. */
export function seededId(type: string, number: number): string {
  return type + String(number).padStart(24 - type.length, "0");
}

type Options = Partial<GalleyOptions & Pick<ListenOptions, "listener">> & {
  /** False: the content is what the storage holds. */
  readonly seeded?: boolean;
};

/** Clock and ids count, so that the same requests give the same answers. */
export async function openRecordedTypes(types: Types, options: Options = {}): Promise<OpenRecordedTypes> {
  let now = Date.UTC(2026, 0, 1);
  let ids = 0;
  const faults: unknown[] = [];
  const told = (fields: object): void => {
    if ("err" in fields) faults.push(fields.err);
  };
  const { listener = "auto", seeded = true, ...chosen } = options;
  const galley = await createGalley({
    todo: true,
    schema: schemaOf(types.types, types.components),
    roles: {
      public: { "*": ["find", "findOne"], node: [], person: ["findOne"] },
      author: { post: ["create", "find", "findOne", "update"], person: ["find"] },
    },
    tokens: [
      { name: "full", token: TOKENS.full, access: "full-access" },
      { name: "read", token: TOKENS.read, access: "read-only" },
      { name: "custom", token: TOKENS.custom, role: "author" },
    ],
    clock: () => ++now,
    ids: () => `d${String(++ids).padStart(23, "0")}`,
    logger: { info: () => {}, warn: () => {}, error: told },
    ...chosen,
  });
  if (seeded) await seed(galley, types);
  const listening = await galley.listen({ port: 0, listener });
  return { galley, url: listening.url, faults, close: () => galley.close() };
}

/** Documents of every type, the first of each published where that can be, linked to earlier ones. */
async function seed(galley: Galley, types: Types): Promise<void> {
  const created: Promise<unknown>[] = [];
  for (const [type, { kind, dp, attributes }] of Object.entries(types.types)) {
    const service = galley.documents(`api::${type}.${type}`);
    for (let number = 1; number <= (kind === "singleType" ? 1 : SEEDED); number++) {
      const values = Object.entries(attributes).map(([name, attribute]) => [name, sample(types, attribute, number)]);
      const data = { ...Object.fromEntries(values), documentId: seededId(type, number) };
      created.push(service.create({ data, status: dp !== false && number === 1 ? "published" : "draft" }));
    }
  }
  await Promise.all(created);
  const linked: Promise<unknown>[] = [];
  for (const [type, { attributes }] of Object.entries(types.types)) {
    for (const [name, attribute] of Object.entries(attributes)) {
      if (attribute.type !== "relation" || !("target" in attribute) || "morphBy" in attribute) continue;
      const target = attribute.target?.split(".")[1] ?? "";
      const data = { [name]: { set: [1, 2].map((number) => seededId(target, number)) } };
      linked.push(galley.documents(`api::${type}.${type}`).update({ documentId: seededId(type, 1), data }));
    }
  }
  await Promise.all(linked);
}

/** A valid value of the attribute; undefined if it is left out. */
function sample(types: Types, attribute: AttributeDefinition, number: number): unknown {
  switch (attribute.type) {
    case "string":
    case "text":
    case "richtext":
    case "uid":
      return `ab${String.fromCharCode(97 + number)}`;
    case "email":
      return `someone${number}@example.com`;
    case "integer":
    case "decimal":
    case "float":
      return number;
    case "biginteger":
      return String(4 + number);
    case "boolean":
      return true;
    case "date":
      return `2024-01-0${number}`;
    case "time":
      return "12:30:00";
    case "datetime":
      return "2024-02-29T12:30:00.000Z";
    case "enumeration":
      return attribute.enum[0];
    case "json":
      return { list: [number, null, "text"] };
    case "blocks":
      return [{ type: "paragraph", children: [{ type: "text", text: "some text" }] }];
    case "component": {
      const [one, other] = [0, 1].map((more) => sampleComponent(types, attribute.component, 2 * number + more - 1));
      return attribute.repeatable === true ? [one, other] : one;
    }
    case "dynamiczone":
      return attribute.components.map((uid) => ({ __component: uid, ...sampleComponent(types, uid, number) }));
    default:
      return undefined;
  }
}

function sampleComponent(types: Types, uid: string, number: number): { readonly [name: string]: unknown } {
  const attributes = Object.entries(types.components[uid] ?? {});
  return Object.fromEntries(attributes.map(([name, attribute]) => [name, sample(types, attribute, number)]));
}
