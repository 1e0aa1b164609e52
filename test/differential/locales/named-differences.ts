import type { NamedDifference } from "../named-difference.ts";

const SEVERAL = /[?&]locale(=\*|\[\d?\])/;

/** What differs between a real Strapi and Galley where there are locales. */
export const NAMED_DIFFERENCES: readonly NamedDifference[] = [
  {
    name: "answer to supported conditions",
    restsOn: "decisions: requests that crash the real server get the answer a careful server would give",
    explains: ({ path, expected }) => path === "status" && expected === 500,
  },
  {
    name: "localizations beside themselves",
    restsOn: "a list of several locales leaves out of populated localizations what is in the list itself",
    explains: ({ path }, request) =>
      /\.localizations/.test(path) &&
      SEVERAL.test(request) &&
      /populate\S*=(\*|localizations)|localizations/.test(request),
  },
  {
    name: "a filter filters",
    restsOn: "filters[locale] without a locale takes the place of the default locale",
    explains: (_difference, request) => /filters\S*\[locale\]/.test(request) && !/[?&]locale[=[]/.test(request),
  },
  {
    name: "one value, one place",
    restsOn: "what locales share comes back from an older draft, or does not reach what is published",
    explains: ({ path }, request) =>
      /\.(sku|price|link|updatedAt)\b/.test(path) &&
      /pages\S*status=published[^\n]*"(sku|price|link)":/.test(request) &&
      /locale=(fr|de)/.test(request),
  },
];
