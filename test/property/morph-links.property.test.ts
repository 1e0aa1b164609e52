import { describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { MORPH_TYPES } from "../support/content/morph-types.ts";
import { checkState } from "../support/engine/check-state.ts";
import { fc } from "../support/fast-check.ts";

const SPOT = "api::spot.spot";
/** Two documents of each are linked to: with drafts and without, with attributes that show the links and without. */
const TARGETS = ["api::tag.tag", "api::author.author", "api::mark.mark"] as const;
const STATUSES = ["draft", "published"] as const;

type Status = (typeof STATUSES)[number];

const spots = fc.nat({ max: 2 });
const target = fc.nat({ max: TARGETS.length * 2 - 1 });
const targets = fc.array(target, { maxLength: 4 });

const step = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), spot: spots, targets }),
  fc.record({ kind: fc.constant("change" as const), spot: spots, connect: targets, disconnect: targets }),
  fc.record({ kind: fc.constant("lead" as const), spot: spots, to: fc.option(target) }),
  fc.record({ kind: fc.constant("from the far end" as const), target, spots: fc.array(spots, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant("delete" as const), target }),
  fc.record({ kind: fc.constantFrom("publish" as const, "unpublish" as const, "discardDraft" as const), spot: spots }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The targets of each spot, in one status, as plain lists. */
interface Lists {
  things: number[];
  thing: number | null;
}

/** The naive model: all lists of both statuses, changed by plain loops. */
class Model {
  readonly #lists: Readonly<Record<Status, readonly Lists[]>> = { draft: threeLists(), published: threeLists() };
  readonly #published = new Set<number>();
  readonly #deleted = new Set<number>();

  isDeleted(number: number): boolean {
    return this.#deleted.has(number);
  }

  isPublished(spot: number): boolean {
    return this.#published.has(spot);
  }

  list(status: Status, spot: number): Lists {
    const lists = this.#lists[status][spot];
    if (lists === undefined) throw new Error("There are three");
    return lists;
  }

  /** The visible links: no version of a mark is ever published. */
  shown(status: Status, spot: number): Lists {
    const { things, thing } = this.list(status, spot);
    const isSeen = (each: number) => status === "draft" || TARGETS[each >> 1] !== "api::mark.mark";
    return { things: things.filter(isSeen), thing: thing !== null && isSeen(thing) ? thing : null };
  }

  take(taken: Step): void {
    switch (taken.kind) {
      case "set":
        this.list("draft", taken.spot).things = [...new Set(taken.targets)];
        break;
      case "change": {
        const list = this.list("draft", taken.spot);
        const gone = new Set([...taken.connect, ...taken.disconnect]);
        list.things = [...list.things.filter((each) => !gone.has(each)), ...new Set(taken.connect)];
        break;
      }
      case "lead":
        this.#lead(taken.spot, taken.to);
        break;
      case "from the far end": {
        const statuses = TARGETS[taken.target >> 1] === "api::author.author" ? STATUSES : (["draft"] as const);
        for (const status of statuses) this.#link(status, taken.target, taken.spots);
        break;
      }
      case "delete":
        this.#deleted.add(taken.target);
        for (const status of STATUSES) {
          this.#link(status, taken.target, []);
          for (const lists of this.#lists[status]) if (lists.thing === taken.target) lists.thing = null;
        }
        break;
      case "publish":
        this.#published.add(taken.spot);
        Object.assign(this.list("published", taken.spot), structuredClone(this.list("draft", taken.spot)));
        break;
      case "discardDraft":
        Object.assign(this.list("draft", taken.spot), structuredClone(this.list("published", taken.spot)));
        break;
      case "unpublish":
        this.#published.delete(taken.spot);
        Object.assign(this.list("published", taken.spot), { things: [], thing: null });
    }
    this.#shareMarks(taken);
  }

  #lead(spot: number, to: number | null): void {
    this.list("draft", spot).thing = to;
  }

  /** A mark shows one spot that leads to it: the last that was made to. */
  #shareMarks(taken: Step): void {
    if (!("spot" in taken)) return;
    for (const status of STATUSES) {
      const { thing } = this.list(status, taken.spot);
      if (thing === null || TARGETS[thing >> 1] !== "api::mark.mark") continue;
      for (const [spot, lists] of this.#lists[status].entries()) {
        if (spot !== taken.spot && lists.thing === thing && changes(taken, status)) lists.thing = null;
      }
    }
  }

  #link(status: Status, number: number, wanted: readonly number[]): void {
    for (const [spot, lists] of this.#lists[status].entries()) {
      if (!wanted.includes(spot)) lists.things = lists.things.filter((each) => each !== number);
      else if (!lists.things.includes(number)) lists.things.push(number);
    }
  }
}

function changes({ kind }: Step, status: Status): boolean {
  if (kind === "lead" || kind === "discardDraft") return status === "draft";
  return kind === "publish" && status === "published";
}

function threeLists(): Lists[] {
  return Array.from({ length: 3 }, () => ({ things: [], thing: null }));
}

describe("relations to any type", () => {
  it("equal those of a naive model, in both versions, from both sides (P2)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: "max" }), async (steps) => {
        await using galley = await createGalley({ schema: MORPH_TYPES });
        const model = new Model();
        const play = await player(galley);
        for (const taken of steps) {
          if (!(await play.take(taken, model))) continue;
          model.take(taken);
          for (const status of STATUSES) {
            for (const spot of [0, 1, 2]) {
              if (status === "published" && !model.isPublished(spot)) continue;
              expect(await play.shown(status, spot)).toEqual(model.shown(status, spot));
            }
          }
        }
        await play.bothSides(model);
        checkState(galley.store.engine.state);
      }),
      { numRuns: Number(process.env.GALLEY_MORPH_RUNS ?? 25) },
    );
  });
});

/** Plays steps on a server, with documents called by their numbers. */
async function player(galley: Galley) {
  const documents = galley.documents(SPOT);
  const made = async (uid: string, data: { readonly name?: string }) =>
    String((await galley.documents(uid).create({ data })).documentId);
  const ids: string[] = [];
  for (const [at, uid] of TARGETS.entries()) {
    for (const number of [at * 2, at * 2 + 1]) ids.push(await made(uid, { name: String(number) }));
    if (uid === "api::tag.tag") for (const documentId of ids) await galley.documents(uid).publish({ documentId });
  }
  const spotIds = [await made(SPOT, {}), await made(SPOT, {}), await made(SPOT, {})];
  const named = (number: number) => ({ __type: TARGETS[number >> 1], documentId: ids[number] });
  const numberOf = (entry: unknown) => Number(Object(entry).name);
  const update = (spot: number, data: { readonly [attribute: string]: unknown }) =>
    documents.update({ documentId: spotIds[spot] ?? "", data });

  return {
    /** False where there is nothing to be done. */
    async take(taken: Step, model: Model): Promise<boolean> {
      const mentioned = mentionedIn(taken);
      if (mentioned.some((each) => model.isDeleted(each))) return false;
      switch (taken.kind) {
        case "set":
          await update(taken.spot, { things: taken.targets.map(named) });
          return true;
        case "change":
          await update(taken.spot, {
            things: { connect: taken.connect.map(named), disconnect: taken.disconnect.map(named) },
          });
          return true;
        case "lead":
          await update(taken.spot, { thing: taken.to === null ? null : named(taken.to) });
          return true;
        case "from the far end": {
          const uid = TARGETS[taken.target >> 1];
          if (uid === undefined || uid === "api::tag.tag") return false;
          const data = { spots: taken.spots.map((spot) => spotIds[spot]) };
          await galley.documents(uid).update({ documentId: ids[taken.target] ?? "", data });
          return true;
        }
        case "delete":
          await galley.documents(TARGETS[taken.target >> 1] ?? "").delete({ documentId: ids[taken.target] ?? "" });
          return true;
        default:
          if (taken.kind !== "publish" && !model.isPublished(taken.spot)) return false;
          await documents[taken.kind]({ documentId: spotIds[taken.spot] ?? "" });
          return true;
      }
    },

    async shown(status: Status, spot: number): Promise<Lists> {
      const documentId = spotIds[spot] ?? "";
      const entry = await documents.findOne({ documentId, status, populate: ["things", "thing"] });
      const { things, thing } = Object(entry) as { readonly things: readonly unknown[]; readonly thing: unknown };
      return { things: things.map(numberOf), thing: thing === null ? null : numberOf(thing) };
    },

    /** Every mark and author shows the spots that lead to it, and no others. */
    async bothSides(model: Model): Promise<void> {
      for (const [number, documentId] of ids.entries()) {
        const uid = TARGETS[number >> 1];
        if (uid === undefined || uid === "api::tag.tag" || model.isDeleted(number)) continue;
        const entry = await galley.documents(uid).findOne({ documentId, status: "draft", populate: "*" });
        const listed = [0, 1, 2].filter((spot) => model.list("draft", spot).things.includes(number));
        const leading = [0, 1, 2].filter((spot) => model.list("draft", spot).thing === number);
        const shown = Object(entry) as { readonly spots: unknown; readonly pins?: unknown; readonly pin?: unknown };
        const idsOf = (value: unknown) => [value ?? []].flat().map((each) => Object(each).documentId);
        expect(new Set(idsOf(shown.spots))).toEqual(new Set(listed.map((spot) => spotIds[spot])));
        expect(new Set(idsOf(shown.pins ?? shown.pin))).toEqual(new Set(leading.map((spot) => spotIds[spot])));
      }
    },
  };
}

function mentionedIn(taken: Step): readonly number[] {
  switch (taken.kind) {
    case "set":
      return taken.targets;
    case "change":
      return [...taken.connect, ...taken.disconnect];
    case "lead":
      return taken.to === null ? [] : [taken.to];
    case "from the far end":
    case "delete":
      return [taken.target];
    default:
      return [];
  }
}
