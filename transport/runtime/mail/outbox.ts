import { ExpectationError } from "../expectation-error.ts";
import type { Mail } from "./mail.ts";

/** A message that was kept instead of being sent. */
export interface KeptMail extends Mail {
  /** When it would have been sent: ISO 8601. */
  readonly at: string;
}

/** Selects messages; by default all of them. */
export interface MailMatch {
  /** Address, case-insensitive. */
  readonly to?: string;
}

/** Maximum number of messages; the newest are kept. */
const MAX_MAILS = 1000;

/** Default milliseconds to wait for a message. */
const TIMEOUT = 1000;

/** Mail of a galley that sends none: for tests, which read the codes in it. */
export class Outbox {
  readonly #now: () => number;
  #mails: KeptMail[] = [];
  readonly #waiting = new Set<() => void>();

  /** `now`: in epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  add(mail: Mail): void {
    this.#mails.push({ ...mail, at: new Date(this.#now()).toISOString() });
    if (this.#mails.length > MAX_MAILS) this.#mails.shift();
    for (const look of this.#waiting) look();
  }

  /** In the order in which they came. */
  list(match: MailMatch = {}): readonly KeptMail[] {
    const to = match.to?.toLowerCase();
    return this.#mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to);
  }

  clear(): void {
    this.#mails = [];
  }

  /**
   * Waits for the newest matching message: some are sent after the request that asks for them was answered.
   *
   * @throws ExpectationError after `timeout` milliseconds, by default 1000 (rejected).
   */
  waitFor(match: MailMatch = {}, { timeout = TIMEOUT }: { readonly timeout?: number } = {}): Promise<KeptMail> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      const look = () => {
        const found = this.list(match).at(-1);
        if (found === undefined) return;
        end();
        resolve(found);
      };
      const timer = setTimeout(() => {
        end();
        const whose = match.to === undefined ? "" : ` to ${match.to}`;
        reject(new ExpectationError(`No mail${whose} was sent within ${timeout} ms`));
      }, timeout);
      this.#waiting.add(look);
      look();
    });
  }
}
