/** `metaTitle`, `meta_title` → `meta-title`. */
export function kebabOf(name: string): string {
  const spaced = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1-$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2");
  return spaced.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
}

/** Words at the end of a name that say which one of several it is. */
const WHICH = /^(?:alt|alternative|secondary|primary|main|mobile|desktop|short|full|usd|eur|gbp)$/;

/** A name, and without the words that say which one of several: `phone-2`, `phone`. */
export function variantsOf(name: string): readonly string[] {
  const shorter = withoutWhich(name);
  return shorter === name || shorter === "" ? [name] : [name, shorter];
}

function withoutWhich(name: string): string {
  const per = name.indexOf("-per-");
  if (per !== -1) return name.slice(0, per);
  const dash = name.lastIndexOf("-");
  if (dash !== -1 && WHICH.test(name.slice(dash + 1))) return name.slice(0, dash);
  let end = name.length;
  while (end > 0 && isDigit(name.charCodeAt(end - 1))) end -= 1;
  return end < name.length && name.endsWith("-", end) ? name.slice(0, end - 1) : name.slice(0, end);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Names of components that say nothing without their category. */
const PARTS = /^(item|card|block|element|entry|row|list|link)$/;

/** The words that name a type or component: `team-member`, of `shared.team-member`; `nav-item`, of `nav.item`. */
export function modelName(uid: string): string {
  const [before = "", own = ""] = (uid.split("::").at(-1) ?? "").split(".");
  return kebabOf(PARTS.test(own) && before !== own ? `${before}-${own}` : own);
}
