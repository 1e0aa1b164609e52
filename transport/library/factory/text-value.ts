import type { ScalarAttribute } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";
import { FactoryError } from "./factory-error.ts";
import { patternText } from "./pattern-text.ts";
import { articleOf } from "./texts/articles.ts";
import { namedText } from "./texts/named-text.ts";
import { kebabOf } from "./texts/names.ts";
import { emailOf } from "./texts/people.ts";
import { fittedWords, headingOf, paragraphOf, wordsOf } from "./texts/words.ts";

/** Maximum length of a `string`, and enough for every other text. */
const MAX_LENGTH = 255;

/** Where no limit is given for a text that has no usual one. */
const ENDLESS = 100_000;

/** Names of Markdown that fills a page; another `text` or `description` is a line or two. */
const ARTICLE = /(^|-)(content|body|article|long-?description)$/;

/** Notes, and the `text` of a part of a page with its picture and buttons, unless the part is all text. */
function isLine({ model, path }: Draw): boolean {
  const name = kebabOf(path.at(-1) ?? "");
  if (/.-text$|(^|-)(notes?|message|info)$/.test(name)) return true;
  return name === "text" && !model.includes("::") && !/text|markdown|prose/.test(model);
}

/** A text within the limits of an attribute of type string, text or richtext. `source`: as of `uidValue`. */
export function textValue(attribute: ScalarAttribute, draw: Draw, source?: unknown): string {
  if (typeof source === "string") return uidValue(attribute, draw, source);
  const { random, serial } = draw;
  const isArticle = attribute.type === "richtext" && ARTICLE.test(kebabOf(draw.path.at(-1) ?? ""));
  const named = isArticle ? null : namedText(draw);
  if (named !== null && isFit(attribute, named.text, named.isOwn)) return named.text;
  if (attribute.regex !== undefined) return patternText(attribute, draw);
  if (attribute.type === "richtext" && named === null && !isLine(draw)) {
    const article = articleOf(random);
    if (isFit({ maxLength: ENDLESS, ...attribute }, article, false)) return article;
  }
  const words = named?.text ?? (attribute.type === "string" ? headingOf(random) : paragraphOf(random, 2));
  return fitted(attribute, draw, words, attribute.unique ? ` ${serial + 1}` : "");
}

/** Whether a text may stand as it is; a unique one has its number in it. */
function isFit(
  { minLength = 0, maxLength = MAX_LENGTH, regex, unique }: ScalarAttribute,
  text: string,
  isOwn: boolean,
): boolean {
  const isWithin = text.length >= minLength && text.length <= maxLength;
  return (
    isWithin && (isOwn || !unique) && (regex === undefined || (text.length <= regex.maxLength && regex.test(text)))
  );
}

/**
 * Letters, digits and hyphens from `source`, the value that the uid is derived from, else from what its name promises, and a number
 * that makes it unique.
 */
export function uidValue(attribute: ScalarAttribute, draw: Draw, source: unknown): string {
  if (attribute.regex !== undefined) return patternText(attribute, draw);
  if (typeof source !== "string") {
    const named = namedText(draw);
    if (named !== null && isFit({ ...attribute, unique: true }, slugOf(named.text), named.isOwn))
      return slugOf(named.text);
  }
  const text = typeof source === "string" ? source : wordsOf(draw.random, 2).join("-");
  return fitted(attribute, draw, slugOf(text), `-${draw.serial + 1}`);
}

/** Letters and digits, joined by hyphens. */
export function slugOf(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
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
