import { describe, expect, it } from "vitest";
import type { Engine, Entry, RawParams } from "../../../engine/internal.ts";
import { FULL } from "../../arbitraries/callers.ts";
import { content } from "../../arbitraries/content.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { ASKERS, type Asker, questionsOf } from "../../arbitraries/queries/questions.ts";
import { sortOf } from "../../arbitraries/queries/sort.ts";
import { engineWith } from "../../model/content.ts";
import { fc } from "../../support/fast-check.ts";
import { listed } from "./answers.ts";

/** Nothing cuts a list but the page that is asked for. */
const UNLIMITED = { defaultLimit: null, maxLimit: null };

const asked = fc.constantFrom(...ASKERS).chain((asker) =>
  fc.record({
    asker: fc.constant({ ...asker, limits: UNLIMITED }),
    questions: fc.array(questionsOf(asker), { minLength: 1, maxLength: 6, size: "max" }),
  }),
);
const size = fc.integer({ min: 1, max: 4 });

interface List {
  readonly engine: Engine;
  readonly asker: Asker;
  readonly type: string;
  readonly params: RawParams;
}

function inPages({ engine, asker, type, params }: List, pageSize: number, total: number): Entry[] {
  const pageCount = Math.ceil(total / pageSize);
  // One more than there are: a page beyond the end is empty and has the same numbers.
  const pages = Array.from({ length: pageCount + 1 }, (_, at) => {
    const pagination = { page: String(at + 1), pageSize: String(pageSize) };
    const answer = listed(engine, asker, type, { ...params, pagination });
    expect(answer.pagination).toEqual({ page: at + 1, pageSize, pageCount, total });
    expect(answer.entries.length).toBe(Math.min(pageSize, total - Math.min(total, at * pageSize)));
    return answer.entries;
  });
  return pages.flat();
}

function inOffsets({ engine, asker, type, params }: List, limit: number, total: number): Entry[] {
  const starts = Array.from({ length: Math.ceil(total / limit) + 1 }, (_, at) => at * limit);
  return starts.flatMap((start) => {
    const pagination = { start: String(start), limit: String(limit) };
    const answer = listed(engine, asker, type, { ...params, pagination });
    expect(answer.pagination).toEqual({ start, limit, total });
    return answer.entries;
  });
}

describe("the pages of a list", () => {
  it("joined are the whole list, in either style, whatever their size and the sort", () => {
    fc.assert(
      fc.property(content, asked, size, (stored, { asker, questions }, pageSize) => {
        const engine = engineWith(CONTENT_SCHEMA, stored, asker.rules);
        for (const { type, params } of questions) {
          const plain = { ...params, populate: undefined, pagination: undefined };
          const list = { engine, asker, type, params: plain };
          const { entries } = listed(engine, asker, type, plain);
          expect(inPages(list, pageSize, entries.length)).toEqual(entries);
          expect(inOffsets(list, pageSize, entries.length)).toEqual(entries);
        }
      }),
      { numRuns: 30 },
    );
  });
});

const lists = fc.constantFrom("tags", "related", "gallery", "parts").chain((attribute) => {
  const type = CONTENT_SCHEMA.type("api::note.note");
  const own = type.attributes.get(attribute);
  const target =
    own?.kind === "component" ? CONTENT_SCHEMA.component(own.component) : CONTENT_SCHEMA.type(targetOf(attribute));
  const sort = fc.option(sortOf(target, FULL), { nil: undefined });
  return fc.record({ attribute: fc.constant(attribute), sort });
});

function targetOf(attribute: string): string {
  if (attribute === "tags") return "api::tag.tag";
  return attribute === "related" ? "api::note.note" : "plugin::upload.file";
}

describe("the pages of a populated list", () => {
  it("joined are the whole list, in either style", () => {
    const [asker] = ASKERS.filter(({ rules, access }) => rules.populateExtensions && access === FULL);
    if (asker === undefined) throw new Error("someone may ask for pages of populated lists");
    fc.assert(
      fc.property(content, lists, size, (stored, { attribute, sort }, length) => {
        const engine = engineWith(CONTENT_SCHEMA, stored, asker.rules);
        const populated = (options: RawParams) =>
          listed(engine, asker, "api::note.note", { populate: { [attribute]: { sort, ...options } } }).entries.map(
            (entry) => entry[attribute] as readonly Entry[],
          );
        const whole = populated({});
        const most = Math.ceil(Math.max(0, ...whole.map((list) => list.length)) / length);
        const pages = Array.from({ length: most + 1 }, (_, at) => at);
        const paged = pages.map((page) => populated({ page: String(page + 1), pageSize: String(length) }));
        const offset = pages.map((page) => populated({ start: String(page * length), limit: String(length) }));
        expect(whole.map((_, at) => paged.flatMap((lists) => lists[at] ?? []))).toEqual(whole);
        expect(offset).toEqual(paged);
      }),
      { numRuns: 25 },
    );
  });
});
