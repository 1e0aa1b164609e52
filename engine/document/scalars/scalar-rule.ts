import type { Issue } from "../../error.ts";
import type { ScalarAttribute } from "../../schema/attribute.ts";
import type { Value } from "../../values/value.ts";
import { type TypeWord, typeFault } from "../check/type-fault.ts";
import { faultAt, type Path } from "../path.ts";

/** A non-null value before and after conversion, and the attribute that it is checked against. */
export interface JudgedValue {
  readonly path: Path;
  readonly attribute: ScalarAttribute;
  /** Applies the constraints of published versions rather than of drafts. */
  readonly full: boolean;
  readonly sent: unknown;
  readonly value: unknown;
}

export type Judgement =
  /** Has the type; in normal form, with the further constraints that it breaks. */
  | { readonly kind: "typed"; readonly normal: Value; readonly issues: readonly Issue[] }
  | { readonly kind: "mistyped"; readonly issues: readonly Issue[] }
  /** Cannot be parsed as a date or time: reported alone, and only if there is no other fault (writes, §1, stage 12). */
  | { readonly kind: "unreadable"; readonly message: string };

/** The values that one scalar type accepts. */
export interface ScalarRule {
  /** The type named in the fault for null where a value is required; by default the requirement is named (writes, §9). */
  readonly word?: TypeWord;
  /** Values of the type can be compared, so that `unique` is meaningful. */
  readonly comparable: boolean;
  convert(value: unknown): unknown;
  judge(judged: JudgedValue): Judgement;
}

export function typed(judged: JudgedValue, normal: Value, messages: readonly string[]): Judgement {
  if (messages.length === 0) return { kind: "typed", normal, issues: NO_ISSUES };
  return { kind: "typed", normal, issues: messages.map((message) => faultAt(judged.path, message, normal)) };
}

const NO_ISSUES: readonly Issue[] = [];

export function mistyped({ path, value, sent }: JudgedValue, word: TypeWord): Judgement {
  return { kind: "mistyped", issues: [typeFault(path, word, value, sent)] };
}
