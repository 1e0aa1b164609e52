/** Milliseconds before the first report, and between reports. */
const ON_TERMINAL = { first: 1000, next: 100 };
const ELSEWHERE = { first: 3000, next: 3000 };

export interface ProgressOptions {
  readonly quiet?: boolean;
  readonly output?: Pick<NodeJS.WriteStream, "write" | "isTTY">;
  readonly now?: () => number;
}

/**
 * Reports the progress of long work on standard error: on a terminal as one line with a bar that is overwritten,
 * elsewhere as a line every few seconds. Work that ends before the first report is silent.
 */
export class ProgressLine {
  readonly #what: string;
  readonly #quiet: boolean;
  readonly #output: Pick<NodeJS.WriteStream, "write" | "isTTY">;
  readonly #now: () => number;
  readonly #pace: { readonly first: number; readonly next: number };
  #due: number;
  #isShown = false;

  constructor(what: string, options: ProgressOptions = {}) {
    const { quiet = false, output = process.stderr, now = () => performance.now() } = options;
    this.#what = what;
    this.#quiet = quiet;
    this.#output = output;
    this.#now = now;
    this.#pace = output.isTTY === true ? ON_TERMINAL : ELSEWHERE;
    this.#due = now() + this.#pace.first;
  }

  /** `all` is undefined while the total is unknown. Bound, so that it can be passed as a function. */
  readonly update = (done: number, all?: number): void => {
    if (this.#quiet || this.#now() < this.#due) return;
    this.#due = this.#now() + this.#pace.next;
    const isTerminal = this.#output.isTTY === true;
    const share = all === undefined || all === 0 ? null : Math.min(1, done / all);
    const total = share === null ? "" : ` of ${all} (${Math.floor(100 * share)} %)`;
    const bar = share === null || !isTerminal ? "" : ` ${barOf(share)}`;
    const line = `${this.#what}: ${done}${total}${bar}`;
    this.#output.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    this.#isShown = true;
  };

  /** Ends the report, whether the work succeeded or not: clears the terminal's line. */
  end(): void {
    this.#due = Number.POSITIVE_INFINITY;
    if (this.#isShown && this.#output.isTTY === true) this.#output.write("\r\u001b[K");
  }
}

const BAR_WIDTH = 20;

function barOf(share: number): string {
  const filled = Math.floor(BAR_WIDTH * share);
  return `[${"#".repeat(filled)}${" ".repeat(BAR_WIDTH - filled)}]`;
}

/** Runs a task with a progress line. */
export async function withProgress<T>(
  what: string,
  options: ProgressOptions,
  work: (update: ProgressLine["update"]) => Promise<T>,
): Promise<T> {
  const line = new ProgressLine(what, options);
  try {
    return await work(line.update);
  } finally {
    line.end();
  }
}
