import type { ScalarAttribute } from "../../schema/attribute.ts";
import type { Pattern } from "../../schema/pattern/pattern.ts";
import { compareBigIntegers } from "../../values/biginteger.ts";
import { MAX_EMAIL_LENGTH } from "../../values/email.ts";

/*
 * The constraints of an attribute besides its type, as messages without a path (writes, §8). Drafts must only meet the
 * ones that storing needs; published versions all.
 */

/** Maximum length of a `string` without a limit of its own. */
const STRING_LENGTH = 255;

export function lengthFaults(value: string, attribute: ScalarAttribute, full: boolean): string[] {
  const { minLength } = attribute;
  const maxLength = longestValue(attribute);
  const faults: string[] = [];
  if (full && minLength !== undefined && value.length < minLength) {
    faults.push(`must be at least ${minLength} characters`);
  }
  if (maxLength !== undefined && value.length > maxLength) faults.push(`must be at most ${maxLength} characters`);
  return faults;
}

/** The longest value that an attribute may have, in characters; undefined: no limit. */
export function longestValue({ type, maxLength }: ScalarAttribute): number | undefined {
  if (type === "email") return Math.min(maxLength ?? MAX_EMAIL_LENGTH, MAX_EMAIL_LENGTH);
  return maxLength ?? (type === "string" ? STRING_LENGTH : undefined);
}

/** A text that would take long is refused before it is matched. */
export function patternFaults(value: string, pattern: Pattern): string[] {
  const { maxLength, source, flags } = pattern;
  if (value.length > maxLength) {
    return [`must be at most ${maxLength} characters: longer texts take too long to match "/${source}/${flags}"`];
  }
  return pattern.test(value) ? [] : [`must match the following: "/${pattern.source}/${pattern.flags}"`];
}

export function rangeFaults(value: number, { min, max }: ScalarAttribute, full: boolean): string[] {
  const faults: string[] = [];
  if (full && min !== undefined && value < min) faults.push(below(min));
  if (max !== undefined && value > max) faults.push(above(max));
  return faults;
}

/** `value` is in normal form. */
export function bigRangeFaults(value: string, { minBig, maxBig }: ScalarAttribute, full: boolean): string[] {
  const faults: string[] = [];
  if (full && minBig !== undefined && compareBigIntegers(value, String(minBig)) < 0) faults.push(below(minBig));
  if (maxBig !== undefined && compareBigIntegers(value, String(maxBig)) > 0) faults.push(above(maxBig));
  return faults;
}

function below(min: number | bigint): string {
  return `must be greater than or equal to ${min}`;
}

function above(max: number | bigint): string {
  return `must be less than or equal to ${max}`;
}
