import { describe, expect, it } from "vitest";
import {
  type Commit,
  createDocument,
  deleteDocument,
  discardDraft,
  Engine,
  EngineError,
  type Env,
  publishDocument,
  type Transaction,
  unpublishDocument,
  updateDocument,
} from "../../engine/internal.ts";
import { CONTENT_SCHEMA } from "../arbitraries/content-schema.ts";
import { ASKERS, type Asker, type Question, questionsOf } from "../arbitraries/queries/questions.ts";
import { dataFor, type WriteRequest, writeRequest } from "../arbitraries/write-requests.ts";
import { fc } from "../support/fast-check.ts";
import { answerText } from "./queries/answers.ts";

type Request = { readonly write: WriteRequest } | { readonly question: Question };

const session = fc.constantFrom(...ASKERS).chain((asker) =>
  fc.record({
    asker: fc.constant(asker),
    requests: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: writeRequest.map((write): Request => ({ write })) },
        { weight: 2, arbitrary: questionsOf(asker).map((question): Request => ({ question })) },
      ),
      { minLength: 10, maxLength: 40, size: "max" },
    ),
  }),
);

/** A world that is the same each time. */
function sameWorld(): Env {
  let [now, documents] = [1_700_000_000_000, 0];
  return { now: () => ++now, newDocumentId: () => `d${String(++documents).padStart(23, "0")}` };
}

interface Played {
  readonly engine: Engine;
  readonly commits: readonly Commit[];
  /** The answers to each request, byte for byte. */
  readonly answers: readonly string[];
}

function play(asker: Asker, requests: readonly Request[]): Played {
  const engine = new Engine(CONTENT_SCHEMA, asker.rules);
  const world = sameWorld();
  const commits: Commit[] = [];
  const answers = requests.map((request) => {
    if ("question" in request) return answerText(engine, asker, request.question);
    try {
      const { commit, result } = engine.begin(world).write((tx) => perform(tx, asker, request.write));
      if (commit === null) return JSON.stringify(result);
      engine.apply(commit);
      commits.push(commit);
      return JSON.stringify([result, commit]);
    } catch (error) {
      if (error instanceof EngineError) return JSON.stringify([error.code, error.message, error.details]);
      throw error;
    }
  });
  return { engine, commits, answers };
}

function perform(tx: Transaction, { access }: Asker, { kind, type: uid, which, publish, data }: WriteRequest): unknown {
  const type = CONTENT_SCHEMA.type(uid);
  const known = [...tx.documents(uid)];
  const documentId = known[which % Math.max(1, known.length)];
  const resolved = dataFor(type, data, (target) => [...tx.documents(target)]);
  const payload = { type, data: resolved, access, unknownKeys: "refuse" } as const;
  if (kind === "create" || documentId === undefined) return createDocument(tx, payload, publish);
  switch (kind) {
    case "update":
      return updateDocument(tx, payload, documentId, publish);
    case "delete":
      return deleteDocument(tx, type, documentId);
  }
  if (!type.draftAndPublish) return null;
  switch (kind) {
    case "publish":
      return publishDocument(tx, type, documentId);
    case "unpublish":
      return unpublishDocument(tx, type, documentId);
    case "discard":
      return discardDraft(tx, type, documentId);
  }
}

function answersOf(engine: Engine, asker: Asker, requests: readonly Request[]): string[] {
  return requests.flatMap((request) => ("question" in request ? [answerText(engine, asker, request.question)] : []));
}

describe("the same schema, clock, ids and requests", () => {
  it("are answered by the same bytes", () => {
    fc.assert(
      fc.property(session, ({ asker, requests }) => {
        const [once, again] = [play(asker, requests), play(asker, requests)];
        expect(again.answers).toEqual(once.answers);
        expect(JSON.stringify(again.commits)).toBe(JSON.stringify(once.commits));
      }),
      { numRuns: 20 },
    );
  });

  it("are answered by the same bytes after a replay, a restore and a fork, any number of times", () => {
    fc.assert(
      fc.property(session, ({ asker, requests }) => {
        const { engine, commits } = play(asker, requests);
        const expected = answersOf(engine, asker, requests);
        expect(answersOf(engine, asker, requests)).toEqual(expected);

        const replayed = new Engine(CONTENT_SCHEMA, asker.rules);
        for (const commit of commits) replayed.apply(JSON.parse(JSON.stringify(commit)));
        expect(answersOf(replayed, asker, requests)).toEqual(expected);

        const restored = new Engine(CONTENT_SCHEMA, asker.rules);
        restored.restore({ number: engine.number, at: engine.state.at, changes: [...engine.dump()] });
        expect(answersOf(restored, asker, requests)).toEqual(expected);

        expect(answersOf(engine.fork(), asker, requests)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});
