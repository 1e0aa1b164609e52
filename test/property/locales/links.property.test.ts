import { describe, expect, it } from "vitest";
import {
  CONTRACT_RULES,
  createDocument,
  defineSchema,
  deleteDocument,
  discardDraft,
  Engine,
  EngineError,
  type Entry,
  type Env,
  FULL_ACCESS,
  publishDocument,
  type Status,
  type Transaction,
  unpublishDocument,
  updateDocument,
} from "../../../engine/internal.ts";
import type { RelationKind } from "../../../engine/schema/attribute.ts";
import { layerOf } from "../../../engine/values/version.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { found } from "../../support/engine/ask-engine.ts";
import { checkState } from "../../support/engine/check-state.ts";
import { fc } from "../../support/fast-check.ts";

const localized = { i18n: { localized: true } };
const shared = { i18n: { localized: false } };
const relation = (kind: RelationKind, target: string, options: object = {}) =>
  ({ type: "relation", relation: kind, target: `api::${target}.${target}`, ...options }) as const;

/** Links that all locales share, by themselves and inside components, beside links that each locale has of its own. */
const schema = defineSchema(
  schemaOf(
    {
      page: {
        pluginOptions: localized,
        attributes: {
          home: relation("manyToOne", "topic", { inversedBy: "homes", pluginOptions: shared }),
          badge: relation("oneToOne", "topic", { inversedBy: "holder", pluginOptions: shared }),
          topic: relation("manyToOne", "topic", { inversedBy: "pages" }),
          things: { type: "relation", relation: "morphToMany" },
          part: { type: "component", component: "shared.part" },
          own: { type: "component", component: "page.own", pluginOptions: localized },
        },
      },
      topic: {
        dp: false,
        pluginOptions: localized,
        attributes: {
          name: { type: "string", pluginOptions: localized },
          homes: relation("oneToMany", "page", { mappedBy: "home" }),
          holder: relation("oneToOne", "page", { mappedBy: "badge" }),
          pages: relation("oneToMany", "page", { mappedBy: "topic" }),
          users: { type: "relation", relation: "morphMany", target: "api::page.page", morphBy: "things" },
        },
      },
      country: {
        plural: "countries",
        dp: false,
        attributes: {
          name: { type: "string" },
          users: { type: "relation", relation: "morphMany", target: "api::page.page", morphBy: "things" },
        },
      },
    },
    {
      "shared.part": { topics: relation("oneToMany", "topic"), things: { type: "relation", relation: "morphToMany" } },
      "page.own": { topic: relation("oneToOne", "topic") },
    },
  ) as Parameters<typeof defineSchema>[0],
);

const PAGE = schema.type("api::page.page");
const TOPIC = schema.type("api::topic.topic");
const COUNTRY = schema.type("api::country.country");
const LOCALES = [null, "fr", "de"] as const;
const STATUSES = ["draft", "published"] as const;
const PAGES = ["a", "b", "c"] as const;
const TOPICS = ["t", "u"] as const;
/** The second is a country, which has no locales. */
const THINGS = ["t", "land", "u"] as const;
type Code = (typeof LOCALES)[number];

/** The links of a page in one version, by documentIds. */
interface Links {
  readonly home: string | null;
  readonly badge: string | null;
  readonly topic: string | null;
  readonly things: readonly string[];
  readonly topics: readonly string[];
  readonly parts: readonly string[];
  readonly own: string | null;
}

const NOTHING: Links = { home: null, badge: null, topic: null, things: [], topics: [], parts: [], own: null };
const SHARED = ["home", "badge", "topics", "parts"] as const;

const one = fc.option(fc.constantFrom(...TOPICS));
const locale = fc.constantFrom(...LOCALES);
const page = fc.constantFrom(...PAGES);
const topic = fc.constantFrom(...TOPICS);
const things = fc.uniqueArray(fc.constantFrom(...THINGS), { maxLength: 3 });
const links = fc.record(
  {
    home: one,
    badge: one,
    topic: one,
    things,
    part: fc.record({ topics: fc.uniqueArray(topic, { maxLength: 2 }), parts: things }),
    own: one,
  },
  { requiredKeys: [] },
);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("save" as const), page, locale, links }) },
  fc.record({ kind: fc.constantFrom("publish" as const, "unpublish" as const, "discard" as const), page, locale }),
  fc.record({ kind: fc.constant("delete page" as const), page, locale }),
  fc.record({ kind: fc.constant("make topic" as const), topic, locale }),
  fc.record({ kind: fc.constant("delete topic" as const), topic, locale }),
  fc.record({
    kind: fc.constant("from the far end" as const),
    topic,
    locale,
    homes: fc.uniqueArray(page, { maxLength: 2 }),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The naive model: what each version says, and where topics are. */
class Model {
  readonly pages = new Map<string, Links>();
  readonly topics = new Set<string>();

  page(page: string, locale: Code, status: Status): Links | undefined {
    return this.pages.get(`${page} ${locale} ${status}`);
  }

  hasTopic(topic: string, locale: Code): boolean {
    return this.topics.has(`${topic} ${locale}`);
  }

  /** False where it is to be refused. */
  take(made: Step): boolean {
    switch (made.kind) {
      case "save":
        return this.#save(made);
      case "publish": {
        const draft = this.page(made.page, made.locale, "draft");
        if (draft === undefined) return false;
        this.#put(made.page, made.locale, "published", draft);
        return true;
      }
      case "unpublish":
        return this.pages.delete(`${made.page} ${made.locale} published`);
      case "discard": {
        const published = this.page(made.page, made.locale, "published");
        if (published === undefined) return false;
        this.#put(made.page, made.locale, "draft", published);
        return true;
      }
      case "delete page": {
        const there = this.page(made.page, made.locale, "draft") !== undefined;
        for (const status of STATUSES) this.pages.delete(`${made.page} ${made.locale} ${status}`);
        return there;
      }
      case "make topic":
        this.topics.add(`${made.topic} ${made.locale}`);
        return true;
      case "delete topic":
        return this.#deleteTopic(made.topic, made.locale);
      case "from the far end":
        return this.#setHomes(made.topic, made.locale, made.homes);
    }
  }

  #save({ page, locale, links: { part, ...sent } }: Extract<Step, { kind: "save" }>): boolean {
    const given = { ...sent, ...(part && { topics: part.topics, parts: part.parts }) };
    const named = [given.home, given.badge, given.topic, given.own].flatMap((each) => each ?? []);
    const all = [...named, ...(given.things ?? []), ...(given.topics ?? []), ...(given.parts ?? [])];
    if (all.some((each) => each !== "land" && !this.hasTopic(each, locale))) return false;
    const before = this.page(page, locale, "draft");
    const other = this.#anyOf(page);
    const begun = before ?? { ...NOTHING, ...(other && sharedOf(other)) };
    // Null in the write that makes a locale counts as not sent.
    const isMade = before === undefined && other !== undefined;
    const wanted = Object.entries(given).filter(([name, value]) => !(isMade && value === null && isShared(name)));
    this.#put(page, locale, "draft", { ...begun, ...Object.fromEntries(wanted) });
    return true;
  }

  #anyOf(page: string): Links | undefined {
    for (const status of STATUSES) {
      for (const locale of LOCALES) {
        const found = this.page(page, locale, status);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #put(page: string, locale: Code, status: Status, links: Links): void {
    this.pages.set(`${page} ${locale} ${status}`, links);
    for (const other of LOCALES) {
      const found = this.page(page, other, status);
      if (found !== undefined) this.pages.set(`${page} ${other} ${status}`, { ...found, ...sharedOf(links) });
    }
    const meets = (other: string) =>
      LOCALES.some((each) => [page, other].every((id) => this.page(id, each, status) !== undefined));
    for (const other of PAGES) {
      if (other !== page && links.badge !== null && meets(other)) this.#loseBadge(other, status, links.badge);
    }
  }

  /** A topic is the badge of one page in each locale, and a page has one badge in all of its own. */
  #loseBadge(page: string, status: Status, badge: string): void {
    for (const [key, found] of this.pages) {
      if (key.startsWith(`${page} `) && key.endsWith(status) && found.badge === badge) {
        this.pages.set(key, { ...found, badge: null });
      }
    }
  }

  /** Links that only one locale has go with the topic of that locale; shared ones with its last locale. */
  #deleteTopic(topic: string, locale: Code): boolean {
    if (!this.topics.delete(`${topic} ${locale}`)) return false;
    const isGone = LOCALES.every((each) => !this.hasTopic(topic, each));
    const without = (list: readonly string[]) => list.filter((each) => each !== topic);
    const but = (value: string | null) => (value === topic ? null : value);
    for (const [key, found] of this.pages) {
      const left = { ...found };
      if (key.split(" ")[1] === String(locale) || isGone) {
        Object.assign(left, { topic: but(left.topic), own: but(left.own), things: without(left.things) });
      }
      if (isGone) {
        const lists = { topics: without(left.topics), parts: without(left.parts) };
        Object.assign(left, { home: but(left.home), badge: but(left.badge), ...lists });
      }
      this.pages.set(key, left);
    }
    return true;
  }

  #setHomes(topic: string, locale: Code, homes: readonly string[]): boolean {
    if (!this.hasTopic(topic, locale)) return false;
    if (homes.some((page) => this.page(page, locale, "draft") === undefined)) return false;
    for (const status of STATUSES) {
      for (const page of PAGES) {
        const found = this.page(page, locale, status);
        if (found === undefined) continue;
        const isHome = homes.includes(page);
        if (!isHome && found.home !== topic) continue;
        this.#put(page, locale, status, { ...found, home: isHome ? topic : null });
      }
    }
    return true;
  }

  /** The visible links: to topics that are there in the locale. */
  shown(page: string, locale: Code, status: Status): Links | undefined {
    const found = this.page(page, locale, status);
    if (found === undefined) return undefined;
    const isSeen = (each: string) => each === "land" || this.hasTopic(each, locale);
    const seen = (value: string | null) => (value !== null && isSeen(value) ? value : null);
    return {
      home: seen(found.home),
      badge: seen(found.badge),
      topic: seen(found.topic),
      own: seen(found.own),
      things: found.things.filter(isSeen),
      topics: found.topics.filter(isSeen),
      parts: found.parts.filter(isSeen),
    };
  }
}

function isShared(name: string): boolean {
  return SHARED.some((each) => each === name);
}

function sharedOf({ home, badge, topics, parts }: Links) {
  return { home, badge, topics, parts };
}

const ACTIONS = { publish: publishDocument, unpublish: unpublishDocument, discard: discardDraft };

/** The engine, which takes the same steps. */
class History {
  readonly engine = new Engine(schema, CONTRACT_RULES);
  readonly #env: Env;

  constructor() {
    let time = 0;
    this.#env = { now: () => ++time, newDocumentId: () => "unused" };
    this.write((tx) => save(tx, COUNTRY, "land", null, { name: "land" }));
  }

  write(work: (tx: Transaction) => void): boolean {
    try {
      const { commit } = this.engine.begin(this.#env).write(work);
      if (commit !== null) this.engine.apply(commit);
      return true;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return false;
    }
  }

  take(made: Step): boolean {
    return this.write((tx) => {
      if (made.kind === "save") save(tx, PAGE, made.page, made.locale, dataOf(made.links));
      else if (made.kind === "delete page") deleteDocument(tx, PAGE, made.page, made.locale);
      else if (made.kind === "make topic") save(tx, TOPIC, made.topic, made.locale, { name: made.topic });
      else if (made.kind === "delete topic") deleteDocument(tx, TOPIC, made.topic, made.locale);
      else if (made.kind === "from the far end") {
        const layer = layerOf("published", made.locale);
        if (tx.version(TOPIC.uid, made.topic, layer) === null) throw new EngineError("not-found", "None");
        save(tx, TOPIC, made.topic, made.locale, { homes: made.homes });
      } else if (ACTIONS[made.kind](tx, PAGE, made.page, made.locale) === null) {
        throw new EngineError("not-found", "None");
      }
    });
  }
}

function dataOf({ things, part, own, ...rest }: Extract<Step, { kind: "save" }>["links"]): object {
  return {
    ...rest,
    ...(things && { things: things.map(thing) }),
    ...(part && { part: { topics: part.topics, things: part.parts.map(thing) } }),
    ...(own !== undefined && { own: own === null ? null : { topic: own } }),
  };
}

function thing(documentId: string): object {
  return { __type: documentId === "land" ? COUNTRY.uid : TOPIC.uid, documentId };
}

function save(tx: Transaction, type: typeof PAGE, documentId: string, locale: Code, data: object): void {
  const payload = { type, data, access: FULL_ACCESS, unknownKeys: "refuse" as const, locale };
  try {
    updateDocument(tx, payload, documentId, false);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "not-found") throw error;
    createDocument(tx, payload, false, documentId);
  }
}

const POPULATE = {
  home: true,
  badge: true,
  topic: true,
  things: true,
  part: { populate: ["topics", "things"] },
  own: { populate: ["topic"] },
};

const idOf = (value: unknown): string | null => Object(value).documentId ?? null;
const idsOf = (value: unknown): string[] => ((value ?? []) as object[]).map((each) => String(idOf(each)));

/** The links that an entry shows, in the words of the model. */
function said(entry: Entry): Links {
  const { home, badge, topic, things, part, own } = entry as Record<string, unknown>;
  return {
    home: idOf(home),
    badge: idOf(badge),
    topic: idOf(topic),
    things: idsOf(things),
    topics: idsOf(Object(part).topics),
    parts: idsOf(Object(part).things),
    own: idOf(Object(own).topic),
  };
}

function expectSame(engine: Engine, model: Model, steps: readonly Step[]): void {
  for (const status of STATUSES) {
    for (const locale of LOCALES) {
      const code = locale ?? "en";
      const where = () => `${status} ${code} after ${JSON.stringify(steps)}`;
      const pages = found(engine, PAGE, { status, populate: POPULATE }, [code]);
      const shown = Object.fromEntries(pages.map((entry) => [String(entry.documentId), said(entry)]));
      const wanted = PAGES.flatMap((id) => {
        const each = model.shown(id, locale, status);
        return each === undefined ? [] : [[id, each] as const];
      });
      expect(shown, where()).toEqual(Object.fromEntries(wanted));
      const topics = found(engine, TOPIC, { status, populate: ["homes", "holder", "pages", "users"] }, [code]);
      for (const entry of topics) {
        const id = String(entry.documentId);
        const linking = (is: (links: Links) => boolean) => wanted.flatMap(([page, each]) => (is(each) ? [page] : []));
        const { homes, holder, pages: own, users } = entry as Record<string, unknown>;
        expect(idsOf(homes).sort(), where()).toEqual(linking(({ home }) => home === id));
        expect(holder === null ? [] : [idOf(holder)], where()).toEqual(linking(({ badge }) => badge === id));
        expect(idsOf(own).sort(), where()).toEqual(linking(({ topic }) => topic === id));
        expect(idsOf(users).sort(), where()).toEqual(linking(({ things }) => things.includes(id)));
      }
    }
  }
}

describe("links of localized types", () => {
  it("equal those of a naive map, shared or of one locale, plain or to any type, from both sides (P2)", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 16, size: "max" }), (steps) => {
        const history = new History();
        const model = new Model();
        for (const kind of ["make topic"] as const) {
          for (const topic of TOPICS) {
            for (const locale of LOCALES) for (const each of [history, model]) each.take({ kind, topic, locale });
          }
        }
        for (const each of steps) {
          expect(history.take(each), JSON.stringify(each)).toBe(model.take(each));
        }
        expectSame(history.engine, model, steps);
        checkState(history.engine.state);
      }),
      { numRuns: Number(process.env.GALLEY_LOCALE_RUNS ?? 30) },
    );
  });
});
