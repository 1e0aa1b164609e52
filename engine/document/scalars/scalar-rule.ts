import type { Issue } from "../../error.ts";
import type { ScalarAttribute } from "../../schema/attribute.ts";
import type { Value } from "../../values/value.ts";
import { type TypeWord, typeFault } from "../check/type-fault.ts";
import { faultAt, type Path } from "../path.ts";

/** A value that is not null, before and after conversion, and what it is held against. */
export interface Judged {
  readonly path: Path;
  readonly attribute: ScalarAttribute;
  /** Full rules rather than those of drafts. */
  readonly full: boolean;
  readonly sent: unknown;
  readonly value: unknown;
}

export type Judgement =
  /** Of the type, in its normal form, with the further rules that it breaks. */
  | { readonly kind: "typed"; readonly normal: Value; readonly issues: readonly Issue[] }
  | { readonly kind: "mistyped"; readonly issues: readonly Issue[] }
  /** Not to be read as a date or time: reported alone, and only when all else is well (writes, §1, stage 12). */
  | { readonly kind: "unreadable"; readonly message: string };

/** What one type of scalar attribute takes. */
export interface ScalarRule {
  /** The type that null breaks where a value is required; without one it is the requirement itself (writes, §9). */
  readonly word?: TypeWord;
  /** Two values can be compared, so `unique` has a meaning. */
  readonly comparable: boolean;
  convert(value: unknown): unknown;
  judge(judged: Judged): Judgement;
}

export function typed(judged: Judged, normal: Value, messages: readonly string[]): Judgement {
  return { kind: "typed", normal, issues: messages.map((message) => faultAt(judged.path, message, normal)) };
}

export function mistyped({ path, value, sent }: Judged, word: TypeWord): Judgement {
  return { kind: "mistyped", issues: [typeFault(path, word, value, sent)] };
}
