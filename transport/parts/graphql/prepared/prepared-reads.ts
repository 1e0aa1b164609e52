import { type Access, ObjectNumbers, WeightedCache } from "../../../../engine/internal.ts";
import type { LiftedBody } from "./lift-values.ts";
import { type PlannedQuery, type PreparedRead, type PrepareParts, prepareRead } from "./prepared-read.ts";
import { isInOrder, type RequestForm } from "./request-form.ts";

/** Bytes of the cached forms and reads. */
const FORMS_BYTES = 8 * 1_048_576;
const READS_BYTES = 16 * 1_048_576;

/** Bytes of a read without its document. */
const READ_BYTES = 4_000;

/** The common part of all requests of one form. */
interface Form {
  readonly number: number;
  /** The indexes of the values that all requests of one read share. */
  readonly fixed: readonly number[];
}

/** The prepared reads of earlier requests, by caller, by the request without its values, and by its fixed values. */
export class PreparedReads {
  readonly #parts: PrepareParts;
  /** By the key of a request, or of a body with the same values in the same order. */
  readonly #forms = new WeightedCache<string, Form>(FORMS_BYTES);
  readonly #reads = new WeightedCache<string, PreparedRead>(READS_BYTES);
  readonly #callers = new ObjectNumbers<Access>();
  #lastForm = 0;

  constructor(parts: PrepareParts) {
    this.#parts = parts;
  }

  /** The read of a request, or of a body that was noted; undefined if none is known. */
  get(access: Access, { key, values }: LiftedBody): PreparedRead | undefined {
    const form = this.#forms.get(key);
    return form && this.#reads.get(this.#keyOf(access, form, values));
  }

  /**
   * Prepares the read of a request; null if an argument of a root field is invalid. Throws EngineError for a root field that
   * is refused.
   */
  prepare(query: PlannedQuery, form: RequestForm): PreparedRead | null {
    const read = prepareRead(this.#parts, query, form);
    if (read !== null && form.isShort) this.#keep(query, form, read);
    return read;
  }

  /** Notes a body with a request whose read is known. */
  note(body: LiftedBody, request: RequestForm): void {
    const form = this.#forms.get(request.key);
    if (form !== undefined && isInOrder(body, request)) this.#forms.set(body.key, form, 2 * body.key.length);
  }

  #keep({ access, prepared }: PlannedQuery, request: RequestForm, read: PreparedRead): void {
    const fixed = read.fixedIn(request);
    let form = this.#forms.get(request.key);
    if (form === undefined || fixed.length < form.fixed.length) {
      form = { number: ++this.#lastForm, fixed };
      this.#forms.set(request.key, form, 2 * request.key.length);
    }
    const { fixed: shared } = form;
    if (!fixed.every((index) => shared.includes(index))) return;
    const key = this.#keyOf(access, form, request.values);
    this.#reads.set(key, read, 2 * key.length + prepared.weight + READ_BYTES);
  }

  #keyOf(access: Access, { number, fixed }: Form, values: LiftedBody["values"]): string {
    let key = `${this.#callers.of(access)} ${number}`;
    for (const index of fixed) {
      const value = String(values[index]);
      // The length keeps lists of values apart that would be one text.
      key += ` ${value.length} ${value}`;
    }
    return key;
  }
}
