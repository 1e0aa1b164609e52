import { randomUUID } from "node:crypto";
import { inBackground } from "../../../engine/internal.ts";
import { errorCode, reasonOf } from "../../../storage/core.ts";
import { millisecondsToRetry } from "../../http/headers/retry-after.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { type DeliveryState, pauseAfter, type StoredDelivery } from "./delivery.ts";
import type { DeliveryList } from "./delivery-list.ts";
import { gapBody } from "./make-deliveries.ts";
import type { Kept, Outbox } from "./outbox.ts";
import { POST_TIMEOUT, type Post, type PostAnswer } from "./post.ts";
import { signatureHeaders } from "./sign.ts";
import type { Webhook } from "./webhook.ts";

/** Requests under way at a time, for one webhook. */
const MAX_RUNNING = 5;
/** Deliveries of one document that wait; then the oldest ones are merged. */
const MAX_WAITING = 1_000;
/** Webhooks that led to each other in a row; then it is a loop. */
const MAX_HOPS = 5;
/** Stored deliveries that are read at a time. */
const READ = 100;
const MAX_DELAY = 2 ** 31 - 1;

export interface SenderParts {
  readonly webhook: Webhook;
  readonly outbox: Outbox;
  readonly post: Post;
  /** Requests that may begin, of all webhooks. */
  readonly slots: { free: number };
  readonly clock: Clock;
  readonly log: Log;
  readonly list: DeliveryList;
  /** A delivery has reached a state. */
  readonly count: (state: DeliveryState) => void;
  /** A slot may be free for other webhooks. */
  readonly onFree: () => void;
}

/** The deliveries of one document, in order. Only the first one is ever under way. */
interface Line {
  readonly waiting: { readonly mark: string; readonly at: number }[];
  next: number;
  isRunning: boolean;
}

/** A delivery with the mark that names it. */
interface AddedDelivery {
  readonly mark: string;
  readonly delivery: StoredDelivery;
}

/** Makes the deliveries of one webhook while this process holds it: in order per document, documents in parallel. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #configuration: string;
  readonly #lines = new Map<string, Line>();
  /** Deliveries that are stored and not begun, by mark. */
  readonly #later = new Map<string, StoredDelivery>();
  #running = 0;
  /** Never rejects. */
  #adding: Promise<void> = Promise.resolve();
  #isOff = false;
  /** Aborted when this process no longer holds the webhook. */
  #holding: AbortController | null = null;
  /** Names this holding of the webhook. */
  #holder = "";
  #timer: NodeJS.Timeout | null = null;
  #idle: (() => void)[] = [];

  constructor(parts: SenderParts) {
    this.#parts = parts;
    const { name: _, selects: __, ...configuration } = parts.webhook;
    this.#configuration = JSON.stringify(configuration);
  }

  get outbox(): Outbox {
    return this.#parts.outbox;
  }

  get isHeld(): boolean {
    return this.#holding !== null;
  }

  get isOff(): boolean {
    return this.#isOff;
  }

  /** Whether nothing is under way or due. */
  get isIdle(): boolean {
    if (this.#running > 0) return false;
    if (this.#holding === null) return true;
    const now = this.#parts.clock.now();
    for (const { next } of this.#lines.values()) if (next <= now) return false;
    return true;
  }

  /** Resolves when nothing is under way or due. */
  async idle(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Milliseconds since the oldest event that waits. */
  get lag(): number {
    const now = this.#parts.clock.now();
    let oldest = now;
    for (const { waiting } of this.#lines.values()) oldest = Math.min(oldest, waiting[0]?.at ?? now);
    return now - oldest;
  }

  /**
   * This process sends from now on: first the stored deliveries of events up to a position. Resolves when all are read. The first
   * ones are sent meanwhile: where holders die often, none would come to an end of many.
   */
  async hold(position: number): Promise<void> {
    const { outbox } = this.#parts;
    this.#isOff = await outbox.isOff(this.#configuration);
    this.#holding = new AbortController();
    this.#holder = randomUUID();
    const { signal } = this.#holding;
    await outbox.claim(this.#holder);
    const marks = await outbox.marks();
    for (let at = 0; at < marks.length; at += READ) {
      const stored = await Promise.all(marks.slice(at, at + READ).map((mark) => outbox.read(mark)));
      if (signal.aborted) return;
      this.#takeUp(stored);
      await this.begin(position);
    }
  }

  #takeUp(stored: readonly (Kept | null)[]): void {
    const { webhook, list } = this.#parts;
    for (const kept of stored) {
      if (kept?.delivery.isDead === true) list.note(webhook.name, "dead", kept.delivery);
      else if (kept !== null) this.#later.set(kept.mark, kept.delivery);
    }
  }

  release(): void {
    this.#forget();
    this.#holding = null;
    this.#tellIdle();
  }

  /** Forgets all deliveries, those too that are stored or on their way into the outbox; a request that is under way ends. */
  async clear(): Promise<void> {
    await this.#adding;
    this.#forget();
    if (this.#holding !== null) this.#holding = new AbortController();
    this.#isOff = false;
    await this.#parts.outbox.clear();
    this.#tellIdle();
  }

  #forget(): void {
    this.#holding?.abort();
    this.#lines.clear();
    this.#later.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tellIdle(): void {
    if (this.#idle.length > 0 && this.isIdle) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Stores deliveries; resolves when they are durable. */
  add(deliveries: readonly AddedDelivery[]): Promise<void> {
    const adding = this.#add(deliveries);
    this.#adding = adding.catch(() => {});
    return adding;
  }

  async #add(deliveries: readonly AddedDelivery[]): Promise<void> {
    if (this.#isOff) return;
    await Promise.all(deliveries.map(({ mark, delivery }) => this.#parts.outbox.add(mark, delivery)));
    for (const { mark, delivery } of deliveries) if (!this.#later.has(mark)) this.#later.set(mark, delivery);
  }

  /**
   * Begins with the deliveries of events up to a position. Not before it is certain that these events do not come again: of a
   * delivery that was made and is no longer stored, the body would be made anew.
   */
  async begin(position: number): Promise<void> {
    const { list, webhook, outbox } = this.#parts;
    for (const [mark, delivery] of [...this.#later].sort(([one], [other]) => (one < other ? -1 : 1))) {
      if (outbox.positionOf(mark) > position) continue;
      this.#later.delete(mark);
      list.note(webhook.name, "waiting", delivery);
      this.#queue(mark, delivery);
      await this.#merge(delivery.document);
    }
    this.look();
  }

  /** Begins again with a dead delivery; false if there is none of this id. */
  async redeliver(id: string): Promise<boolean> {
    const { outbox } = this.#parts;
    for (const mark of await outbox.marks()) {
      const kept = await outbox.read(mark);
      if (kept?.delivery.id !== id || kept.delivery.isDead !== true) continue;
      const { isDead: _, reason: __, ...delivery } = kept.delivery;
      const again = await outbox.replace(kept, { ...delivery, tries: 0, next: this.#parts.clock.now() });
      if (again !== null) this.#queue(mark, again.delivery);
      this.look();
      return again !== null;
    }
    return false;
  }

  /** Begins due deliveries, as far as there are slots, and looks again when the next one is due. */
  readonly look = (): void => {
    if (this.#holding === null) return;
    const now = this.#parts.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [document, line] of this.#lines) {
      if (line.isRunning) continue;
      if (line.next > now) next = Math.min(next, line.next);
      else if (!this.#begin(document, line, this.#holding.signal)) break;
    }
    this.#wakeAt(next, now);
  };

  #begin(document: string, line: Line, held: AbortSignal): boolean {
    const { slots } = this.#parts;
    if (this.#running >= MAX_RUNNING || slots.free === 0) return false;
    slots.free -= 1;
    this.#running += 1;
    line.isRunning = true;
    void this.#deliverFirst(line, held).finally(() => {
      this.#running -= 1;
      slots.free += 1;
      line.isRunning = false;
      if (line.waiting.length === 0 && this.#lines.get(document) === line) this.#lines.delete(document);
      this.look();
      this.#parts.onFree();
      this.#tellIdle();
    });
    return true;
  }

  #wakeAt(next: number, now: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (next === Number.POSITIVE_INFINITY || this.#parts.clock.isStopped) return;
    this.#timer = inBackground(setTimeout(this.look, Math.min(next - now, MAX_DELAY)));
  }

  #queue(mark: string, { document, tries, at, next: after }: StoredDelivery): void {
    // The first try is due at once, whatever the clock says of the process that wrote the document.
    const next = tries === 0 ? 0 : after;
    const line = this.#lines.get(document);
    if (line === undefined) this.#lines.set(document, { waiting: [{ mark, at }], next, isRunning: false });
    else line.waiting.push({ mark, at });
  }

  async #deliverFirst(line: Line, held: AbortSignal): Promise<void> {
    const mark = line.waiting[0]?.mark ?? "";
    try {
      const { outbox } = this.#parts;
      const [kept, holder] = await Promise.all([outbox.read(mark), outbox.holder()]);
      held.throwIfAborted();
      const next = kept === null || holder !== this.#holder ? null : await this.#deliver(kept, held);
      if (next === null) line.waiting.shift();
      line.next = next ?? 0;
    } catch (error) {
      if (held.aborted) return;
      const { log, webhook } = this.#parts;
      log.warn({ reason: messageOf(error) }, `Webhook ${webhook.name}: A delivery could not be stored`);
      line.next = this.#parts.clock.now() + 5_000;
    }
  }

  /** Makes a try; gives the time of the next one, or null if there is none. */
  async #deliver(kept: Kept, held: AbortSignal): Promise<number | null> {
    const { outbox, clock } = this.#parts;
    if (this.#isOff) {
      await outbox.remove(kept);
      return null;
    }
    if (kept.delivery.hop > MAX_HOPS)
      return this.#fail(kept, `a loop: ${MAX_HOPS} webhooks led to this event`, undefined);
    const answer = await this.#try(kept.delivery, held);
    held.throwIfAborted();
    if (typeof answer === "string") return this.#fail(kept, answer, null);
    const { status, statusText, retryAfter } = answer;
    if (status >= 200 && status < 300) {
      await outbox.remove(kept);
      this.#note("delivered", { ...kept.delivery, tries: kept.delivery.tries + 1 });
      return null;
    }
    if (status === 410) return this.#switchOff(kept, statusText);
    const asked = status === 429 || status === 503 ? millisecondsToRetry(retryAfter, clock.now()) : null;
    return this.#fail(kept, `${status} ${statusText}`.trim(), asked);
  }

  /** The answer, or why there is none. */
  async #try({ id, event, body, hop, isRebuilt }: StoredDelivery, held: AbortSignal): Promise<PostAnswer | string> {
    const { post, clock } = this.#parts;
    const { url, headers, secrets, allowPrivate } = this.#parts.webhook;
    // One signal for both reasons: `any` of two costs more than the rest of a try.
    const ended = new AbortController();
    const end = () => ended.abort();
    const timer = setTimeout(end, POST_TIMEOUT);
    held.addEventListener("abort", end, { once: true });
    try {
      return await post({
        url,
        headers: {
          ...headers,
          "X-Strapi-Event": event,
          "Content-Type": "application/json",
          "webhook-id": id,
          ...signatureHeaders(secrets, id, body, clock.now()),
          "X-Galley-Hop": String(hop),
          ...(isRebuilt === true && { "X-Galley-Rebuilt": "1" }),
        },
        body,
        allowPrivate,
        signal: ended.signal,
      });
    } catch (error) {
      const isLate = ended.signal.aborted && !held.aborted;
      return isLate ? `no answer within ${POST_TIMEOUT / 1000} s` : messageOf(error);
    } finally {
      clearTimeout(timer);
      held.removeEventListener("abort", end);
    }
  }

  /** `asked`: the pause that the receiver asks for, in milliseconds; undefined: no further try. */
  async #fail(kept: Kept, reason: string, asked: number | null | undefined): Promise<number | null> {
    const { outbox, clock, webhook } = this.#parts;
    const tries = kept.delivery.tries + 1;
    const pause = asked === undefined ? null : pauseAfter(tries, asked);
    const next = pause === null ? null : clock.now() + pause;
    const failed: StoredDelivery = {
      ...kept.delivery,
      tries,
      reason,
      ...(next === null ? { isDead: true as const } : { next }),
    };
    await outbox.replace(kept, failed);
    this.#note(next === null ? "dead" : "waiting", failed);
    if (next === null) this.#parts.log.warn({ id: failed.id }, `Webhook ${webhook.name}: ${reason}: given up`);
    else if (tries === 1) this.#parts.log.warn({ id: failed.id }, `Webhook ${webhook.name}: ${reason}: tried again`);
    return next;
  }

  async #switchOff(kept: Kept, statusText: string): Promise<null> {
    const { outbox, webhook, log } = this.#parts;
    this.#isOff = true;
    await outbox.switchOff(this.#configuration);
    await outbox.remove(kept);
    const reason = `410 ${statusText || "Gone"}: switched off until the configuration changes`;
    this.#note("dead", { ...kept.delivery, tries: kept.delivery.tries + 1, reason });
    log.warn({}, `Webhook ${webhook.name}: ${reason}`);
    return null;
  }

  #note(state: DeliveryState, delivery: StoredDelivery): void {
    this.#parts.list.note(this.#parts.webhook.name, state, delivery);
    this.#parts.count(state);
  }

  /** Merges the two oldest deliveries of a document behind the first one, which may be under way, if there are too many. */
  async #merge(document: string): Promise<void> {
    const { outbox } = this.#parts;
    const line = this.#lines.get(document);
    if (line === undefined || line.waiting.length <= MAX_WAITING) return;
    const [one, other] = await Promise.all(line.waiting.slice(1, 3).map(({ mark }) => outbox.read(mark)));
    if (!one || !other) return;
    const merged = { ...other.delivery, event: "galley.gap", body: gapBody(other.delivery) };
    if ((await outbox.replace(other, merged)) === null) return;
    await outbox.remove(one);
    line.waiting.splice(
      line.waiting.findIndex(({ mark }) => mark === one.mark),
      1,
    );
  }
}

function messageOf(error: unknown): string {
  // Of several addresses that failed, Node gives a code alone.
  return reasonOf(error) || errorCode(error) || String(error);
}
