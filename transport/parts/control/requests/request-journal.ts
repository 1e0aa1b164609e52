import { refuseFaults } from "../../../config/refuse-faults.ts";
import type { Observer } from "../../../http/pipeline.ts";
import type { HttpRequest, HttpResponse } from "../../../http/port.ts";
import { EXPECTED, type Expected, WAIT, type Wait } from "./expected.ts";
import type { Har, HarOptions, HarSource } from "./har.ts";
import { type RecordedBody, recordedBody, recordedRequest } from "./recorded-body.ts";
import type { RecordedRequest, RequestFilter } from "./recorded-request.ts";
import { testOf } from "./request-match.ts";
import { decodedPath } from "./seen-request.ts";
import { unexpectedRequests } from "./unexpected-requests.ts";

/** Maximum bytes of a journal: as many as one answer can hold without delaying others. */
export const JOURNAL_BYTES = 4 * 1_048_576;

export interface JournalLimits {
  /** Maximum number of recorded requests, the newest. */
  readonly requests: number;
  /** Maximum bytes of bodies, paths and headers; the newest request is kept in any case. */
  readonly bytes: number;
}

interface Recorded extends HarSource {
  readonly bytes: number;
}

/** The newest requests with their answers, bounded in number and bytes. */
export class RequestJournal implements Iterable<RecordedRequest> {
  readonly #limits: JournalLimits;
  #recorded: Recorded[] = [];
  #bytes = 0;
  readonly #waiting = new Set<() => void>();

  /** @internal */
  constructor(limits: JournalLimits) {
    this.#limits = limits;
  }

  get keepsSome(): boolean {
    return this.#limits.requests > 0;
  }

  /** Approximate bytes of all records. */
  get bytes(): number {
    return this.#bytes;
  }

  get length(): number {
    return this.#recorded.length;
  }

  [Symbol.iterator](): Iterator<RecordedRequest> {
    return this.all()[Symbol.iterator]();
  }

  /** In the order of their answers. */
  all(): readonly RecordedRequest[] {
    return this.#recorded.map(({ recorded }) => recorded);
  }

  /** @throws EngineError `validation` for an invalid match, as do all methods that take one. */
  filter(which: RequestFilter): readonly RecordedRequest[] {
    return this.all().filter(testOf(which));
  }

  /** The first. */
  find(which: RequestFilter): RecordedRequest | undefined {
    return this.all().find(testOf(which));
  }

  /** The newest. */
  last(which: RequestFilter = {}): RecordedRequest | undefined {
    return this.all().findLast(testOf(which));
  }

  count(which: RequestFilter = {}): number {
    return this.filter(which).length;
  }

  /**
   * The matching requests as a HAR 1.2, in the order of their answers; of equal ones the first. Without credentials in
   * headers and queries; with `scrub` also with stand-ins for what could name somebody, as a twin has them.
   *
   * @throws EngineError `validation` for an invalid match (rejected).
   */
  async toHAR({ match = {}, ...options }: HarOptions = {}): Promise<Har> {
    const { harOf } = await import("./har.ts");
    const isWanted = testOf(match);
    return harOf(
      this.#recorded.filter(({ recorded }) => isWanted(recorded)),
      options,
    );
  }

  /** The matching requests. Throws ExpectationError, which lists the requests that came instead. */
  expect(which: RequestFilter, expected: Expected = {}): readonly RecordedRequest[] {
    refuseFaults(EXPECTED, expected, "What is expected");
    const found = this.filter(which);
    if (isEnough(found.length, expected)) return found;
    throw unexpectedRequests(which, expected, found.length, this.all());
  }

  /**
   * Resolves with the matching requests once there are as many as expected; earlier ones count. Rejects with
   * ExpectationError after the timeout, or at once if there are too many.
   */
  async waitFor(which: RequestFilter, wait: Wait = {}): Promise<readonly RecordedRequest[]> {
    refuseFaults(WAIT, wait, "What is waited for");
    const deadline = performance.now() + (wait.timeout ?? 1000);
    for (;;) {
      const found = this.filter(which);
      if (isEnough(found.length, wait)) return found;
      const left = deadline - performance.now();
      const tooMany = wait.times !== undefined && found.length > wait.times;
      if (left <= 0 || tooMany) throw unexpectedRequests(which, wait, found.length, this.all());
      await this.#nextRequest(left);
    }
  }

  clear(): void {
    this.#recorded = [];
    this.#bytes = 0;
  }

  /** @internal Records a request with its answer; call it while the request can be read. */
  readonly record: Observer = (request, response, started, service) => {
    if (service.isControl === true) return;
    const body = recordedRequest(request);
    const answer = recordedBody(response.body);
    const recorded = recordedOf(request, response, body, answer);
    const bytes = headBytes(recorded) + body.bytes + answer.bytes;
    const took = performance.now() - started;
    this.#recorded.push({ bytes, recorded, body, answer, started: performance.timeOrigin + started, took });
    this.#bytes += bytes;
    while (this.#isOver()) {
      this.#bytes -= this.#recorded.shift()?.bytes ?? 0;
    }
    for (const wake of this.#waiting) wake();
  };

  #isOver(): boolean {
    const { length } = this.#recorded;
    return length > this.#limits.requests || (length > 1 && this.#bytes > this.#limits.bytes);
  }

  #nextRequest(patience: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, patience);
      this.#waiting.add(wake);
    });
  }
}

function isEnough(count: number, { times }: Expected): boolean {
  return times === undefined ? count > 0 : count === times;
}

/** Plain data, whose costly parts are computed on first access. */
function recordedOf(
  request: HttpRequest,
  response: HttpResponse,
  body: RecordedBody,
  answer: RecordedBody,
): RecordedRequest {
  return {
    method: request.method,
    path: decodedPath(request.path),
    query: request.query,
    headers: Object.fromEntries(request.allHeaders()),
    get body() {
      return body.read();
    },
    ...(body.isCut && { bodyIsCut: true }),
    status: response.status,
    response: {
      get headers() {
        return Object.fromEntries([...response.headers, ...(response.ownHeaders ?? [])]);
      },
      get body() {
        return answer.read();
      },
      ...(answer.isCut && { bodyIsCut: true }),
    },
  };
}

function headBytes({ path, query, headers }: RecordedRequest): number {
  const lengths = Object.entries(headers).map(([name, value]) => name.length + value.length);
  return lengths.reduce((sum, length) => sum + length, path.length + query.length);
}
