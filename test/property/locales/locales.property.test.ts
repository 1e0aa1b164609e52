import { describe, expect, it } from "vitest";
import {
  type Access,
  CHECK_LIMITS,
  CONTRACT_RULES,
  type Commit,
  checkQuery,
  createDocument,
  defineSchema,
  deleteDocument,
  discardDraft,
  Engine,
  EngineError,
  type Entry,
  type Env,
  FULL_ACCESS,
  findOne,
  OBJECTS,
  publishDocument,
  type RawParams,
  readContextOf,
  type Status,
  type Transaction,
  unpublishDocument,
  updateDocument,
} from "../../../engine/internal.ts";
import { PUBLICATION_FILTERS, type PublicationFilter } from "../../../engine/query/query.ts";
import { emptyEngine } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { found } from "../../support/engine/ask-engine.ts";
import { canonical, checkState } from "../../support/engine/check-state.ts";
import { fc } from "../../support/fast-check.ts";
import { recovered } from "../../support/storage/recovered.ts";

const localized = { i18n: { localized: true } };

/** A localized type with values of its own and shared ones, linked to one with locales and one without. */
const schema = defineSchema(
  schemaOf(
    {
      page: {
        pluginOptions: localized,
        attributes: {
          title: { type: "string", pluginOptions: localized },
          sku: { type: "string" },
          topic: { type: "relation", relation: "manyToOne", target: "api::topic.topic", inversedBy: "pages" },
          country: { type: "relation", relation: "manyToOne", target: "api::country.country", inversedBy: "pages" },
          part: { type: "component", component: "shared.part" },
        },
      },
      topic: {
        dp: false,
        pluginOptions: localized,
        attributes: {
          title: { type: "string", pluginOptions: localized },
          sku: { type: "string" },
          pages: { type: "relation", relation: "oneToMany", target: "api::page.page", mappedBy: "topic" },
        },
      },
      country: {
        plural: "countries",
        dp: false,
        attributes: {
          title: { type: "string" },
          pages: { type: "relation", relation: "oneToMany", target: "api::page.page", mappedBy: "country" },
        },
      },
    },
    { "shared.part": { text: { type: "string" } } },
  ),
);

const PAGE = schema.type("api::page.page");
const TOPIC = schema.type("api::topic.topic");
const COUNTRY = schema.type("api::country.country");
const LOCALES = [null, "fr", "de"] as const;
type Code = (typeof LOCALES)[number];
const SPACES = LOCALES.flatMap((locale) => [["draft", locale] as const, ["published", locale] as const]);
const DOCUMENTS = ["a", "b", "c"] as const;

const KINDS = ["save", "save and publish", "publish", "unpublish", "discard", "delete"] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly documentId: string;
  readonly locale: Code;
  readonly title: string;
  /** Null: not sent. */
  readonly sku: string | null;
  readonly part: string | null;
  readonly topic: string | null;
  readonly country: boolean;
}

const text = fc.constantFrom("x", "y", "z");
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  documentId: fc.constantFrom(...DOCUMENTS),
  locale: fc.constantFrom(...LOCALES),
  title: text,
  sku: fc.option(text),
  part: fc.option(text),
  topic: fc.option(fc.constantFrom("t", "u")),
  country: fc.boolean(),
});

/** The values of one version. */
interface Version {
  readonly title: string;
  readonly sku: string | null;
  readonly part: string | null;
  readonly topic: string | null;
  readonly country: boolean;
}

/** The naive model: versions by document, locale and status. */
class Model {
  readonly versions = new Map<string, Version>();

  get(documentId: string, locale: Code, status: Status): Version | undefined {
    return this.versions.get(keyOf(documentId, locale, status));
  }

  run(made: Step): void {
    const { kind, documentId, locale } = made;
    if (kind === "save" || kind === "save and publish") this.#save(made);
    const draft = this.get(documentId, locale, "draft");
    const published = this.get(documentId, locale, "published");
    if ((kind === "publish" || kind === "save and publish") && draft !== undefined) this.#put(made, "published", draft);
    if (kind === "discard" && published !== undefined) this.#put(made, "draft", published);
    if (kind === "unpublish" || kind === "delete") this.versions.delete(keyOf(documentId, locale, "published"));
    if (kind === "delete") this.versions.delete(keyOf(documentId, locale, "draft"));
  }

  #save(made: Step): void {
    const { documentId, locale } = made;
    const before = this.get(documentId, locale, "draft");
    const others = before ?? this.#shared(documentId);
    this.#put(made, "draft", {
      title: made.title,
      sku: made.sku ?? others?.sku ?? null,
      part: made.part ?? others?.part ?? null,
      topic: made.topic ?? before?.topic ?? null,
      country: made.country || (before?.country ?? false),
    });
  }

  /** Any draft has the shared values of all; else a published version. */
  #shared(documentId: string): Version | undefined {
    for (const status of ["draft", "published"] as const) {
      for (const locale of LOCALES) {
        const found = this.get(documentId, locale, status);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #put({ documentId, locale }: Step, status: Status, version: Version): void {
    this.versions.set(keyOf(documentId, locale, status), version);
    for (const other of LOCALES) {
      const found = this.get(documentId, other, status);
      if (found === undefined) continue;
      const shared = { ...found, sku: version.sku, part: version.part };
      this.versions.set(keyOf(documentId, other, status), other === locale ? version : shared);
    }
  }
}

function keyOf(documentId: string, locale: Code, status: Status): string {
  return `${documentId} ${locale} ${status}`;
}

function countingEnv(): Env {
  let time = 0;
  return { now: () => ++time, newDocumentId: () => "unused" };
}

class History {
  readonly engine: Engine;
  readonly env: Env;
  readonly commits: Commit[] = [];

  constructor(engine = new Engine(schema, CONTRACT_RULES), env = countingEnv()) {
    this.engine = engine;
    this.env = env;
  }

  write(work: (tx: Transaction) => void): void {
    const { commit } = this.engine.begin(this.env).write(work);
    if (commit === null) return;
    this.commits.push(commit);
    this.engine.apply(commit);
  }

  run(made: Step): void {
    this.write((tx) => runStep(tx, made));
  }
}

/** Topics are in every locale, so that pages may link to them in theirs. */
function begin(history: History): void {
  history.write((tx) => {
    for (const documentId of ["t", "u"]) {
      for (const locale of LOCALES) save(tx, TOPIC, documentId, locale, { title: documentId }, false);
    }
    save(tx, COUNTRY, "land", null, { title: "land" }, false);
  });
}

function save(
  tx: Transaction,
  type: typeof PAGE,
  documentId: string,
  locale: Code,
  data: unknown,
  publish: boolean,
): void {
  const payload = { type, data, access: FULL_ACCESS, unknownKeys: "refuse" as const, locale };
  try {
    updateDocument(tx, payload, documentId, publish);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "not-found") throw error;
    createDocument(tx, payload, publish, documentId);
  }
}

function runStep(tx: Transaction, { kind, documentId, locale, ...sent }: Step): void {
  if (kind === "publish") publishDocument(tx, PAGE, documentId, locale);
  else if (kind === "unpublish") unpublishDocument(tx, PAGE, documentId, locale);
  else if (kind === "discard") discardDraft(tx, PAGE, documentId, locale);
  else if (kind === "delete") {
    try {
      deleteDocument(tx, PAGE, documentId, locale);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  } else {
    const data = {
      title: sent.title,
      ...(sent.sku !== null && { sku: sent.sku }),
      ...(sent.part !== null && { part: { text: sent.part } }),
      ...(sent.topic !== null && { topic: sent.topic }),
      ...(sent.country && { country: "land" }),
    };
    save(tx, PAGE, documentId, locale, data, kind === "save and publish");
  }
}

const access: Access = FULL_ACCESS;

function list(engine: Engine, params: RawParams, locales?: "all" | readonly string[]): readonly Entry[] {
  return found(engine, PAGE, params, locales);
}

const POPULATE = { populate: { part: true, topic: true, country: true, localizations: true } };

/** An entry of a page with all that is populated. */
interface AnswerEntry extends Omit<Version, "part" | "topic" | "country"> {
  readonly documentId: string;
  readonly locale: string;
  readonly part: { readonly text: string } | null;
  readonly topic: { readonly documentId: string; readonly locale: string } | null;
  readonly country: object | null;
  readonly localizations: readonly { readonly locale: string }[];
}

/** The values of an entry, in the words of the model. */
function said(entry: Entry): unknown {
  const { documentId, locale, title, sku, part, topic, country, localizations } = entry as unknown as AnswerEntry;
  return {
    documentId,
    locale,
    title,
    sku,
    part: part?.text ?? null,
    topic: topic === null ? null : [topic.documentId, topic.locale],
    country: country !== null,
    localizations: localizations.map((other) => other.locale).sort(),
  };
}

function expected(model: Model, status: Status, locales: readonly Code[]): unknown[] {
  return DOCUMENTS.flatMap((documentId) =>
    locales.flatMap((locale) => {
      const version = model.get(documentId, locale, status);
      if (version === undefined) return [];
      const code = locale ?? "en";
      const others = LOCALES.filter((each) => each !== locale && model.get(documentId, each, status) !== undefined);
      const topic = version.topic === null ? null : [version.topic, code];
      return [
        { documentId, locale: code, ...version, topic, localizations: others.map((each) => each ?? "en").sort() },
      ];
    }),
  );
}

/** Whether a version exists and passes a publication filter that looks at no times. */
function isKept(model: Model, filter: PublicationFilter, status: Status, documentId: string, locale: Code): boolean {
  if (model.get(documentId, locale, status) === undefined) return false;
  const other = status === "draft" ? "published" : "draft";
  const locales = filter.endsWith("-document") ? LOCALES : [locale];
  const isPaired = locales.some((each) => model.get(documentId, each, other) !== undefined);
  if (filter.startsWith("has-published-version")) return isPaired;
  if (filter.startsWith("never-published")) return status === "draft" && !isPaired;
  return status === "published" && isPaired === (filter === "published-with-draft");
}

const sorted = (all: readonly unknown[]): string[] => all.map((each) => JSON.stringify(ordered(each))).sort();

function ordered(value: unknown): unknown {
  return Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function expectSame(engine: Engine, model: Model): void {
  for (const status of ["draft", "published"] as const) {
    for (const locale of LOCALES) {
      const found = list(engine, { status, ...POPULATE }, [locale ?? "en"]);
      expect(sorted(found.map(said))).toEqual(sorted(expected(model, status, [locale])));
    }
    const all = list(engine, { status, ...POPULATE }, "all");
    expect(sorted(all.map(said))).toEqual(sorted(expected(model, status, LOCALES)));
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => Number(id)).sort((a, b) => a - b));
  }
}

interface WithPages {
  readonly pages: readonly { readonly locale: string }[];
}

describe("a localized type", () => {
  it("equals a naive map of document, locale and status, after any history (P2, P3)", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const history = new History();
        const model = new Model();
        begin(history);
        for (const each of steps) {
          history.run(each);
          model.run(each);
        }
        expectSame(history.engine, model);
        checkState(history.engine.state);
      }),
      { numRuns: 40 },
    );
  });

  it("is the same after a replay, and after a snapshot (P4)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), fc.nat(), async (steps, at) => {
        const history = new History();
        begin(history);
        for (const each of steps) history.run(each);
        const { commits, engine } = history;
        const snapshotAt = at % (commits.length + 1);
        const text = JSON.parse(JSON.stringify(commits)) as Commit[];
        const snapshot = new Engine(schema, CONTRACT_RULES);
        for (const commit of text.slice(0, snapshotAt)) snapshot.apply(commit);
        const again = await recovered(snapshot, text.slice(snapshotAt));
        expect(canonical(again.dump())).toEqual(canonical(engine.dump()));
        const model = new Model();
        for (const each of steps) model.run(each);
        expectSame(again, model);
      }),
      { numRuns: 15 },
    );
  });

  it("is not changed by a fork's writes (P5)", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.array(step, { maxLength: 6 }), (before, after) => {
        const history = new History();
        const model = new Model();
        begin(history);
        for (const each of before) {
          history.run(each);
          model.run(each);
        }
        const fork = new History(history.engine.fork(), history.env);
        for (const each of after) fork.run(each);
        expectSame(history.engine, model);
        for (const each of after) model.run(each);
        expectSame(fork.engine, model);
      }),
      { numRuns: 15 },
    );
  });

  it("keeps what a publication filter asks for, by locale or by document, while its indexes are kept (P3)", () => {
    const filters = PUBLICATION_FILTERS.filter((name) => !name.endsWith("modified"));
    const history = fc.array(fc.tuple(step, fc.constantFrom(...filters)), { minLength: 8, maxLength: 14 });
    fc.assert(
      fc.property(fc.constantFrom(0, Number.POSITIVE_INFINITY), history, (fewRows, steps) => {
        const made = new History(emptyEngine(schema, CONTRACT_RULES, { fewRows }));
        const model = new Model();
        begin(made);
        for (const [each, filter] of steps) {
          made.run(each);
          model.run(each);
          for (const [status, locale] of SPACES) {
            const kept = list(made.engine, { status, publicationFilter: filter }, [locale ?? "en"]);
            expect(kept.map(({ documentId }) => documentId).sort()).toEqual(
              DOCUMENTS.filter((name) => isKept(model, filter, status, name, locale)),
            );
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is answered in pages that make the whole list, in several locales at once", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (steps, size) => {
        const history = new History();
        begin(history);
        for (const each of steps) history.run({ ...each, kind: "save" });
        const sort = ["title:desc", "locale", "id"];
        const whole = list(history.engine, { status: "draft", sort }, "all");
        const pages: Entry[] = [];
        for (let start = 0; start < whole.length; start += size) {
          pages.push(...list(history.engine, { status: "draft", sort, pagination: { start, limit: size } }, "all"));
        }
        expect(pages).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  it("shows in a document without locales its links from any locale, and in one with locales its own", () => {
    const { engine, ...history } = new History();
    const all = new History(engine, history.env);
    begin(all);
    const saved = { documentId: "a", title: "x", sku: null, part: null, topic: "t", country: true };
    all.run({ ...saved, kind: "save and publish", locale: null });
    all.run({ ...saved, kind: "save and publish", locale: "fr" });
    const read = (type: typeof PAGE, locales?: readonly string[]) => {
      const query = checkQuery({
        schema,
        type,
        params: { populate: "pages" },
        access,
        audience: "caller",
        rules: CONTRACT_RULES,
        limits: CHECK_LIMITS,
        shape: "find",
      });
      const shown = locales === undefined ? query : { ...query, locales };
      const context = readContextOf(engine.state, CONTRACT_RULES, shown, access, "caller");
      const entry = findOne(context, OBJECTS, shown, type === COUNTRY ? "land" : "t") as unknown as WithPages;
      return entry.pages.map((page) => page.locale);
    };
    expect(read(COUNTRY)).toEqual(["en", "fr"]);
    expect(read(TOPIC)).toEqual(["en"]);
    expect(read(TOPIC, ["fr"])).toEqual(["fr"]);
  });
});
