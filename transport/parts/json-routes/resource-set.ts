import type { Entry } from "../../../engine/internal.ts";
import { type RowKeys, suffixesOf } from "../../json-server/json-server-config.ts";
import { camelCase } from "../../json-server/names.ts";
import type { Resource, Row } from "./resource.ts";

/** The lists and objects of a server, and the version of json-server that it answers as. */
export class ResourceSet {
  readonly all: ReadonlyMap<string, Resource>;
  readonly version: 0 | 1;
  readonly #suffixes: readonly string[];
  readonly #byType: ReadonlyMap<string, Resource>;

  constructor(all: ReadonlyMap<string, Resource>, version: 0 | 1, keys: RowKeys = {}) {
    this.all = all;
    this.version = version;
    this.#suffixes = suffixesOf(keys);
    this.#byType = new Map([...all.values()].map((resource) => [resource.type.uid, resource]));
  }

  /** The resource of a content type. */
  readonly of = (uid: string): Resource | undefined => this.#byType.get(uid);

  /** The id of the row that a row refers to by a name: `postId` for `post`. */
  reference(row: Row, name: string): unknown {
    const suffix = this.#suffixes.find((each) => row[name + each] !== undefined && row[name + each] !== null);
    return suffix === undefined ? undefined : row[name + suffix];
  }

  row(resource: Resource, entry: Entry): Row {
    return resource.row(entry, this.version === 1);
  }

  /** The key of `inner`'s rows that holds ids of `outer`: `postId`. */
  referenceTo(inner: Resource, outer: Resource): string {
    const { singularName } = outer.type;
    const wanted = this.#suffixes.map(
      (suffix) => (suffix.startsWith("_") ? singularName.replaceAll("-", "_") : camelCase(singularName)) + suffix,
    );
    for (const [key, attribute] of inner.members) {
      if (attribute.kind === "relation" && attribute.target === outer.type.uid && wanted.includes(key)) return key;
    }
    return wanted.find((key) => inner.attribute(key) !== undefined) ?? wanted[0] ?? "";
  }
}
