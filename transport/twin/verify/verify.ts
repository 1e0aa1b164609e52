import type { ContentType, Schema } from "../../../engine/internal.ts";
import { gateOf } from "../source/gate.ts";
import { TwinError } from "../twin-error.ts";
import { compareAnswers } from "./compare-answers.ts";
import { type Cause, type Difference, MASKS, type Mask } from "./masks.ts";
import { type Answered, type Param, partsOf, type Read, type Side, withParts } from "./read.ts";
import { shrink } from "./shrink.ts";

export interface VerifyOptions {
  /** The server that is right. */
  readonly real: Side;
  readonly here: Side;
  readonly reads: Iterable<Read> | AsyncIterable<Read>;
  /** The content types; null if the source does not tell them. */
  readonly schema: Schema | null;
  /** Masks that are switched off. */
  readonly exact?: ReadonlySet<Mask>;
  readonly scrubbed?: ReadonlySet<string>;
  readonly headers?: readonly string[];
  /** Causes that are no difference. */
  readonly allow?: ReadonlySet<Cause>;
  /** Differences that are told at most. Default: 20. */
  readonly max?: number;
  readonly progress?: (reads: number) => void;
}

/** Differences of one cause at one place, with the smallest request that shows it. */
export interface Group {
  readonly difference: Difference;
  readonly read: Read;
  /** Reads that showed it before shrinking. */
  reads: number;
}

export interface Verified {
  readonly reads: number;
  readonly equal: number;
  /** Reads that differed once, and were equal when both were asked again. */
  readonly changed: number;
  /** Reads that the source did not answer. */
  readonly failed: number;
  readonly firstFailure: string | null;
  /** Reads that differed in causes that are allowed alone. */
  readonly allowed: number;
  readonly groups: readonly Group[];
  /** More groups than are told. */
  readonly more: number;
  /** The source did not answer several reads in a row, and the others were not asked. */
  readonly isStopped: boolean;
  /** The limits that ended something early, in words for people. */
  readonly limits: readonly string[];
}

/** Asks two servers the same reads, and tells where their answers differ. */
export function verify(options: VerifyOptions): Promise<Verified> {
  return new Verifier(options).run();
}

/** A read that differs, until it is certain that the source did not change meanwhile. */
interface Suspect {
  readonly read: Read;
  readonly differences: readonly Difference[];
}

const AT_ONCE = 8;
/** Reads of one kind of difference that are looked at again. */
const OF_A_KIND = 5;
const MOST_SUSPECTS = 400;
const ROUNDS = 3;
/** Reads without an answer, one after the other: a source that is gone would be asked for hours. */
const FAILED_IN_A_ROW = 10;
/** Milliseconds for the smallest requests of all differences together. */
const SHRINKING = 120_000;

class Verifier {
  readonly #options: VerifyOptions;
  readonly #masks: ReadonlySet<Mask>;
  readonly #suspects: Suspect[] = [];
  #reads = 0;
  #equal = 0;
  #changed = 0;
  #failed = 0;
  #allowed = 0;
  #firstFailure: string | null = null;
  #failedInARow = 0;
  readonly #limits: string[] = [];

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#masks = new Set(MASKS.filter((mask) => options.exact?.has(mask) !== true));
  }

  async run(): Promise<Verified> {
    const reads = this.#options.reads;
    const iterator = Symbol.asyncIterator in reads ? reads[Symbol.asyncIterator]() : reads[Symbol.iterator]();
    let last: Promise<unknown> = Promise.resolve();
    const next = () => {
      const result = last.then(() => iterator.next());
      last = result.catch(() => {});
      return result;
    };
    const work = async () => {
      for (let item = await next(); item.done !== true; item = await next()) {
        await this.#look(item.value);
        if (this.#failedInARow >= FAILED_IN_A_ROW) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const isStopped = this.#failedInARow >= FAILED_IN_A_ROW;
    if (isStopped) this.#limits.push(`stopped: the source did not answer ${FAILED_IN_A_ROW} reads in a row`);
    const groups = await this.#groups(await this.#confirmed());
    const { max = 20 } = this.#options;
    return {
      reads: this.#reads,
      equal: this.#equal,
      changed: this.#changed,
      failed: this.#failed,
      firstFailure: this.#firstFailure,
      allowed: this.#allowed,
      groups: groups.slice(0, max),
      more: Math.max(0, groups.length - max),
      isStopped,
      limits: this.#limits,
    };
  }

  async #look(read: Read): Promise<void> {
    this.#reads++;
    this.#options.progress?.(this.#reads);
    try {
      const first = await this.#differences(read);
      this.#failedInARow = 0;
      if (first.length === 0) {
        this.#equal++;
        return;
      }
      const again = await this.#differences(read);
      if (again.length === 0) this.#changed++;
      else if (await this.#isOfTies(read, again)) this.#equal++;
      else this.#suspect(read, again);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof TwinError)) throw error;
    this.#failed++;
    this.#failedInARow++;
    this.#firstFailure ??= error.message;
  }

  #suspect(read: Read, found: readonly Difference[]): void {
    const differences = found.filter(({ cause }) => this.#options.allow?.has(cause) !== true);
    if (differences.length === 0) this.#allowed++;
    else this.#suspects.push({ read, differences });
  }

  /** The differences of one read; both are asked at the same time. */
  async #differences(read: Read): Promise<readonly Difference[]> {
    const [real, here] = await Promise.all([this.#ask(read), this.#options.here.ask(read)]);
    return this.#compared(read, real, here);
  }

  async #ask(read: Read): Promise<Answered> {
    const answered = await this.#options.real.ask(read);
    if (answered.status === 401) throw new TwinError(`answered 401: the token is missing, wrong or expired`);
    if (answered.status >= 500)
      throw new TwinError(`answered ${answered.status} to ${read.method} ${read.path.split("?")[0]}`);
    return answered;
  }

  #compared(read: Read, real: Answered, here: Answered): readonly Difference[] {
    const { schema, scrubbed = new Set(), headers = [] } = this.#options;
    const asked = schema === null ? null : typeAsked(schema, read);
    const { params } = partsOf(read);
    const inLocales = params.some(
      ([key, value]) => (key === "locale" && /[*,]/.test(value)) || /^(locale\[|filters\[locale\])/.test(key),
    );
    return compareAnswers(real, here, { schema, asked, inLocales, masks: this.#masks, scrubbed, headers });
  }

  /** Whether the order of entries whose sort keys are equal explains all: with a last key of their own they are the same. */
  async #isOfTies(read: Read, found: readonly Difference[]): Promise<boolean> {
    if (!this.#masks.has("ties") || !read.isBelowPrefix) return false;
    const isOrder = ({ cause, path }: Difference) =>
      cause === "order" || (cause === "total" && !path.startsWith("meta"));
    if (!found.every(isOrder)) return false;
    const { path, params } = partsOf(read);
    const settled = settledSort(params);
    return settled !== null && (await this.#differences(withParts(read, { path, params: settled }))).length === 0;
  }

  /**
   * The suspects that are no change of the source. Where the content here can be renewed, it is, between two answers of the
   * source: only if these are the same does a difference count. Elsewhere both are asked once more, later.
   */
  async #confirmed(): Promise<readonly Suspect[]> {
    const { here } = this.#options;
    const chosen = this.#chosen();
    const confirmed = new Set<Suspect>();
    const gone = new Set<Suspect>();
    const unanswered = new Set<Suspect>();
    let pending: readonly Suspect[] = chosen;
    for (let round = 0; round < ROUNDS && pending.length > 0; round++) {
      const before = new Map<Suspect, string>();
      const moving: Suspect[] = [];
      const gate = gateOf(AT_ONCE);
      const each = (look: (suspect: Suspect) => Promise<void>) =>
        Promise.all(
          pending.map((suspect) =>
            gate(() => look(suspect)).catch((error: unknown) => {
              this.#fail(error);
              unanswered.add(suspect);
            }),
          ),
        );
      if (here.renew !== undefined) {
        await each(async (suspect) => void before.set(suspect, (await this.#ask(suspect.read)).text));
        pending = pending.filter((suspect) => !unanswered.has(suspect));
        await here.renew();
      }
      await each(async (suspect) => {
        const [real, now] = [await this.#ask(suspect.read), await here.ask(suspect.read)];
        const found = this.#compared(suspect.read, real, now);
        if (found.length === 0 || (await this.#isOfTies(suspect.read, found))) gone.add(suspect);
        else if (here.renew === undefined || before.get(suspect) === real.text) confirmed.add(suspect);
        else moving.push(suspect);
      });
      pending = moving;
    }
    for (const suspect of pending) gone.add(suspect);
    const kinds = new Set([...confirmed].flatMap(({ differences }) => differences.map(kindOf)));
    const all = this.#suspects.filter((suspect) => {
      if (confirmed.has(suspect)) return true;
      if (unanswered.has(suspect)) return false;
      const isOfKind = !gone.has(suspect) && suspect.differences.some((each) => kinds.has(kindOf(each)));
      if (!isOfKind) this.#changed++;
      return isOfKind;
    });
    return all;
  }

  /** Some reads of each kind of difference. */
  #chosen(): readonly Suspect[] {
    const counts = new Map<string, number>();
    const chosen = this.#suspects.filter(({ differences }) => {
      const isWanted = differences.some((each) => (counts.get(kindOf(each)) ?? 0) < OF_A_KIND);
      if (isWanted) for (const each of differences) counts.set(kindOf(each), (counts.get(kindOf(each)) ?? 0) + 1);
      return isWanted;
    });
    return chosen.slice(0, MOST_SUSPECTS);
  }

  /** Shrinks one read of each group, and counts the others. */
  async #groups(suspects: readonly Suspect[]): Promise<readonly Group[]> {
    const { schema, max = 20 } = this.#options;
    const groups: Group[] = [];
    const until = performance.now() + SHRINKING;
    for (const { read, differences } of suspects) {
      const counted = new Set<Group>();
      for (const difference of differences) {
        const known = groups.find((group) => explains(group, read, difference));
        if (known !== undefined) {
          if (!counted.has(known)) known.reads++;
          counted.add(known);
          continue;
        }
        const type = schema?.types.get(difference.owner) ?? null;
        const shows = async (smaller: Read) => {
          const found = await this.#differences(smaller).catch(() => []);
          const same = found.find((each) => kindOf(each) === kindOf(difference));
          if (same === undefined || (await this.#isOfTies(smaller, found))) return null;
          return same;
        };
        const small =
          groups.length < max * 2 ? await shrink(read, difference, { type, shows, until }) : { read, difference };
        // Several places may shrink to the same request.
        const same = groups.find(
          (group) => group.read.path === small.read.path && kindOf(group.difference) === kindOf(small.difference),
        );
        if (same === undefined) {
          const group = { ...small, reads: 1 };
          groups.push(group);
          counted.add(group);
        } else if (!counted.has(same)) {
          same.reads++;
          counted.add(same);
        }
      }
    }
    if (performance.now() > until)
      this.#limits.push(`some requests could be smaller: after ${SHRINKING / 1000} s they were left as they are`);
    return groups;
  }
}

/** Differences of one kind are the same one: of one attribute, or of one entry that is missing or out of order. */
function kindOf({ cause, owner, name, documentId }: Difference): string {
  const isOfList = name === "data" && (cause === "total" || cause === "order");
  return `${cause} ${owner} ${name}${isOfList ? ` ${documentId}` : ""}`;
}

/** Whether a difference is of a group: of its kind, or in a list that all of its parameters chose. */
function explains({ read, difference: known }: Group, other: Read, difference: Difference): boolean {
  if (kindOf(known) === kindOf(difference)) return true;
  if (known.cause !== difference.cause || known.owner !== difference.owner || known.name !== difference.name)
    return false;
  const keys = selecting(partsOf(read).params);
  const others = selecting(partsOf(other).params);
  return keys.length > 0 && keys.every((key) => others.some((each) => each.endsWith(key)));
}

/** The kinds of conditions and orders of a read: the last attribute and operator of each. */
function selecting(params: readonly Param[]): readonly string[] {
  return params.flatMap(([key, value]) => {
    if (/\bfilters\b/.test(key))
      return [
        key
          .replace(/\[\d+\]/g, "")
          .split("[")
          .slice(-2)
          .join("["),
      ];
    if (/\bsort\b/.test(key)) return [`sort ${value.split(",")[0]}`];
    return key === "_q" || key === "status" ? [key] : [];
  });
}

/** The type that a path asks for. */
function typeAsked(schema: Schema, { path }: Read): ContentType | null {
  const name = path.slice(1).split(/[/?]/)[0];
  for (const type of schema.types.values())
    if (type.rest && (type.kind === "single" ? type.singularName : type.pluralName) === name) return type;
  return null;
}

/** Each sort with documentId as its last key; null if nothing is sorted. */
function settledSort(params: readonly Param[]): readonly Param[] | null {
  const sorts = new Map<string, number>();
  for (const [key] of params) {
    const [, base = "", index] = /^(.*\bsort\]?)(?:\[(\d+)\])?$/.exec(key) ?? [];
    if (base !== "") sorts.set(base, index === undefined ? -1 : Math.max(sorts.get(base) ?? 0, Number(index) + 1));
  }
  if (sorts.size === 0) return null;
  const changed = params.map(([key, value]) =>
    sorts.get(key) === -1 ? ([key, `${value},documentId:asc`] as const) : ([key, value] as const),
  );
  return [
    ...changed,
    ...[...sorts].flatMap(([base, next]) => (next === -1 ? [] : [[`${base}[${next}]`, "documentId:asc"] as const])),
  ];
}
