import type { AttributeDefinitions, SchemaDefinition } from "../../../engine/schema/definition.ts";
import type { TypeDefinition } from "../vectors/format.ts";

/** A content type in the short form of the recorded answers; its plural is its name with an s unless it says another. */
type ShortType = Omit<TypeDefinition, "plural"> & { readonly plural?: string };

type ShortTypes = Readonly<Record<string, ShortType>>;

type ShortComponents = Readonly<Record<string, AttributeDefinitions>>;

/** The definition with the names and attributes that a galley of it knows; a plain one where they are not known. */
type SchemaOf<T extends ShortTypes, C extends ShortComponents> = string extends keyof T
  ? SchemaDefinition
  : {
      readonly contentTypes: { readonly [N in keyof T & string as `api::${N}.${N}`]: TypeOf<N, T[N]> };
      readonly components: { readonly [U in keyof C]: { readonly attributes: C[U] } };
    };

type TypeOf<N extends string, T extends ShortType> = Pick<T, "pluginOptions" & keyof T> & {
  readonly kind: T extends { readonly kind: "singleType" } ? "singleType" : "collectionType";
  readonly info: {
    readonly singularName: N;
    readonly pluralName: T extends { readonly plural: infer P extends string } ? P : `${N}s`;
    readonly displayName: string;
  };
  readonly options: { readonly draftAndPublish: T extends { readonly dp: false } ? false : true };
  readonly attributes: T["attributes"];
};

/** Content types by name and attributes of components by uid, as Strapi's schema files define them. */
export function schemaOf<const T extends ShortTypes, const C extends ShortComponents = Record<never, never>>(
  types: T,
  components?: C,
): SchemaOf<T, C> {
  const contentTypes = Object.entries(types).map(([name, type]) => [`api::${name}.${name}`, contentType(name, type)]);
  const parts = Object.entries(components ?? {}).map(([uid, attributes]) => [
    uid,
    { info: { displayName: displayed(uid.slice(uid.indexOf(".") + 1)) }, attributes },
  ]);
  return { contentTypes: Object.fromEntries(contentTypes), components: Object.fromEntries(parts) } as SchemaOf<T, C>;
}

function contentType(name: string, { kind, plural, dp, pluginOptions, attributes }: ShortType) {
  return {
    kind: kind ?? "collectionType",
    info: { singularName: name, pluralName: plural ?? `${name}s`, displayName: displayed(name) },
    options: { draftAndPublish: dp ?? true },
    ...(pluginOptions && { pluginOptions }),
    attributes,
  };
}

/** `Site setting` for `site-setting`. */
function displayed(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}
