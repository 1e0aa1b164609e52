/** A node with one key. The sentinel of `LinkedKeys` has no key of its own. */
export interface KeyNode {
  readonly key: string;
  previous: KeyNode;
  next: KeyNode;
}

/** A linked list of distinct keys, in which any key can be moved in constant time. */
export class LinkedKeys {
  /** The sentinel, before the first key and after the last. */
  readonly end: KeyNode = ring();
  readonly #nodes = new Map<string, KeyNode>();

  constructor(keys: Iterable<string>) {
    for (const key of keys) this.insert(key, this.end);
  }

  get first(): KeyNode {
    return this.end.next;
  }

  at(key: string): KeyNode | undefined {
    return this.#nodes.get(key);
  }

  insert(key: string, next: KeyNode): KeyNode {
    const node: KeyNode = { key, previous: next.previous, next };
    next.previous.next = node;
    next.previous = node;
    this.#nodes.set(key, node);
    return node;
  }

  remove({ key, previous, next }: KeyNode): void {
    previous.next = next;
    next.previous = previous;
    this.#nodes.delete(key);
  }

  toArray(): string[] {
    const keys: string[] = [];
    for (let node = this.first; node !== this.end; node = node.next) keys.push(node.key);
    return keys;
  }
}

function ring(): KeyNode {
  const node = { key: "" } as KeyNode; // // A node that is its own neighbour, which an object literal cannot express.
  node.previous = node;
  node.next = node;
  return node;
}
