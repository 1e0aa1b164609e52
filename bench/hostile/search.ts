import type { Random } from "../../transport/library/factory/random.ts";
import { graphqlUrl, PIECES, PLURALS, URL_CHARACTERS } from "./pieces.ts";

/** The cost of one request. */
export interface Cost {
  readonly url: string;
  readonly status: number;
  /** Milliseconds of processor time, of all threads. */
  readonly cpu: number;
  /** Of the answer's body. */
  readonly bytes: number;
}

export interface Search {
  readonly random: Random;
  /** Milliseconds to go on for. */
  readonly time: number;
  /** Asks it once. */
  ask(url: string): Promise<Cost>;
}

interface Found {
  readonly asked: number;
  readonly refused: number;
  /** The costliest by processor time and by bytes, worst first. */
  readonly slowest: readonly Cost[];
  readonly largest: readonly Cost[];
}

const KEPT = 30;

/** A question as the parts it was put together from, so that another can be made of it. */
interface Question {
  readonly type: string;
  readonly parts: readonly string[];
}

/**
 * Looks for the URL that costs most: combines parts of queries at random, and continues from the most expensive ones so
 * far by changing a part, adding one or leaving one out.
 */
export async function searchWorst({ random, time, ask }: Search): Promise<Found> {
  const pool: { readonly question: Question; readonly cost: Cost }[] = [];
  const slowest = new Worst((cost) => cost.cpu);
  const largest = new Worst((cost) => cost.bytes);
  const end = performance.now() + time;
  let asked = 0;
  let refused = 0;
  while (performance.now() < end) {
    const question = random.fraction() < 0.1 ? null : next(random, pool);
    const url = question === null ? graphqlUrl(random) : urlOf(question);
    if (url.length > URL_CHARACTERS) continue;
    const cost = await ask(url);
    asked += 1;
    if (cost.status >= 400) refused += 1;
    slowest.add(cost);
    largest.add(cost);
    if (question === null) continue;
    pool.push({ question, cost });
    if (pool.length < 2 * KEPT) continue;
    pool.sort((one, other) => worth(other.cost) - worth(one.cost));
    pool.length = KEPT;
  }
  return { asked, refused, slowest: slowest.list, largest: largest.list };
}

/** How promising a question is for further search: 100 ms count as much as 8 MB. */
const worth = ({ cpu, bytes }: Cost): number => Math.max(cpu / 100, bytes / 8_000_000);

function next(random: Random, pool: readonly { readonly question: Question }[]): Question {
  const known = random.fraction() < 0.7 ? pool[random.below(pool.length)]?.question : undefined;
  if (known === undefined) {
    const type = random.one(Object.keys(PLURALS));
    return {
      type,
      parts: Array.from({ length: 1 + random.below(4) }, () => random.one(PIECES)(random, type)),
    };
  }
  const parts = [...known.parts];
  const at = random.below(parts.length);
  const choice = random.fraction();
  if (choice < 0.2 && parts.length > 1) parts.splice(at, 1);
  else parts.splice(at, choice < 0.6 ? 1 : 0, random.one(PIECES)(random, known.type));
  return { type: known.type, parts };
}

function urlOf({ type, parts }: Question): string {
  return `/api/${PLURALS[type]}?${parts.join("&")}`;
}

/** The few that are worst by one measure. */
class Worst {
  readonly list: Cost[] = [];
  readonly #measure: (cost: Cost) => number;

  constructor(measure: (cost: Cost) => number) {
    this.#measure = measure;
  }

  add(cost: Cost): void {
    this.list.push(cost);
    this.list.sort((one, other) => this.#measure(other) - this.#measure(one));
    this.list.length = Math.min(this.list.length, KEPT);
  }
}
