import type { Marks, Store } from "../../../../storage/core.ts";
import type { Loose } from "../strapi-object.ts";

interface Place {
  readonly type?: string;
  readonly name?: string;
  readonly key?: string;
  readonly environment?: string;
  readonly tag?: string;
}

/**
 * `strapi.store`: values by key, beside the content they belong to, where the storage keeps marks; otherwise as long as the
 * process. A fork has its own. `usual`: by key, before code keeps anything else there.
 */
export function keyValues(store: () => Store, usual: { readonly [key: string]: unknown } = {}) {
  const kept = new WeakMap<Store, Map<string, string | null>>();
  const marksOf = (): Kept => store().marks ?? inMemory(kept, store());
  const read = async (place: Place): Promise<unknown> => {
    const text = await marksOf().read(nameOf(place));
    return text === null ? (usual[keyOf(place)] ?? null) : JSON.parse(text);
  };
  const write = async (place: Place, text: string | null): Promise<void> => {
    const marks = marksOf();
    const name = nameOf(place);
    // Another process may write it at the same time: the last one stays.
    while (!(await marks.write(name, await marks.read(name), text)));
  };
  const at = (base: Place) => ({
    get: (place: Place = {}) => read({ ...base, ...place }),
    set: ({ value, ...place }: Place & { readonly value?: Loose } = {}) =>
      write({ ...base, ...place }, JSON.stringify(value ?? null)),
    delete: (place: Place = {}) => write({ ...base, ...place }, null),
  });
  return Object.assign(at, at({}));
}

function nameOf(place: Place): string {
  return `store:${keyOf(place)}`;
}

function keyOf({ type = "core", name = "", key = "" }: Place): string {
  return [type, name, key].filter((each) => each !== "").join("_");
}

type Kept = Pick<Marks, "read" | "write">;

function inMemory(kept: WeakMap<Store, Map<string, string | null>>, store: Store): Kept {
  const values = kept.get(store) ?? new Map<string, string | null>();
  kept.set(store, values);
  return {
    read: async (name) => values.get(name) ?? null,
    write: async (name, _expected, value) => values.set(name, value) !== undefined,
  };
}
