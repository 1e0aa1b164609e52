import type { StandIns } from "./stand-ins.ts";

/** Each pattern begins where nothing of its kind stands before it, so that a text is read once. */
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu;
const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]){11,30}(?![A-Za-z0-9])/g;
const PHONE =
  /(?:(?<![\p{N}+])\+|(?<![\p{L}\p{N}_.,/+-])(?![\da-f]{8}-[\da-f]{4}-)(?:\(?0|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)))[\d ()./-]{0,24}(?!\d)/gu;
const JWT = /(?<![\w-])eyJ[\w-]{5,8000}\.[\w-]{1,8000}\.[\w-]{0,8000}/g;
const KEY =
  /(?<![A-Za-z0-9])(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abprs]|AKIA|AIza)[_-]?[A-Za-z0-9_-]{14,250}/g;
const ACCOUNT = /(?<=:\/\/)[^\s"'<>/?#@\\]{1,300}@/g;
const QUERY = /\?[^\s"'<>)\]\\#]{1,4000}/g;
const SECRET_IN_QUERY =
  /(?:^\?|&)(?:amp;)?(?:x-amz-[a-z-]{1,40}|(?:access_|api_|auth_|id_|refresh_)?token|api_?key|key|secret|sig|signature|auth|password|pwd|jwt|session|code)=/i;

/** A part of a text that begins where a pattern matches, and its stand-in; null if the match is none of its kind. */
type Find = (match: string, standIns: StandIns) => readonly [part: string, standIn: string] | null;

const KINDS: readonly (readonly [RegExp, Find])[] = [
  // The name and password in a link.
  [ACCOUNT, (account) => [account, ""]],
  [QUERY, (query) => (SECRET_IN_QUERY.test(query) ? [query, ""] : null)],
  [JWT, (jwt, standIns) => [jwt, `eyJ${standIns.token(jwt)}`]],
  [KEY, (key, standIns) => (/\d/.test(key) ? [key, standIns.token(key)] : null)],
  [EMAIL, (email, standIns) => [email, standIns.email(email)]],
  [IBAN, findIban],
  [PHONE, findPhone],
];

/** Replaces everything in a text by which somebody can be found or something be opened. */
export function scrubText(text: string, standIns: StandIns): string {
  return /[@?\d]|eyJ/.test(text) ? replaceFrom(0, text, standIns) : text;
}

/** Replaces this kind and the later ones. No kind is looked for in a stand-in: a few have the form of an IBAN by chance. */
function replaceFrom(kind: number, text: string, standIns: StandIns): string {
  const [pattern, find] = KINDS[kind] ?? [];
  if (pattern === undefined || find === undefined || text === "") return text;
  let done = "";
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const found = find(match, standIns);
    if (found === null) continue;
    const [part, standIn] = found;
    done += replaceFrom(kind + 1, text.slice(end, index), standIns) + standIn;
    end = index + part.length;
  }
  return done + replaceFrom(kind + 1, text.slice(end), standIns);
}

function findPhone(found: string, standIns: StandIns): ReturnType<Find> {
  const phone = found.slice(0, endOfNumber(found));
  return isPhone(phone) ? [phone, standIns.phone(phone)] : null;
}

/** Behind the last digit. */
function endOfNumber(text: string): number {
  let end = text.length;
  while (end > 0 && !/\d/.test(text[end - 1] ?? "")) end--;
  return end;
}

/** Words may follow an IBAN that look like more of it. */
function findIban(found: string, standIns: StandIns): ReturnType<Find> {
  for (let end = found.length; end >= 15; end--) {
    const next = found[end];
    const iban = found.slice(0, end);
    if ((next === undefined || next === " ") && isIban(iban)) return [iban, standIns.iban(iban)];
  }
  return null;
}

/** ISO 13616: the number, with its letters as numbers and its beginning at the end, leaves 1 when divided by 97. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(" ", "").toUpperCase();
  if (plain.length < 15 || plain.length > 34) return false;
  let rest = 0;
  for (const sign of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Not a number with a fraction, and not a day. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return digits >= 8 && digits <= 15 && !/^\d+\.\d+$/.test(text) && !/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/.test(text);
}

/** Parts of a rich text that are not read: tags, targets of links, addresses. */
const MARKS = /(<[^<>]{0,4000}>|\]\([^()\s]{0,4000}\)|https?:\/\/[^\s<>()"']{1,4000})/;

/** Replaces all words of a text, and keeps its structure. */
export function replaceWords(text: string, standIns: StandIns, least = 0): string {
  const pieces = text.split(MARKS);
  if (pieces.length === 1) return standIns.text(text, least);
  return pieces.map((piece, at) => (at % 2 === 1 ? scrubText(piece, standIns) : standIns.text(piece))).join("");
}
