/** `metaTitle`, `meta_title` → `meta-title`. */
export function kebabOf(name: string): string {
  const spaced = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1-$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2");
  return spaced.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
}

/** Words at the end of a name that say which one of several it is. */
const WHICH =
  /(?<=.)-?(\d+|-per-[a-z-]+|-(alt|alternative|secondary|primary|main|mobile|desktop|short|full|usd|eur|gbp))$/;

/** A name, and without the words that say which one of several: `phone-2`, `phone`. */
export function variantsOf(name: string): readonly string[] {
  const shorter = name.replace(WHICH, "");
  return shorter === name ? [name] : [name, shorter];
}

/** Names of components that say nothing without their category. */
const PARTS = /^(item|card|block|element|entry|row|list|link)$/;

/** The words that name a type or component: `team-member`, of `shared.team-member`; `nav-item`, of `nav.item`. */
export function modelName(uid: string): string {
  const [before = "", own = ""] = uid.replace(/.*::/, "").split(".");
  return kebabOf(PARTS.test(own) && before !== own ? `${before}-${own}` : own);
}
