import { type ContentType, defineSchema, Schema } from "../../../engine/internal.ts";
import type { FileStore, Storage } from "../../../storage/core.ts";
import { ConfigError } from "../../config/config-error.ts";
import type { JsonServerConfig } from "../../json-server/json-server-config.ts";
import { LEGACY_ID, NULLS_OF_ROW } from "../../json-server/legacy-id.ts";
import type { Part } from "../part.ts";
import type { RouteConfig } from "../routes/own-route.ts";
import type { Rewrites } from "../routes/rewrites.ts";
import { REST_OF_ROW, resourcesOf } from "./resource.ts";
import { ResourceSet } from "./resource-set.ts";
import { isRoutesName, type RoutesName } from "./routes-name.ts";

interface JsonRoutesSettings {
  readonly routes: RoutesName | readonly RouteConfig[];
  readonly rewrites: Rewrites;
  readonly jsonServer: JsonServerConfig;
  readonly cors?: "*" | readonly string[];
  readonly storage?: Storage;
  readonly files?: FileStore;
}

/** The routes of json-server beside content's. */
export const JSON_ROUTES: Part<JsonRoutesSettings> = {
  types: (schema, { routes }) => (isRoutesName(routes) ? withRests(schema) : schema),
  open: async ({ routes, rewrites, jsonServer, cors, ...keeping }, { jsonLimits, prefix, schema }) => {
    if (!isRoutesName(routes)) return null;
    if (jsonServer.id === "__proto__")
      throw new ConfigError("Options", [
        { path: ["jsonServer", "id"], message: "must not be __proto__, which is no key of objects" },
      ]);
    const version = routes === "json-server@1" ? 1 : 0;
    const { jsonService, missingService } = await import("./json-service.ts");
    const resources = new ResourceSet(resourcesOf(schema, jsonServer.id), version, jsonServer);
    const folders = [jsonServer.static ?? []].flat();
    const files = folders.length === 0 ? [] : [(await import("./static-files.ts")).staticFiles(folders, keeping)];
    const rules = Object.keys(rewrites).length === 0 ? null : rewrites;
    return {
      serve: ({ store, runtime, authorize, faults, runLater, defaults }) => {
        const served = {
          store,
          resources,
          rules,
          random: () => runtime.random,
          authorize,
          faults,
          ...(cors !== undefined && { cors: defaults.cors }),
        };
        const service = jsonService(served, jsonLimits, runLater);
        return { first: [service], services: [missingService(service, prefix)], interceptors: files };
      },
    };
  },
};

/** json-server takes rows of any shape: each type gets attributes for what it has none for, for nulls, and for ids. */
function withRests(schema: Schema): Schema {
  const hasIds = [...schema.types.values()].some(({ attributes }) => attributes.has(LEGACY_ID));
  const types = [...schema.types.values()].map((type) =>
    type.uid.startsWith("api::") ? withRest(type, hasIds) : type,
  );
  return new Schema(types, [...schema.components.values()], schema.locales);
}

const MORE = defineSchema({
  contentTypes: {
    "api::row.row": {
      info: { singularName: "row", pluralName: "rows", displayName: "Row" },
      attributes: {
        [REST_OF_ROW]: { type: "json", private: true },
        [NULLS_OF_ROW]: { type: "json", private: true },
        [LEGACY_ID]: { type: "json" },
      },
    },
  },
}).type("api::row.row").attributes;

function withRest(type: ContentType, hasIds: boolean): ContentType {
  const added = [...MORE].filter(
    ([name]) => !type.attributes.has(name) && (name !== LEGACY_ID || (hasIds && type.kind === "collection")),
  );
  return Object.freeze({ ...type, attributes: new Map([...type.attributes, ...added]) });
}
