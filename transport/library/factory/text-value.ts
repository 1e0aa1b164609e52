import type { ScalarAttribute } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";
import { FactoryError } from "./factory-error.ts";
import { emailOf, namedText } from "./named-text.ts";
import { patternText } from "./pattern-text.ts";
import { fittedWords, headingOf, sentenceOf, wordsOf } from "./words.ts";

/** Maximum length of a `string`, and enough for every other text. */
const MAX_LENGTH = 255;

/** A text within the limits of an attribute of type string, text or richtext. */
export function textValue(attribute: ScalarAttribute, draw: Draw): string {
  const { random, serial } = draw;
  const named = namedText(draw);
  if (named !== null && isFit(attribute, named, serial)) return named;
  if (attribute.regex !== undefined) return patternText(attribute, draw);
  const words =
    named ?? (attribute.type === "string" ? headingOf(random) : `${sentenceOf(random)} ${sentenceOf(random)}`);
  return fitted(attribute, draw, words, attribute.unique ? ` ${serial + 1}` : "");
}

/** Whether a text may stand as it is; a unique one has its number in it. */
function isFit(
  { minLength = 0, maxLength = MAX_LENGTH, regex, unique }: ScalarAttribute,
  text: string,
  serial: number,
): boolean {
  const isWithin = text.length >= minLength && text.length <= maxLength;
  const isOwn = !unique || text.includes(String(serial + 1));
  return isWithin && isOwn && (regex === undefined || (text.length <= regex.maxLength && regex.test(text)));
}

/** Letters, digits and hyphens from the attribute that the uid is derived from, and a number that makes it unique. */
export function uidValue(attribute: ScalarAttribute, draw: Draw, source: unknown): string {
  if (attribute.regex !== undefined) return patternText(attribute, draw);
  const text = typeof source === "string" ? source : wordsOf(draw.random, 2).join("-");
  return fitted(attribute, draw, slugOf(text), `-${draw.serial + 1}`);
}

function slugOf(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

export function emailValue(attribute: ScalarAttribute, draw: Draw): string {
  if (attribute.regex !== undefined) return patternText(attribute, draw);
  const { minLength = 0, maxLength = MAX_LENGTH } = attribute;
  const number = String(draw.serial + 1);
  const forms = [emailOf(draw), `${number}@example.org`, `${number}@b.io`];
  const email = forms.find((form) => form.length <= maxLength);
  if (email === undefined) throw new FactoryError(draw.path, `has no email of ${maxLength} characters`);
  return email.padStart(minLength, "a");
}

/** A text of a suitable length that ends in `suffix`; `suffix` alone if there is no room for more. */
function fitted(attribute: ScalarAttribute, draw: Draw, text: string, suffix: string): string {
  const { minLength = 0, maxLength = MAX_LENGTH } = attribute;
  const room = maxLength - suffix.length;
  if (room < 0)
    return draw.serial
      .toString(36)
      .padStart(minLength, "0")
      .slice(-maxLength || maxLength);
  const least = Math.max(minLength, Math.min(1, maxLength)) - suffix.length;
  return fittedWords(draw.random, text, least, room) + suffix;
}
