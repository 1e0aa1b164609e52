import type { Entry } from "../../../engine/internal.ts";
import { camelCase } from "../../json-server/names.ts";
import type { Resource, Row } from "./resource.ts";

/** The lists and objects of a server, and the version of json-server that it answers as. */
export class ResourceSet {
  readonly all: ReadonlyMap<string, Resource>;
  readonly version: 0 | 1;
  readonly #byType: ReadonlyMap<string, Resource>;

  constructor(all: ReadonlyMap<string, Resource>, version: 0 | 1) {
    this.all = all;
    this.version = version;
    this.#byType = new Map([...all.values()].map((resource) => [resource.type.uid, resource]));
  }

  /** The resource of a content type. */
  readonly of = (uid: string): Resource | undefined => this.#byType.get(uid);

  row(resource: Resource, entry: Entry): Row {
    return resource.row(entry, this.version === 1);
  }

  /** The key of `inner`'s rows that holds ids of `outer`: `postId`. */
  referenceTo(inner: Resource, outer: Resource): string {
    const wanted = [`${camelCase(outer.type.singularName)}Id`, `${outer.type.singularName.replaceAll("-", "_")}_id`];
    for (const [key, attribute] of inner.members) {
      if (attribute.kind === "relation" && attribute.target === outer.type.uid && wanted.includes(key)) return key;
    }
    return wanted.find((key) => inner.attribute(key) !== undefined) ?? `${camelCase(outer.type.singularName)}Id`;
  }
}
