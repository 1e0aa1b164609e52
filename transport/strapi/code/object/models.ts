import { BUILT_IN_TYPES, type SchemaDefinition, type UnknownRecord } from "../../../../engine/internal.ts";
import { componentLine, typeLine } from "../../archive/write/schema-line.ts";

type ByUid = Readonly<Record<string, UnknownRecord>>;

/** Content types and components as project code sees them: their definitions, with what Strapi adds to each. */
export interface Models {
  readonly contentTypes: ByUid;
  readonly components: ByUid;
}

export function modelsOf({ contentTypes, components = {} }: SchemaDefinition): Models {
  return {
    contentTypes: byUid({ ...Object.fromEntries(BUILT_IN_TYPES), ...contentTypes }, (uid, definition) => {
      const line = typeLine(uid, definition);
      const [apiName] = uid.slice("api::".length).split(".");
      return { ...line, ...(uid.startsWith("api::") && { apiName }), __schema__: definition };
    }),
    components: byUid(components, (uid, definition) => {
      return { ...componentLine(uid, definition), category: uid.split(".")[0], __schema__: definition };
    }),
  };
}

function byUid<D>(
  definitions: Readonly<Record<string, D>>,
  model: (uid: string, definition: D) => UnknownRecord,
): ByUid {
  return Object.fromEntries(Object.entries(definitions).map(([uid, definition]) => [uid, model(uid, definition)]));
}
