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

/**
 * Collects values by path into nested objects and lists, as `qs` nests them: the empty name and an index address a list,
 * where an occupied index means its end; a name turns a list into an object; a second value beside a text makes a list
 * of both.
 */
export class NestedParams {
  readonly #root: Names = { kind: "names", members: new Map() };
  readonly #listValues: number;

  /** `listValues`: maximum number of values of a list, and one more than its largest index. */
  constructor(listValues: number) {
    this.#listValues = listValues;
  }

  /** Adds a value under a path of at least one name. */
  add(path: readonly string[], value: ParamValue): void {
    this.#put(this.#root, path, 0, value);
  }

  /** Everything added so far. A list with more than `listValues` values is an object with numeric keys. */
  toParams(): RawParams {
    return this.#namesToObject(this.#root);
  }

  /** The node after the value is added below it, at the rest of the path. */
  #put(node: Node | undefined, path: readonly string[], at: number, value: ParamValue): Node {
    const name = path[at];
    if (name === undefined) return node === undefined ? value : extended(node, value);

    const index = at === 0 ? null : this.#listIndex(name);
    if (node === undefined) return this.#put(emptyHolder(index), path, at, value);
    if (!isHolder(node)) {
      const list: List = { kind: "list", items: [node] };
      return index === null ? extended(list, this.#put(undefined, path, at, value)) : this.#put(list, path, at, value);
    }
    if (node.kind === "names") {
      const key = index === null ? name : String(index);
      node.members.set(key, this.#put(node.members.get(key), path, at + 1, value));
      return node;
    }
    return index === null
      ? this.#put(toNames(node), path, at, value)
      : this.#putInList(node, index, path, at + 1, value);
  }

  #putInList(list: List, index: number, path: readonly string[], at: number, value: ParamValue): Node {
    const there = list.items[index];
    if (there === undefined) list.items[index] = this.#put(undefined, path, at, value);
    else if (isHolder(there) && at < path.length) list.items[index] = this.#put(there, path, at, value);
    else list.items.push(this.#put(undefined, path, at, value));
    return list;
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

  /** It inherits nothing, so that every name in it was sent. */
  #namesToObject({ members }: Names): { readonly [name: string]: unknown } {
    const object: { [name: string]: unknown } = Object.create(NOTHING);
    for (const [name, node] of members) object[name] = this.#toValue(node);
    return object;
  }
}

/**
 * What objects inherit that inherit nothing. V8 gives those of `Object.create(null)` a hash table each, which takes ten
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

function toNames({ items }: List): Names {
  const members = new Map<string, Node>();
  items.forEach((item, index) => {
    if (item !== undefined) members.set(String(index), item);
  });
  return { kind: "names", members };
}
