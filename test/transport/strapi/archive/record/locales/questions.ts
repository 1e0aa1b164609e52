import type { Question } from "../questions.ts";

const CODES = ["en", "fr", "de"] as const;
const LINKS = ["topic", "tags", "country", "link", "links", "things"].map((name) => `populate[${name}]=true`).join("&");
/** The real server leaves entries of the list itself out of localizations, so no list of several locales has them. */
const LOCALIZATIONS = "populate[localizations][sort][0]=locale";
/** In a type without locales it orders the links of several by rows that every publication creates again. */
const SORTED = "populate[pages][sort][0]=createdAt&populate[pages][sort][1]=locale";

/** All that the content of `fill.ts` is asked for. */
export const QUESTIONS: readonly Question[] = [
  ...["draft", "published"].flatMap((status) => [
    ...CODES.map((code) => `pages?locale=${code}&status=${status}&sort=createdAt&${LINKS}&${LOCALIZATIONS}`),
    `pages?locale=*&status=${status}&sort[0]=createdAt&sort[1]=locale&${LINKS}`,
    `pages?locale[0]=fr&locale[1]=de&status=${status}&filters[topic][name][$contains]=sea&sort=locale`,
    `countries?status=${status}&sort=name&${SORTED}`,
  ]),
  ...CODES.map((code) => `topics?locale=${code}&sort=rank&populate[pages]=true&${LOCALIZATIONS}`),
  "pages?status=draft&filters[localizations][title]=deux",
  "pages?locale=fr&filters[sku]=s1&populate[things][on][api::country.country]=true",
  "countries?filters[pages][locale]=fr",
].map((query) => ({ path: `/api/${query}`, caller: "full" }));
