import { Parameter, type RawParams } from "../../../engine/internal.ts";

/** A text; a text that may become a list; or null. */
export type ParamValue = string | Parameter | null;

/** Values by path, while they are collected. */
type Node = ParamValue | Names | List;

interface Names {
  readonly kind: "names";
  readonly members: Map<string, Node>;
}

interface List {
  readonly kind: "list";
  /** May have holes, which are closed at the end. */
  readonly items: (Node | undefined)[];
}

/** All values of one name. */
interface Values extends List {
  readonly items: ParamValue[];
}

type Leaf = ParamValue | Values;

/**
 * Collects values by path into nested objects and lists, as `qs` nests them. The values of one name are collected
 * first, in the place of the first of them: several are a list. Then all are nested: the empty name and an index
 * address a list, where an occupied index means its end; a name turns a list into an object; a second value beside a
 * text makes a list of both, but null and an empty text add nothing to a value.
 */
export class NestedParams {
  readonly #leaves = new Map<string, { readonly path: readonly string[]; leaf: Leaf }>();
  readonly #listValues: number;

  /** `listValues`: maximum number of values of a list, and one more than its largest index. */
  constructor(listValues: number) {
    this.#listValues = listValues;
  }

  /** Adds a value under a name and a path of at least one step. */
  add(name: string, path: readonly string[], value: ParamValue): void {
    const there = this.#leaves.get(name);
    if (there === undefined) this.#leaves.set(name, { path, leaf: value });
    else {
      there.leaf = valuesOf(there.leaf);
      there.leaf.items.push(value);
    }
  }

  /** Everything added so far. A list with more than `listValues` values is an object with numeric keys. */
  toParams(): RawParams {
    const root: Names = { kind: "names", members: new Map() };
    for (const { path, leaf } of this.#leaves.values()) {
      const names = path.filter((name, at) => at === 0 || name !== "" || !this.#addressesList(path[at + 1]));
      if (names.length > 1 && names.at(-1) === "") this.#put(root, names.slice(0, -1), 0, valuesOf(leaf));
      else this.#put(root, names, 0, leaf);
    }
    return this.#namesToObject(root);
  }

  /** The node after a leaf is added below it, at the rest of the path. */
  #put(node: Node | undefined, path: readonly string[], at: number, leaf: Leaf): Node {
    const name = path[at];
    if (name === undefined) return node === undefined ? leaf : this.#merged(node, leaf);

    const index = at === 0 ? null : this.#listIndex(name);
    if (node === undefined) return this.#put(emptyHolder(index), path, at, leaf);
    if (!isHolder(node)) {
      const list: List = { kind: "list", items: [node] };
      return index === null
        ? extended(list, this.#put(undefined, path, at, leaf))
        : this.#putInList(list, index + 1, path, at + 1, leaf);
    }
    if (node.kind === "names") {
      const key = index === null ? name : String(index);
      node.members.set(key, this.#put(node.members.get(key), path, at + 1, leaf));
      return node;
    }
    return index === null ? this.#put(toNames(node), path, at, leaf) : this.#putInList(node, index, path, at + 1, leaf);
  }

  #putInList(list: List, index: number, path: readonly string[], at: number, leaf: Leaf): List {
    const there = list.items[index];
    const isNested = at < path.length || isHolder(leaf);
    if (there === undefined) list.items[index] = this.#put(undefined, path, at, leaf);
    else if (isHolder(there) && isNested) list.items[index] = this.#put(there, path, at, leaf);
    else list.items.push(this.#put(undefined, path, at, leaf));
    return list;
  }

  /** The node with a leaf beside its values. */
  #merged(node: Node, leaf: Leaf): Node {
    if (leaf === null || leaf === "") return node;
    if (!isHolder(leaf)) return extended(node, leaf);
    if (!isHolder(node)) return { kind: "list", items: [node, ...leaf.items] };
    // As if each item had a name of its own, with its index in brackets.
    return leaf.items.reduce<Node>((merged, item, index) => this.#put(merged, ["", String(index)], 1, item), node);
  }

  /** The empty name before it has no list of its own. */
  #addressesList(name: string | undefined): boolean {
    return name !== undefined && this.#listIndex(name) !== null;
  }

  #listIndex(name: string): number | null {
    if (name === "") return 0;
    const index = Number(name);
    return index < this.#listValues && index >= 0 && String(index) === name && Number.isInteger(index) ? index : null;
  }

  #toValue(node: Node): unknown {
    if (!isHolder(node)) return node;
    if (node.kind === "names") return this.#namesToObject(node);
    const items = node.items.filter((item) => item !== undefined);
    if (items.length > this.#listValues) return this.#namesToObject(toNames(node));
    return items.map((item) => this.#toValue(item));
  }

  /** The object inherits nothing, so that every name in it was sent. */
  #namesToObject({ members }: Names): { readonly [name: string]: unknown } {
    const object: { [name: string]: unknown } = Object.create(NOTHING);
    for (const [name, node] of members) object[name] = this.#toValue(node);
    return object;
  }
}

/**
 * The prototype of objects that inherit nothing. V8 gives each `Object.create(null)` a hash table, which takes ten
 * times as long to make.
 */
const NOTHING: object = Object.freeze(Object.create(null));

function isHolder(node: Node): node is Names | List {
  return node !== null && typeof node === "object" && !(node instanceof Parameter);
}

function emptyHolder(index: number | null): Names | List {
  return index === null ? { kind: "names", members: new Map() } : { kind: "list", items: [] };
}

/** A list with one more item; anything else becomes the first item of a new list. */
function extended(node: Node, item: Node): List {
  if (!isHolder(node) || node.kind !== "list") return { kind: "list", items: [node, item] };
  node.items.push(item);
  return node;
}

function valuesOf(leaf: Leaf): Values {
  return isHolder(leaf) ? leaf : { kind: "list", items: [leaf] };
}

function toNames({ items }: List): Names {
  const members = new Map<string, Node>();
  items.forEach((item, index) => {
    if (item !== undefined) members.set(String(index), item);
  });
  return { kind: "names", members };
}
