import type { Attribute } from "../../model/model.ts";
import type { FormValues } from "./form-values.ts";

/** Combining marks, such as accents. */
const MARKS = /\p{M}/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Latin letters that are not a basic letter with a mark. */
const LETTERS: { readonly [letter: string]: string } = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  þ: "th",
  ı: "i",
};

/** A uid made of its target field; empty if there is nothing to make it of. The server makes no uid itself (writes, §8). */
export function suggestionFor({ type, targetField }: Attribute, values: FormValues): string {
  const source = type === "uid" && targetField !== undefined ? values[targetField] : null;
  return typeof source === "string" ? slugOf(source) : "";
}

/** The values after a change: a uid without a value of its own follows its target field. */
export function withSlugs(inputs: readonly Attribute[], before: FormValues, after: FormValues): FormValues {
  const followed = inputs.flatMap((input) => {
    const { name } = input;
    const [was, is] = [suggestionFor(input, before), suggestionFor(input, after)];
    const isOwn = after[name] !== before[name] || ![was, ""].includes(String(before[name] ?? ""));
    return was === is || isOwn ? [] : [[name, is === "" ? null : is] as const];
  });
  return { ...after, ...Object.fromEntries(followed) };
}

/** The words of a text for a URL: in lower case without accents, joined by hyphens. Words in other scripts are left out. */
export function slugOf(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replaceAll(MARKS, "");
  const latin = plain.replaceAll(/[ßæœøłđþı]/g, (letter) => LETTERS[letter] ?? letter);
  return latin
    .split(BETWEEN_WORDS)
    .filter((word) => /^[a-z0-9]+$/.test(word))
    .join("-");
}
