import type { AnyModel, Schema } from "../../../engine/index.ts";

/** Names that the generated file has for itself. */
const TAKEN = [
  "Blocks",
  "Client",
  "ClientError",
  "ClientOptions",
  "Collection",
  "Collections",
  "Condition",
  "Filters",
  "Json",
  "Link",
  "List",
  "Populate",
  "Query",
  "Schema",
  "Shown",
  "Single",
  "Singles",
  "Sort",
  "WriteOptions",
];

/** Names of interfaces by uid: `Post` for `api::post.post`, `SharedSeo` for `shared.seo`; each only once. */
export function typeNames(schema: Schema): ReadonlyMap<string, string> {
  const taken = new Set(TAKEN);
  const names = new Map<string, string>();
  const types = [...schema.types.values()];
  // What a project defines itself keeps its plain name.
  const models = [...types.filter((type) => type.rest), ...schema.components.values(), ...types.filter((t) => !t.rest)];
  for (const model of models) {
    const plain = plainName(model);
    let name = plain;
    for (let count = 2; taken.has(name) || taken.has(`${name}Input`); count++) name = `${plain}${count}`;
    taken.add(name).add(`${name}Input`);
    names.set(model.uid, name);
  }
  return names;
}

function plainName(model: AnyModel): string {
  const words = (model.model === "component" ? model.uid : model.singularName).split(/[^A-Za-z0-9]+/);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`;
}
