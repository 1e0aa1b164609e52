import { type Access, EngineError, ObjectNumbers, WeightedCache } from "../../../../engine/internal.ts";
import type { LiftedBody } from "./lift-values.ts";
import { type AnsweredRequest, type RequestTemplate, type TemplateParts, templateOf } from "./request-template.ts";

/** Bytes of the cached forms and templates. */
const FORMS_BYTES = 8 * 1_048_576;
const TEMPLATES_BYTES = 16 * 1_048_576;

/** Bytes of a template without its document. */
const TEMPLATE_BYTES = 4_000;

/** What all bodies with one key have in common. */
interface Form {
  readonly number: number;
  /** The indexes of the values that all requests of one template share; null if there is no template. */
  readonly fixed: readonly number[] | null;
}

/**
 * The templates of bodies that came before, by caller, by the body without the values of its variables, and by those of
 * them that are fixed.
 */
export class RequestTemplates {
  readonly #parts: TemplateParts;
  /** Null for bodies that came once: most of those that come twice come often. */
  readonly #forms = new WeightedCache<string, Form | null>(FORMS_BYTES);
  readonly #templates = new WeightedCache<string, RequestTemplate>(TEMPLATES_BYTES);
  readonly #callers = new ObjectNumbers<Access>();
  #lastForm = 0;

  constructor(parts: TemplateParts) {
    this.#parts = parts;
  }

  /** The template of a body; undefined if none is known. */
  get(access: Access, body: LiftedBody): RequestTemplate | undefined {
    const form = this.#forms.get(body.key);
    if (form?.fixed == null) return undefined;
    return this.#templates.get(this.#keyOf(access, form.number, form.fixed, body));
  }

  /** Makes the template of a body that was answered by a plan, if another with its key came before. */
  learn(answered: AnsweredRequest, body: LiftedBody): void {
    const form = this.#forms.get(body.key);
    if (form === undefined) this.#putForm(body, null);
    if (form === undefined || form?.fixed === null) return;
    const made = this.#made(answered, body);
    const { number } = form ?? { number: ++this.#lastForm };
    if (form === null) this.#putForm(body, { number, fixed: made?.fixed ?? null });
    if (made === null) return;
    const key = this.#keyOf(answered.access, number, made.fixed, body);
    this.#templates.set(key, made.template, 2 * key.length + answered.prepared.weight + TEMPLATE_BYTES);
  }

  #putForm({ key }: LiftedBody, form: Form | null): void {
    this.#forms.set(key, form, 2 * key.length);
  }

  #made(answered: AnsweredRequest, body: LiftedBody) {
    try {
      return templateOf(this.#parts, answered, body);
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }

  #keyOf(access: Access, form: number, fixed: readonly number[], { values }: LiftedBody): string {
    return `${this.#callers.of(access)} ${form} ${JSON.stringify(fixed.map((index) => values[index]))}`;
  }
}
