import type { Report } from "../report.ts";

/** Tells the operator when writes cannot be stored, and when they can again: once for each outage. */
export class OutageLines {
  readonly #report: Report;
  #isOut = false;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Why writes cannot be stored; null: they can. */
  tell(reason: string | null): void {
    if (this.#isOut === (reason !== null)) return;
    this.#isOut = reason !== null;
    if (reason === null) this.#report("Writes are stored again", {});
    else this.#report("Writes cannot be stored at the moment", { reason });
  }
}
