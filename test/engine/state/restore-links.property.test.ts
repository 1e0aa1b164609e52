import { describe, expect, it } from "vitest";
import {
  type Change,
  CONTRACT_RULES,
  defineSchema,
  Engine,
  type Layer,
  type LinkColumns,
  recordsOf,
  type VersionColumns,
} from "../../../engine/internal.ts";
import { linksIn } from "../../../engine/state/links/link-list.ts";
import { linksBlock, linksOf } from "../../../storage/snapshot/links-block.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { expectSame } from "../../support/expect-same.ts";
import { fc } from "../../support/fast-check.ts";

type LinkChange = Extract<Change, { kind: "link" }>;

const tags = { type: "relation", relation: "manyToMany", target: "api::tag.tag" } as const;

/** Links of documents and of components, with drafts and without, in locales, and to any type. */
const schema = defineSchema({
  ...schemaOf(
    {
      page: {
        pluginOptions: { i18n: { localized: true } },
        attributes: {
          tags: { ...tags, inversedBy: "pages" },
          things: { type: "relation", relation: "morphToMany" },
          next: { type: "relation", relation: "oneToOne", target: "api::page.page" },
          part: { type: "component", component: "shared.part" },
        },
      },
      tag: {
        dp: false,
        attributes: {
          name: { type: "string" },
          pages: { type: "relation", relation: "manyToMany", target: "api::page.page", mappedBy: "tags" },
        },
      },
    },
    { "shared.part": { tags: { ...tags, relation: "oneToMany" } } },
  ),
  locales: ["en", "fr"],
});

/** Links are drawn to one more of each. */
const PAGES = 60;
const TAGS = 3;
/** Relations that are there, and one that is not. */
const RELATIONS = [
  "api::page.page.tags",
  "api::page.page.things api::tag.tag",
  "api::page.page.next",
  "shared.part.tags",
  "api::page.page.gone",
];
const LAYERS: readonly Layer[] = ["draft", "published", "draft:fr", "published:fr"];

const place = fc.oneof(
  fc.nat(40),
  fc.nat(400).map((number) => number / 16),
);
const link: fc.Arbitrary<LinkChange> = fc
  .record({
    relation: fc.constantFrom(...RELATIONS),
    layer: fc.constantFrom(...LAYERS),
    from: fc.nat(PAGES),
    to: fc.nat(TAGS),
    isOwner: fc.integer({ min: 0, max: 30 }).map((number) => number > 0),
    order: fc.tuple(place, place),
  })
  .map(({ relation, layer, from, to, isOwner, order }) => {
    const isComponent = relation.startsWith("shared") === isOwner;
    const target = relation.endsWith("next") ? `page${to}` : `tag${to}`;
    return { kind: "link", relation, layer, source: isComponent ? from + 1 : `page${from}`, target, order };
  });

const links = fc
  .tuple(fc.array(link, { minLength: 1, maxLength: 300, size: "max" }), fc.boolean())
  .map(([drawn, isSorted]) => (isSorted ? asStored(drawn) : drawn));

/** As a snapshot has them: each once, by relation, layer, source and place. */
function asStored(drawn: readonly LinkChange[]): readonly LinkChange[] {
  const byName = new Map(drawn.map((each) => [`${each.relation} ${each.layer} ${each.source} ${each.target}`, each]));
  const numberOf = ({ source }: LinkChange) => Number(String(source).replace("page", ""));
  return [...byName.values()].sort(
    (a, b) =>
      RELATIONS.indexOf(a.relation) - RELATIONS.indexOf(b.relation) ||
      LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer) ||
      numberOf(a) - numberOf(b) ||
      a.order[0] - b.order[0],
  );
}

/** An engine with all documents. `isReversed`: numbered against the order of their names. */
function withDocuments(isReversed: boolean): Engine {
  const engine = new Engine(schema, CONTRACT_RULES);
  const restore = (type: string, status: Layer, count: number, firstId: number) => {
    const numbers = Array.from({ length: count }, (_, at) => (isReversed ? count - 1 - at : at));
    const times = numbers.map(() => "2026-01-01T00:00:00.000Z");
    const versions: VersionColumns = {
      type: `api::${type}.${type}`,
      status,
      id: numbers.map((_, at) => firstId + at),
      documentId: numbers.map((number) => `${type}${number}`),
      createdAt: times,
      updatedAt: times,
      publishedAt: times,
      values: new Map(),
    };
    engine.restoreVersions(versions, { versions: () => recordsOf(versions) });
  };
  for (const [at, layer] of LAYERS.entries()) restore("page", layer, PAGES, 1 + at * PAGES);
  restore("tag", "published", TAGS, 1);
  return engine;
}

function blocksOf(changes: readonly LinkChange[], size: number): readonly LinkColumns[] {
  const blocks: LinkChange[][] = [];
  for (const change of changes) {
    const block = blocks.at(-1);
    const [first] = block ?? [];
    const fits = first?.relation === change.relation && first.layer === change.layer;
    if (block !== undefined && fits && block.length < size) block.push(change);
    else blocks.push([change]);
  }
  return blocks.map((block) => linksBlock(block[0] as LinkChange, block));
}

function hasPlace({ state }: Engine, { relation: name, source, target }: LinkChange): boolean {
  const relation = state.shape.relations.byName.get(name);
  if (relation === undefined || !state.hasDocument(relation.target.uid, target)) return false;
  if (relation.owner.model === "component") return typeof source === "number";
  return typeof source === "string" && state.hasDocument(relation.owner.uid, source);
}

/** All links from both ends, in order. */
function everyLink({ state }: Engine): string[] {
  return state.shape.relations.all.flatMap((relation) =>
    LAYERS.flatMap((layer) =>
      (["source", "target"] as const).flatMap((end) =>
        Array.from({ length: PAGES + 2 }, (_, key) => [...linksIn(state.links(relation, layer, end, key))]).flatMap(
          (list, key) => (list.length === 0 ? [] : JSON.stringify([relation.name, layer, end, key, list])),
        ),
      ),
    ),
  );
}

describe("links that are restored by column", () => {
  it("are those of their changes one by one, in any order, and those without a place are left out", () => {
    fc.assert(
      fc.property(links, fc.integer({ min: 1, max: 100 }), fc.boolean(), (changes, size, isReversed) => {
        const [byColumn, oneByOne] = [withDocuments(isReversed), withDocuments(isReversed)];
        const fitting = changes.filter((change) => hasPlace(oneByOne, change));
        const leftOut = blocksOf(changes, size).reduce((sum, block) => sum + byColumn.restoreLinks(block), 0);
        oneByOne.restorePart(fitting);
        for (const engine of [byColumn, oneByOne]) engine.endRestore(1, 0);
        expect(leftOut).toBe(changes.length - fitting.length);
        const same = () => expectSame(everyLink(byColumn), everyLink(oneByOne), () => "links");
        same();
        expectSame([...byColumn.dump()], [...oneByOne.dump()], () => "the dump");
        expect(byColumn.state.hasLocales).toBe(oneByOne.state.hasLocales);

        const later = fitting.map((change, at): Change => {
          const { order, ...ends } = change;
          return at % 3 === 0 ? { ...change, order: [order[1], order[0]] } : { ...ends, kind: "unlink" };
        });
        const fork = byColumn.fork();
        for (const engine of [fork, oneByOne]) engine.apply({ number: 2, at: 0, changes: later });
        expectSame(everyLink(fork), everyLink(oneByOne), () => "links after a commit");
      }),
    );
  });

  it("are added to those there are, when the links of another relation come between", () => {
    const engine = withDocuments(false);
    const changes = asStored(fc.sample(link, 300)).filter((change) => hasPlace(engine, change));
    for (const change of changes) engine.restoreLinks(linksBlock(change, [change]));
    for (const block of blocksOf(changes, 10)) engine.restoreLinks(block);
    const expected = withDocuments(false);
    expected.restorePart(changes);
    for (const each of [engine, expected]) each.endRestore(1, 0);
    expectSame(everyLink(engine), everyLink(expected), () => "links");
  });

  it("are one object in both statuses where they are equal", () => {
    const engine = withDocuments(false);
    const order = [1, 1] as const;
    const ends = { kind: "link", relation: "api::page.page.tags", source: "page3", target: "tag1", order } as const;
    for (const layer of ["draft", "published"] as const)
      engine.restoreLinks(linksBlock({ ...ends, layer }, [{ ...ends, layer }]));
    engine.endRestore(1, 0);
    const relation = engine.state.shape.relations.byName.get("api::page.page.tags");
    if (relation === undefined) throw new Error("There is such a relation");
    const at = (layer: Layer) => [...linksIn(engine.state.links(relation, layer, "target", 1))];
    expect(at("draft")).toHaveLength(1);
    expect(at("draft")[0]).toBe(at("published")[0]);
  });

  it("are the changes of a block", () => {
    fc.assert(
      fc.property(links, (changes) => {
        expectSame(blocksOf(changes, 7).flatMap(linksOf), changes, () => "changes");
      }),
    );
  });
});
