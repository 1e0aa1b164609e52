import { member } from "../core/member.ts";
import { type Attribute, labelAttribute, type Model, type Models, type Rights, routeName } from "./model.ts";
import type { OpenApi } from "./open-api.ts";

const NO_RIGHTS: Rights = {
  create: false,
  update: false,
  delete: false,
  readDrafts: false,
  unpublish: false,
  discard: false,
};

/** The content types and components in Galley's OpenAPI document. */
export function readModels(document: OpenApi): Models {
  const described = Object.entries(Object(document["x-galley-models"]) as Record<string, unknown>);
  const models = new Map(described.map(([uid, model]) => [uid, readModel(uid, model, document)]));
  const types = [...models.values()]
    .filter(({ path }) => path !== "")
    .sort((one, other) => one.displayName.localeCompare(other.displayName));
  return {
    types,
    byUid: (uid) => models.get(uid ?? ""),
    byRoute: (name) => types.find((model) => routeName(model) === name),
  };
}

function readModel(uid: string, described: unknown, { paths }: OpenApi): Model {
  const text = (name: string, otherwise: string) => String(member(described, name) ?? otherwise);
  const kind = text("kind", "component") as Model["kind"];
  const path = text("path", "");
  const singularName = text("singularName", uid);
  const attributes = Object.entries(Object(member(described, "attributes"))).map(([name, definition]) => ({
    ...(definition as Attribute),
    name,
  }));
  // Its title is the first thing that is shown of an entry.
  const label = labelAttribute({ attributes: attributes.filter(({ readable }) => readable !== false) });
  attributes.sort((one, other) => Number(other.name === label) - Number(one.name === label));
  return {
    uid,
    kind,
    displayName: text("displayName", uid),
    singularName,
    pluralName: text("pluralName", singularName),
    drafts: member(described, "draftAndPublish") === true,
    localized: member(described, "localized") === true,
    path,
    attributes: attributes.filter(({ readable }) => readable !== false),
    inputs: attributes.filter(({ writable }) => writable !== false),
    may: path === "" ? NO_RIGHTS : rightsOf(paths, path, kind === "singleType", [member(described, "rights")].flat()),
  };
}

/** The document lists only the operations that this caller may use, and the further rights of a type. */
function rightsOf(paths: OpenApi["paths"], path: string, isSingle: boolean, further: readonly unknown[]): Rights {
  const entry = isSingle ? path : `${path}/{documentId}`;
  const has = (at: string, method: string) => paths[at]?.[method] !== undefined;
  return {
    create: has(path, isSingle ? "put" : "post"),
    update: has(entry, "put"),
    delete: has(entry, "delete"),
    readDrafts: further.includes("readDrafts"),
    unpublish: further.includes("unpublish"),
    discard: further.includes("discardDraft"),
  };
}
