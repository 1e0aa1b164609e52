import type { Owner } from "./owner.ts";

/** Stands in a layer for a key that was removed above a layer that has it. */
const REMOVED = Symbol("removed");

type Layer<K, V> = Map<K, V | typeof REMOVED>;

/** Above this many layers look-ups would feel the depth, so the smaller ones are joined. */
const MOST_LAYERS = 6;

/**
 * A map that forks in constant time: frozen layers that forks share, and one of its own on top. Without forks it is one
 * native map. A layer is joined with the one below when it has grown to half of it, so there are few.
 */
export class LayeredMap<K, V> {
  readonly #frozen: readonly Layer<K, V>[];
  readonly #top: Layer<K, V> = new Map();
  #size: number;

  constructor();
  constructor(frozen: readonly Layer<K, V>[], size: number);
  constructor(frozen: readonly Layer<K, V>[] = [], size = 0) {
    this.#frozen = frozen;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    let found = this.#top.get(key);
    for (let at = this.#frozen.length - 1; found === undefined && at >= 0; at--) found = this.#frozen[at]?.get(key);
    return found === REMOVED ? undefined : found;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): void {
    if (!this.has(key)) this.#size++;
    this.#top.set(key, value);
  }

  delete(key: K): void {
    if (!this.has(key)) return;
    this.#size--;
    if (this.#frozen.some((layer) => layer.has(key))) this.#top.set(key, REMOVED);
    else this.#top.delete(key);
  }

  /** Every key with its value, in no order that means anything. */
  *entries(): Generator<[K, V]> {
    for (const [key, value] of joined([...this.#frozen, this.#top])) if (value !== REMOVED) yield [key, value];
  }

  /** The same content for another owner; this map must not be written to any more. */
  fork(_owner: Owner): LayeredMap<K, V> {
    return new LayeredMap(this.#top.size === 0 ? this.#frozen : settle([...this.#frozen, this.#top]), this.#size);
  }
}

/** Joins the upper layers while that is cheap beside what lies below, or needed because there are too many. */
function settle<K, V>(layers: Layer<K, V>[]): readonly Layer<K, V>[] {
  for (;;) {
    const upper = layers.at(-1);
    const lower = layers.at(-2);
    if (upper === undefined || lower === undefined) return layers;
    const small = upper.size * 2 >= lower.size && lower.size < 4096;
    if (!small && layers.length <= MOST_LAYERS) return layers;
    layers.splice(-2, 2, joined([lower, upper]));
  }
}

function joined<K, V>(layers: readonly Layer<K, V>[]): Layer<K, V> {
  const all: Layer<K, V> = new Map(layers[0]);
  for (const layer of layers.slice(1)) for (const [key, value] of layer) all.set(key, value);
  return all;
}
