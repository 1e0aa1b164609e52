import { describe, expect, it } from "vitest";
import { sizeOf } from "../../../bench/content/data.ts";
import { contentChanges, SCHEMA } from "../../../bench/engine/content.ts";
import { findPosts, queryOf } from "../../../bench/engine/galley.ts";
import { QUESTION_KINDS } from "../../../bench/engine/questions.ts";
import type { IndexLimits } from "../../../engine/indexes/index-limits.ts";
import { CONTRACT_RULES, Engine } from "../../../engine/internal.ts";

/** As many as have prefix bitmaps in their indexes. */
const SIZE = sizeOf(5_000);
const changes = [...contentChanges(SIZE)];
const scanning = engineWith({ fewRows: Number.POSITIVE_INFINITY });
const wordByWord = engineWith({ simdWords: Number.POSITIVE_INFINITY });
const byVectors = engineWith({ simdWords: 0 });

describe("queries about thousands of posts", () => {
  it.each(QUESTION_KINDS)(
    "$name: has the same answers by vectors, word by word, and without indexes",
    ({ question }) => {
      for (const at of [0, 1, 2, 500]) {
        const query = queryOf(question(at, SIZE));
        const expected = findPosts(scanning, query);
        expect(findPosts(wordByWord, query)).toEqual(expected);
        expect(findPosts(byVectors, query)).toEqual(expected);
      }
    },
  );
});

function engineWith(limits: Partial<IndexLimits>): Engine {
  const engine = Engine.withIndexLimits(SCHEMA, CONTRACT_RULES, limits);
  engine.restorePart(changes);
  engine.endRestore(1, 0);
  return engine;
}
