import {
  copyOf,
  type EntryText,
  entryText,
  FULL_ACCESS,
  findInTwoForms,
  paginationText,
  type Query,
  type Select,
  SHARED_OBJECTS,
  TEXT,
} from "../../../../engine/internal.ts";
import { askedLocales, inLocales } from "../../../contract/locales/locale.ts";
import { unsuspended } from "../../../contract/service-read.ts";
import type { HookParams } from "../../../hooks/hook.ts";
import { isSame } from "../../../hooks/left-alone.ts";
import { shownEntry } from "../../../hooks/shown-entry.ts";
import { withinBytes } from "../../../http/answer-size.ts";
import { ComposedText } from "../../../http/json/composed-text.ts";
import { callerReading, checkedRead } from "../read.ts";
import type { Answer, ContentService } from "../service.ts";
import { around, aroundUnchanged, askedParams, documentsOf, type HookedCall, statusOf } from "./hooked-call.ts";

/**
 * GET of a collection with hooks around it: Strapi's controller finds a page, and counts with the same parameters. Entries that
 * hooks leave as they are have the text of a list without hooks.
 */
export async function listWithHooks(service: ContentService, call: HookedCall): Promise<Answer> {
  const { hooks, profile, runLater } = service;
  const { type } = call;
  const query = inLocales(service, type, checkedRead(service, call, "find"), askedLocales(call));
  const { page } = query;
  const params = (): HookParams => ({
    ...askedParams(service, call),
    ...statusOf(query),
    start: page.start,
    ...(page.limit !== null && { limit: page.limit }),
  });
  const isCountedApart = hooks.of(type.uid, "count").length > 0;
  let [changed, found]: [HookParams | null, FoundEntries | null] = [null, null];
  const documents = documentsOf(service, call);
  const inForms = (asked: Query) => {
    found = new FoundEntries(service, call, asked, query.select);
    return found.entries;
  };
  const entries = await aroundUnchanged(service, call, "findMany", params, (given) => {
    changed = given;
    if (given === null) return unsuspended(runLater, () => inForms(query));
    return showsSame(params(), given)
      ? documents.read(withoutPage(given), inForms)
      : documents.findMany(withoutPage(given));
  });
  const total = async () => {
    if (!page.withCount) return null;
    const isNarrowed = profile.hookedTotal === "narrowed";
    if (!isCountedApart && found !== null && (changed === null || isNarrowed)) return found.total;
    const narrowed = !isCountedApart && isNarrowed && changed !== null && { filters: (changed as HookParams).filters };
    const counted = { ...params(), ...narrowed };
    return (await around(service, call, "count", counted, (asked) => documents.count(withoutPage(asked)))) as number;
  };
  const texts = textsOf(service, call, found, entries);
  const after = `"meta":{"pagination":${paginationText(page, await total())}}}`;
  const body = Array.isArray(texts) ? new ComposedText('{"data":[', texts, `],${after}`) : `{"data":${texts},${after}`;
  return { status: 200, body: withinBytes(body, service.answerBytes) };
}

/** As in Strapi hooks see the page that was asked for, while `start` and `limit` alone count. */
function withoutPage({ pagination: _pagination, ...params }: HookParams): HookParams {
  return params;
}

/** Whether hooks have changed at most which entries are listed: the caller may see the same of each of them as before. */
function showsSame(asked: HookParams, given: HookParams): boolean {
  return isSame(withoutChoice(asked), withoutChoice(given));
}

function withoutChoice({ filters: _, sort: __, start: ___, limit: ____, ...shown }: HookParams): HookParams {
  return shown;
}

/** The entries of a list as hooks have made them; the text of what is no list. */
function textsOf(
  service: ContentService,
  { type, access }: HookedCall,
  found: FoundEntries | null,
  entries: unknown,
): string | EntryText[] {
  const { schema } = service.store.engine;
  const text = (entry: unknown) => JSON.stringify(shownEntry(schema, type, access, entry)) ?? "null";
  if (!Array.isArray(entries)) return text(entries);
  return Array.from(entries, (entry, at) => found?.unchangedText(entry, at) ?? entryText(text(entry), false));
}

/** The entries of a list for hooks, which see all of them, with their texts for the caller. */
class FoundEntries {
  readonly entries: readonly unknown[];
  readonly total: number | null;
  readonly #found: readonly unknown[];
  /** As hooks get copies of them. */
  readonly #given: readonly unknown[];
  readonly #texts: readonly EntryText[];

  /** `shown`: what the caller may see of each. */
  constructor(service: ContentService, call: HookedCall, query: Query, shown: Select) {
    const caller = callerReading(service, query, call.access);
    const hooks = { ...callerReading(service, query, call.access), audience: "service" as const };
    const { select } = service.checkForHooks({ ...call, access: FULL_ACCESS }, "find");
    const { entries, others, total } = findInTwoForms(
      query,
      { context: caller, output: TEXT, select: shown },
      { context: hooks, output: SHARED_OBJECTS, select },
    );
    this.total = total;
    this.entries = others.map(copyOf);
    // Hooks may change the list that they get.
    this.#found = [...this.entries];
    this.#given = others;
    this.#texts = entries;
  }

  /** The text of an entry that hooks have left as it was; undefined for all others. `at`: where it is most probably. */
  unchangedText(entry: unknown, at: number): EntryText | undefined {
    const place = this.#found[at] === entry ? at : this.#found.indexOf(entry);
    return place !== -1 && isSame(this.#given[place], entry) ? this.#texts[place] : undefined;
  }
}
