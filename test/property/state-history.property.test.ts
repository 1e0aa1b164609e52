import { describe, it } from "vitest";
import type { Input, InputValue, LinkWrite } from "../../engine/document/input.ts";
import {
  CONTRACT_RULES,
  type Commit,
  Engine,
  type Env,
  type Rules,
  STRAPI_RULES,
  type Transaction,
} from "../../engine/internal.ts";
import { defineSchema } from "../../engine/schema/define/define.ts";
import {
  createVersion,
  deleteVersions,
  discardVersion,
  publishVersion,
  unpublishVersion,
  updateVersion,
  writtenStatus,
} from "../../engine/write/lifecycle.ts";
import { schemaOf } from "../support/content/schema-of.ts";
import { canonical, checkState } from "../support/engine/check-state.ts";
import { expectSame } from "../support/expect-same.ts";
import { fc } from "../support/fast-check.ts";
import { recovered } from "../support/storage/recovered.ts";

/** Every kind of relation between types with and without drafts, and components that link too. */
const schema = defineSchema(
  schemaOf(
    {
      page: {
        attributes: {
          title: { type: "string" },
          tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "pages" },
          main: { type: "relation", relation: "manyToOne", target: "api::tag.tag", inversedBy: "mainOf" },
          twin: { type: "relation", relation: "oneToOne", target: "api::page.page", inversedBy: "twinOf" },
          twinOf: { type: "relation", relation: "oneToOne", target: "api::page.page", mappedBy: "twin" },
          author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "pages" },
          related: { type: "relation", relation: "oneToMany", target: "api::page.page" },
          parts: { type: "component", component: "shared.part", repeatable: true },
        },
      },
      tag: {
        attributes: {
          title: { type: "string" },
          pages: { type: "relation", relation: "manyToMany", target: "api::page.page", mappedBy: "tags" },
          mainOf: { type: "relation", relation: "oneToMany", target: "api::page.page", mappedBy: "main" },
        },
      },
      author: {
        dp: false,
        attributes: {
          title: { type: "string" },
          pages: { type: "relation", relation: "oneToMany", target: "api::page.page", mappedBy: "author" },
          favourite: { type: "relation", relation: "oneToOne", target: "api::tag.tag" },
          friends: { type: "relation", relation: "manyToMany", target: "api::author.author" },
          parts: { type: "component", component: "shared.part", repeatable: true },
        },
      },
    },
    {
      "shared.part": {
        label: { type: "string" },
        tag: { type: "relation", relation: "oneToOne", target: "api::tag.tag" },
      },
    },
  ),
);

const TYPES = ["page", "tag", "author"] as const;
const env = (prefix = "d"): Env => {
  let count = 0;
  return { now: () => 1_700_000_000_000, newDocumentId: () => `${prefix}${String(++count).padStart(23, "0")}` };
};

type Step = {
  readonly kind: "create" | "update" | "publish" | "unpublish" | "discard" | "delete";
  readonly type: (typeof TYPES)[number];
  readonly which: number;
  readonly writes: readonly { readonly attribute: number; readonly others: readonly number[]; readonly set: boolean }[];
  readonly fails: boolean;
  readonly parts: readonly number[];
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("create", "create", "update", "update", "publish", "unpublish", "discard", "delete"),
  type: fc.constantFrom(...TYPES),
  which: fc.nat(7),
  writes: fc.array(
    fc.record({ attribute: fc.nat(6), others: fc.array(fc.nat(7), { maxLength: 3 }), set: fc.boolean() }),
    {
      maxLength: 3,
    },
  ),
  fails: fc.integer({ min: 0, max: 7 }).map((number) => number === 0),
  parts: fc.array(fc.nat(7), { maxLength: 2 }),
});

/** The write of a step; steps that do not fit the existing documents do nothing. */
function perform(tx: Transaction, step: Step): void {
  const type = schema.type(`api::${step.type}.${step.type}`);
  const documentIds = [...tx.documents(type.uid)];
  const documentId = documentIds[step.which % Math.max(1, documentIds.length)];
  if (step.kind === "create") createVersion(tx, type, tx.newDocumentId(), inputOf(tx, step));
  if (documentId === undefined) return;
  const written = tx.version(type.uid, documentId, writtenStatus(type));
  const published = tx.version(type.uid, documentId, "published");
  if (step.kind === "update" && written !== null) updateVersion(tx, type, written, inputOf(tx, step));
  if (step.kind === "delete") deleteVersions(tx, type, documentId);
  if (!type.draftAndPublish) return;
  if (step.kind === "publish" && written !== null) publishVersion(tx, type, written);
  if (step.kind === "unpublish" && published !== null) unpublishVersion(tx, type, published);
  if (step.kind === "discard" && published !== null) discardVersion(tx, type, published);
}

function inputOf(tx: Transaction, step: Step): Input {
  const type = schema.type(`api::${step.type}.${step.type}`);
  const relations = [...type.attributes.values()].filter((attribute) => attribute.kind === "relation");
  const input = new Map<string, InputValue>([["title", { kind: "scalar", value: `t${step.which}` }]]);
  for (const write of step.writes) {
    const attribute = relations[write.attribute % relations.length];
    if (attribute === undefined) continue;
    const others = pickDocuments(tx, attribute.target, write.others).slice(0, attribute.many ? 3 : 1);
    input.set(attribute.name, { kind: "links", write: writeOf(others, write.set) });
  }
  if (type.attributes.has("parts")) input.set("parts", { kind: "components", components: partsOf(tx, step) });
  return input;
}

function partsOf(tx: Transaction, step: Step) {
  return step.parts.map((which) => {
    const targets = pickDocuments(tx, "api::tag.tag", [which]);
    const part = new Map<string, InputValue>([["tag", { kind: "links", write: writeOf(targets, true) }]]);
    return { component: "shared.part", id: null, input: part };
  });
}

function writeOf(documentIds: readonly string[], set: boolean): LinkWrite {
  const targets = documentIds.map((documentId) => ({ documentId }));
  if (set) return { kind: "set", targets };
  return { kind: "change", connect: targets.map((target) => ({ target })), disconnect: targets.slice(1) };
}

function pickDocuments(tx: Transaction, type: string, which: readonly number[]): string[] {
  const all = [...tx.documents(type)];
  return [...new Set(which.flatMap((number) => all[number % Math.max(1, all.length)] ?? []))];
}

class Refused extends Error {}

/** Plays steps as single writes; a failing step does all its work first. */
function play(engine: Engine, steps: readonly Step[], world: Env = env()): Commit[] {
  const commits: Commit[] = [];
  for (const each of steps) {
    const batch = engine.begin(world);
    try {
      const { commit } = batch.write((tx) => {
        perform(tx, each);
        if (each.fails) throw new Refused();
      });
      if (commit === null) continue;
      engine.apply(commit);
      commits.push(commit);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return commits;
}

/** Three documents of each type to begin with, so that the steps after that find something to link. */
const beginning: readonly Step[] = [0, 1, 2].flatMap((which) =>
  TYPES.map((type) => ({ kind: "create", type, which, writes: [], fails: false, parts: [] }) as const),
);
const history = fc.array(step, { minLength: 1, maxLength: 40, size: "max" }).map((steps) => [...beginning, ...steps]);
const rules: fc.Arbitrary<Rules> = fc.constantFrom(CONTRACT_RULES, STRAPI_RULES);
const dumpOf = (engine: Engine) => canonical(engine.dump());

describe("any history of writes", () => {
  it("leaves both ends of every relation in agreement", () => {
    fc.assert(
      fc.property(history, rules, (steps, chosen) => {
        const engine = new Engine(schema, chosen);
        const world = env();
        for (const each of steps) {
          play(engine, [each], world);
          checkState(engine.state);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("gives the same state again when its commits are replayed", () => {
    fc.assert(
      fc.property(history, rules, (steps, chosen) => {
        const engine = new Engine(schema, chosen);
        const commits = play(engine, steps);
        const replayed = new Engine(schema, chosen);
        for (const commit of commits) replayed.apply(JSON.parse(JSON.stringify(commit)));
        expectSame(dumpOf(replayed), dumpOf(engine));
        expectSame(replayed.number, engine.number);
      }),
    );
  });

  it("gives the same state again when its snapshot is restored, in whatever order it was written down", () => {
    fc.assert(
      fc.property(history, rules, fc.boolean(), (steps, chosen, backwards) => {
        const engine = new Engine(schema, chosen);
        play(engine, steps);
        const changes = backwards ? [...engine.dump()].reverse() : [...engine.dump()];
        const restored = new Engine(schema, chosen);
        restored.restore({ number: engine.number, at: engine.state.at, changes });
        expectSame(dumpOf(restored), dumpOf(engine));
        checkState(restored.state);
      }),
    );
  });

  it("continues from a stored snapshot and the commits after it as from its changes, and forks keep their content", async () => {
    const stored = fc.tuple(fc.constantFrom([], beginning), history);
    await fc.assert(
      fc.asyncProperty(stored, history, history, rules, async ([first, more], later, apart, chosen) => {
        const engine = new Engine(schema, chosen);
        const world = env();
        play(engine, first, world);
        const snapshot = engine.fork();
        const commits = play(engine, more, world);
        const changed = new Engine(schema, chosen);
        changed.state.restorePart([...snapshot.dump()]);
        changed.state.endRestore(snapshot.number, snapshot.state.at);
        for (const commit of commits) changed.apply(JSON.parse(JSON.stringify(commit)));
        const restored = await recovered(snapshot, commits);
        expectSame(dumpOf(restored), dumpOf(engine));
        const [early, beside] = [restored.fork(), restored.fork()];

        play(changed, later, env("e"));
        play(restored, later, env("e"));
        expectSame(dumpOf(restored), dumpOf(changed));
        play(beside, apart, env("f"));
        checkState(restored.state);
        checkState(beside.state);
        expectSame(dumpOf(restored), dumpOf(changed));
        expectSame(dumpOf(early), dumpOf(engine));
      }),
      { numRuns: 40 },
    );
  });

  const perCommit = fc.constantFrom(1, 3, 10, Number.POSITIVE_INFINITY);

  it("is replaced by another one, and continues, by the changes of the commit", () => {
    fc.assert(
      fc.property(history, history, history, rules, perCommit, (steps, others, later, chosen, changesPerCommit) => {
        const shared = new Engine(schema, chosen);
        const other = shared.fork();
        play(other, others, env("e"));
        const world = env();
        const commits = play(shared, steps, world);
        const wanted = dumpOf(other);

        const replacement = shared.begin(world).replace(other.state, changesPerCommit);
        for (const commit of replacement) shared.apply(commit);
        expectSame(dumpOf(shared), wanted);
        commits.push(...replacement, ...play(shared, later, world));
        checkState(shared.state);
        expectSame(dumpOf(other), wanted);

        const replayed = new Engine(schema, chosen);
        for (const each of commits) replayed.apply(JSON.parse(JSON.stringify(each)));
        expectSame(dumpOf(replayed), dumpOf(shared));
      }),
      { numRuns: 40 },
    );
  });

  it("restores the exact state when a batch is dropped, whatever was in it", () => {
    fc.assert(
      fc.property(history, history, rules, (steps, dropped, chosen) => {
        const engine = new Engine(schema, chosen);
        const world = env();
        play(engine, steps, world);
        const before = dumpOf(engine);
        const batch = engine.begin(world);
        for (const each of dropped) batch.write((tx) => perform(tx, { ...each, fails: false }));
        expectSame(dumpOf(engine), before);
      }),
    );
  });

  it("gives the same in one batch as write by write", () => {
    fc.assert(
      fc.property(history, rules, (steps, chosen) => {
        const single = new Engine(schema, chosen);
        play(single, steps);
        const batched = new Engine(schema, chosen);
        const batch = batched.begin(env());
        const commits: Commit[] = [];
        for (const each of steps) {
          try {
            const { commit } = batch.write((tx) => {
              perform(tx, each);
              if (each.fails) throw new Refused();
            });
            if (commit !== null) commits.push(commit);
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
        }
        for (const commit of commits) batched.apply(commit);
        checkState(batched.state);
        expectSame(dumpOf(batched), dumpOf(single));
      }),
    );
  });

  it("is never seen on the other side of a fork", () => {
    fc.assert(
      fc.property(history, history, history, rules, (before, here, there, chosen) => {
        const engine = new Engine(schema, chosen);
        const world = env();
        play(engine, before, world);
        const base = dumpOf(engine);
        const fork = engine.fork();
        play(engine, here, world);
        const after = dumpOf(engine);
        expectSame(dumpOf(fork), base);
        play(fork, there, world);
        expectSame(dumpOf(engine), after);
        checkState(engine.state);
        checkState(fork.state);
      }),
    );
  });
});
