import type { Draw } from "./draw.ts";
import {
  CITIES,
  COMPANIES,
  COUNTRIES,
  COUNTRY_CODES,
  CURRENCIES,
  FIRST_NAMES,
  ICONS,
  JOBS,
  KEYWORDS,
  LABELS,
  LANGUAGES,
  LAST_NAMES,
  STREETS,
  ZONES,
} from "./named-lists.ts";
import { Random } from "./random.ts";
import { headingOf, sentenceOf, wordsOf } from "./words.ts";

/** `metaTitle`, `meta_title` → `meta-title`. */
export function kebabOf(name: string): string {
  const spaced = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1-$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2");
  return spaced.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
}

/** A text as the name of its attribute promises, for the entry's person, place or page; null if the name says nothing. */
export function namedText(draw: Draw): string | null {
  const name = kebabOf(draw.path.at(-1) ?? "");
  const make = RULES.find(([names, models]) => names.test(name) && (models === null || models.test(draw.model)))?.[2];
  return make?.(draw) ?? null;
}

type Make = (draw: Draw) => string;
/** Names of attributes, and of the types and components that have them; null: any. The first that fits decides. */
type Rule = readonly [names: RegExp, models: RegExp | null, make: Make];

const PEOPLE =
  /(author|user|person|people|member|staff|team|speaker|customer|client|contact|employee|student|teacher|writer|artist|testimonial|instructor|doctor|guest|host|player|profile)/;
const LINKS = /(nav|menu|button|btn|cta|link|footer|header|redirect|breadcrumb|item|action)/;

const one = (choices: readonly string[]): Make => {
  return ({ random }) => random.one(choices);
};

/** The person of an entry: all its names and its e-mail address are of the same one. */
function personOf({ model, serial }: Draw): { readonly first: string; readonly last: string } {
  const random = new Random(`${model} person ${serial}`);
  return { first: random.one(FIRST_NAMES), last: random.one(LAST_NAMES) };
}

const person: Make = (draw) => Object.values(personOf(draw)).join(" ");
const login: Make = (draw) => `${personOf(draw).first.toLowerCase()}${draw.serial + 1}`;

/** An address of its own for each entry. */
export function emailOf(draw: Draw): string {
  const { first, last } = personOf(draw);
  return `${first}.${last}${draw.serial + 1}@example.org`.toLowerCase();
}
const slug: Make = ({ random, serial }) => `${wordsOf(random, 2).join("-")}-${serial + 1}`;
const path: Make = (draw) => `/${slug(draw)}`;
const site: Make = (draw) => `https://example.org/${slug(draw)}`;
const heading: Make = ({ random }) => headingOf(random);
const sentence: Make = ({ random }) => sentenceOf(random);
const digits = ({ random }: Draw, count: number) => Array.from({ length: count }, () => random.below(10)).join("");

const RULES: readonly Rule[] = [
  [/(^|-)e-?mail(-address)?$/, null, emailOf],
  [/(^|-)(first|given)-?name$/, null, (draw) => personOf(draw).first],
  [/(^|-)((last|family)-?name|surname)$/, null, (draw) => personOf(draw).last],
  [/(^|-)(user-?name|login|nickname|handle)$/, null, login],
  [/(^|-)(full-?name|author-?name|author|contact-?person|speaker|by-?line)$/, null, person],
  [/^(name|display-?name)$/, PEOPLE, person],
  // Ofcom's numbers for drama.
  [/(^|-)(phone|telephone|tel|mobile|fax|phone-?number)$/, null, (draw) => `+44 20 7946 0${digits(draw, 3)}`],
  [
    /(^|-)(zip|zip-?code|postal-?code|post-?code|plz)$/,
    null,
    (draw) => `${1 + draw.random.below(9)}${digits(draw, 4)}`,
  ],
  [/(^|-)country-?code$/, null, one(COUNTRY_CODES)],
  [/(^|-)country$/, null, one(COUNTRIES)],
  [/(^|-)(city|town|place|location|venue|region)$/, null, one(CITIES)],
  [
    /(^|-)(address|street|street-?address|address-?line-?1?)$/,
    null,
    (draw) => `${1 + draw.random.below(180)} ${capital(draw)} ${draw.random.one(STREETS)}`,
  ],
  [/(^|-)(lat|latitude)$/, null, ({ random }) => (36 + random.fraction() * 24).toFixed(5)],
  [/(^|-)(lng|lon|long|longitude)$/, null, ({ random }) => (random.fraction() * 24 - 9).toFixed(5)],
  [/(^|-)currency(-code)?$/, null, one(CURRENCIES)],
  [/(^|-)(price|cost|amount|fee|total)$/, null, ({ random }) => (5 + random.below(195) + 0.9).toFixed(2)],
  [
    /(^|-)(colou?r|hex)$/,
    null,
    ({ random }) => `#${(0x200000 + random.below(0xd00000)).toString(16).padStart(6, "0")}`,
  ],
  [/(^|-)icon(-name)?$/, null, one(ICONS)],
  [/(^|-)(canonical(-ur[il])?)$/, null, site],
  [/(^|-)slug$/, null, slug],
  [/^(href|path|pathname|permalink|to|from|old|new|source|destination|target|route)(-(url|path))?$/, LINKS, path],
  [/(^|-)(href|path|pathname|permalink)$/, null, path],
  [/(^|-)(url|uri|link)$/, LINKS, path],
  [/(^|-)(source|destination)$/, null, path],
  [/(^|-)(url|uri|link|website|web-?site|homepage|facebook|twitter|instagram|linkedin|github|youtube)$/, null, site],
  [/(^|-)(meta|seo|og|page|social)-?title$/, null, heading],
  [/(^|-)(meta|seo|og|social)-?description$/, null, ({ random }) => `${sentenceOf(random)} ${sentenceOf(random)}`],
  [/(^|-)(keywords|tags)$/, null, ({ random }) => [...new Set([1, 2, 3].map(() => random.one(KEYWORDS)))].join(", ")],
  [/(^|-)(meta-?)?robots$/, null, () => "index, follow"],
  [/(^|-)(meta-?)?viewport$/, null, () => "width=device-width, initial-scale=1"],
  [/^og-?type$/, null, () => "article"],
  [/(^|-)(alt|alternative-?text|alt-?text|caption)$/, null, heading],
  [
    /(^|-)(company|organi[sz]ation|brand|publisher)(-name)?$/,
    null,
    (draw) => `${capital(draw)} ${draw.random.one(COMPANIES)}`,
  ],
  [/(^|-)(job|job-?title|role|position|occupation|profession)$/, null, one(JOBS)],
  [/(^|-)(label|cta|button-?text|link-?text|cta-?text|cta-?label)$/, null, one(LABELS)],
  [/^text$/, LINKS, one(LABELS)],
  [/(^|-)(language|lang|language-?code)$/, null, one(LANGUAGES)],
  [/(^|-)time-?zone$/, null, one(ZONES)],
  [/(^|-)version$/, null, ({ random }) => `${1 + random.below(4)}.${random.below(10)}.${random.below(10)}`],
  [/(^|-)(sku|code|reference|number)$/, null, (draw) => `${draw.random.one(COUNTRY_CODES)}-${digits(draw, 4)}`],
  [/(^|-)(target)$/, null, () => "_self"],
  [
    /(^|-)(sub-?title|tag-?line|slogan|excerpt|summary|description|intro|lead|teaser|bio|quote|message|answer)$/,
    null,
    sentence,
  ],
  [/(^|-)question$/, null, ({ random }) => sentenceOf(random).replace(/\.$/, "?")],
];

function capital({ random }: Draw): string {
  const [word = ""] = wordsOf(random, 1);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
