import type { AnyModel, Schema } from "../../../engine/internal.ts";

/** Names in a document that models must not take. */
export interface NamesInUse {
  /** Names of its own. */
  readonly taken: readonly string[];
  /** Suffixes of the names that are derived from a model's. */
  readonly endings: readonly string[];
}

/** Names of models by uid: `Post` for `api::post.post`, `SharedSeo` for `shared.seo`; unique with every suffix. */
export function typeNames(schema: Schema, { taken: inUse, endings }: NamesInUse): ReadonlyMap<string, string> {
  const taken = new Set(inUse);
  const names = new Map<string, string>();
  const types = [...schema.types.values()];
  // Models that a project itself defines keep their plain names.
  const models = [...types.filter((type) => type.rest), ...schema.components.values(), ...types.filter((t) => !t.rest)];
  for (const model of models) {
    const plain = plainName(model);
    let name = plain;
    const all = () => [name, ...endings.map((ending) => name + ending)];
    for (let count = 2; all().some((each) => taken.has(each)); count++) name = `${plain}${count}`;
    for (const each of all()) taken.add(each);
    names.set(model.uid, name);
  }
  return names;
}

function plainName(model: AnyModel): string {
  const words = (model.model === "component" ? model.uid : model.singularName).split(/[^A-Za-z0-9]+/);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`;
}
