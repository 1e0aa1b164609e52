import { expect } from "vitest";
import type { IndexLimits } from "../../../engine/indexes/index-limits.ts";
import { type Change, CONTRACT_RULES, type Engine, type RawParams, type Schema } from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { checked, find } from "./ask-engine.ts";
import { idOf, linkBy, write } from "./published.ts";

/** An engine with indexes and one that scans, with the same posts and authors after the same commits. */
export class Twins {
  readonly #schema: Schema;
  readonly #engines: readonly Engine[];
  /** The author of each post that has one. */
  readonly #authors = new Map<number, number>();

  constructor(schema: Schema, limits: Partial<IndexLimits> = {}) {
    this.#schema = schema;
    const each = [{ fewRows: 0, ...limits }, { fewRows: Number.POSITIVE_INFINITY }];
    this.#engines = each.map((own) => emptyEngine(schema, CONTRACT_RULES, own));
  }

  write(changes: readonly Change[]): void {
    for (const engine of this.#engines) write(engine, changes);
  }

  /** The changes that give a post this author, or none. */
  move(post: number, author: number | null): readonly Change[] {
    const ends = (to: number) => linkBy("api::post.post.author", idOf("post", post), idOf("author", to));
    const before = this.#authors.get(post);
    const changes: Change[] = before === undefined ? [] : [{ kind: "unlink", ...ends(before) }];
    this.#authors.delete(post);
    if (author === null) return changes;
    this.#authors.set(post, author);
    return [...changes, { kind: "link", ...ends(author), order: [1, post + 1] }];
  }

  /** Both find the same posts, asked so many times: a list that comes round for the third time is sorted. */
  expectSame(params: RawParams, times = 1): void {
    const query = checked(this.#schema, this.#schema.type("api::post.post"), params);
    const [indexed, scanned] = this.#engines.map((engine) =>
      Array.from({ length: times }, () => find(engine, query)).at(-1),
    );
    expect(indexed).toEqual(scanned);
  }
}
