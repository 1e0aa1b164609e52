/** Letters outside ASCII, as far as addresses may have them. */
const OTHER = "\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef";
const ATOM = new RegExp(`^[a-z\\d!#$%&'*+\\-/=?^_\`{|}~${OTHER}]+$`, "i");
const QUOTED = /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/;
const LABEL = new RegExp(`^[a-z\\d${OTHER}](?:[a-z\\d\\-_~${OTHER}]*[a-z\\d${OTHER}])?$`, "i");
const TOP_LABEL = new RegExp(`^[a-z${OTHER}](?:[a-z\\d\\-_~${OTHER}]*[a-z${OTHER}])?$`, "i");

/** RFC 5321, §4.5.3.1.3: a path of 256 octets with its brackets. */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Whether a text is `local@domain.tld` (writes, §7). The local part consists of atoms separated by dots, or is quoted; the
 * last label of the domain begins and ends with a letter. Linear in the length of the text.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const labels = text.slice(at + 1).split(".");
  const top = labels.pop() ?? "";
  if (labels.length === 0 || !TOP_LABEL.test(top) || !labels.every((label) => LABEL.test(label))) return false;
  return QUOTED.test(local) || local.split(".").every((atom) => ATOM.test(atom));
}
