import type { Draw } from "../draw.ts";
import { Random } from "../random.ts";
import {
  COMPANIES,
  EMOJIS,
  FIRST_NAMES,
  ICONS,
  JOBS,
  LABELS,
  LAST_NAMES,
  PLANS,
  SIDES,
  STATES,
  STREETS,
  TOPICS,
} from "./named-lists.ts";
import { COUNTRY_CODES, placeOf } from "./places.ts";
import { headingOf, pairAt, paragraphOf, sentenceOf, wordsOf } from "./words.ts";

/** `metaTitle`, `meta_title` → `meta-title`. */
export function kebabOf(name: string): string {
  const spaced = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1-$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2");
  return spaced.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
}

/** `isOwn`: no other entry has it. */
interface NamedText {
  readonly text: string;
  readonly isOwn: boolean;
}

/** A text as the name of its attribute promises, for the entry's person, place or page; null if the name says nothing. */
export function namedText(draw: Draw): NamedText | null {
  const name = kebabOf(draw.path.at(-1) ?? "");
  const make = RULES.find(([names, models]) => names.test(name) && (models === null || models.test(draw.model)))?.[2];
  if (make === undefined) return null;
  const text = make(draw);
  return { text, isOwn: make === topic || text.includes(String(draw.serial + 1)) };
}

type Make = (draw: Draw) => string;
/** Names of attributes, and of the types and components that have them; null: any. The first that fits decides. */
type Rule = readonly [names: RegExp, models: RegExp | null, make: Make];

const PEOPLE =
  /(author|user|person|people|member|staff|team|speaker|customer|client|contact|employee|student|teacher|writer|artist|testimonial|instructor|doctor|guest|host|player|profile)/;
/** Words for people that are names of attributes too, alone or before `name`. */
const PERSON =
  /(^|-)(person|customer|client|teacher|instructor|trainer|coach|writer|artist|performer|photographer|director|founder|owner|organi[sz]er|reviewer|editor|doctor|patient|guest|sender|recipient|employee|student|applicant)(-name)?$/;
const GROUPS = /(categor|tag|topic|genre|cuisine|department|section|collection|subject)/;
const COMPANY = /(company|logo|brand|partner|sponsor|organi[sz]ation|supplier|vendor|publisher)/;
const PRODUCTS = /(product|item|dish|book|service|article-variant)/;
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
const of = (part: "city" | "country" | "code" | "phone" | "zip" | "zone" | "currency" | "language"): Make => {
  return (draw) => placeOf(draw)[part];
};
const company: Make = (draw) => `${capital(draw)} ${draw.random.one(COMPANIES)}`;
const product: Make = ({ serial }) => pairAt(serial);
/** Each in turn, so that no two of the first entries share one. */
const topic: Make = ({ serial }) => {
  const round = Math.floor(serial / TOPICS.length);
  return `${TOPICS[serial % TOPICS.length]}${round === 0 ? "" : ` ${round + 1}`}`;
};
const dateOf = ({ random, now }: Draw): string =>
  new Date(now - random.below(730) * 86_400_000).toISOString().slice(0, 10);
const digits = ({ random }: Draw, count: number) => Array.from({ length: count }, () => random.below(10)).join("");

const QUESTIONS = [
  "Where is the …?",
  "When does the … open?",
  "How do I find the …?",
  "Can I bring a friend to the …?",
];

const RULES: readonly Rule[] = [
  [/(^|-)e-?mail(-address)?$/, null, emailOf],
  [/(^|-)(first|given)-?name$/, null, (draw) => personOf(draw).first],
  [/(^|-)((last|family)-?name|surname)$/, null, (draw) => personOf(draw).last],
  [/(^|-)(user-?name|login|nickname|handle)$/, null, login],
  [/(^|-)(full-?name|author-?name|author|contact-?person|speaker|by-?line)$/, null, person],
  [/(^|-)(user|member|staff|speaker|contact|player|profile)-name$/, null, person],
  [PERSON, null, person],
  [/^(name|display-?name)$/, PEOPLE, person],
  [/^(name|title)$/, GROUPS, topic],
  [/^(name|title)$/, /(city|location|venue|region|destination|place)/, of("city")],
  [/^(name|title)$/, /country/, of("country")],
  [/^(name|title)$/, COMPANY, company],
  [/^(name|title)$/, /(plan|pricing|tier)/, ({ serial }) => PLANS[serial % PLANS.length] ?? ""],
  [/^(name|title)$/, PRODUCTS, product],
  [/(^|-)(product|item|dish|service)-name$/, null, product],
  [/(^|-)(site|app|logo|project)-(name|text)$/, null, company],
  [/(^|-)(category|topic|genre|department|eyebrow|badge|tag)(-name)?$/, null, topic],
  [/(^|-)(phone|telephone|tel|mobile|fax|phone-?number|whats-?app)$/, null, of("phone")],
  [/(^|-)(zip|zip-?code|postal-?code|post-?code|plz)$/, null, of("zip")],
  [/(^|-)country-?code$/, null, of("code")],
  [/(^|-)country(-name)?$/, null, of("country")],
  [/(^|-)(city|town|place|location|venue|region)(-name)?$/, null, of("city")],
  [
    /(^|-)(address|street|street-?address|address-?line-?1?)$/,
    null,
    (draw) => `${1 + draw.random.below(180)} ${capital(draw)} ${draw.random.one(STREETS)}`,
  ],
  [/(^|-)(lat|latitude)$/, null, (draw) => placeOf(draw).latitude.toFixed(5)],
  [/(^|-)(lng|lon|long|longitude)$/, null, (draw) => placeOf(draw).longitude.toFixed(5)],
  [/(^|-)currency(-code)?$/, null, of("currency")],
  [/(^|-)(price|cost|amount|fee|total)$/, null, ({ random }) => (5 + random.below(195) + 0.9).toFixed(2)],
  [
    /(^|-)(colou?r|hex)$/,
    null,
    ({ random }) => `#${(0x200000 + random.below(0xd00000)).toString(16).padStart(6, "0")}`,
  ],
  [/(^|-)icon(-name)?$/, null, one(ICONS)],
  [/(^|-)(image|img|picture|photo|avatar|thumbnail|banner|poster|portrait)-?(url|src|uri)$/, null, pictureUrl],
  [/(^|-)(canonical(-ur[il])?)$/, null, site],
  [/(^|-)slug$/, null, slug],
  [/^(href|path|pathname|permalink|to|from|old|new|source|destination|target|route)(-(url|path))?$/, LINKS, path],
  [/(^|-)(href|path|pathname|permalink)$/, null, path],
  [/(^|-)(url|uri|link)$/, LINKS, path],
  [/(^|-)(source|destination)$/, null, path],
  [/(^|-)(url|uri|link|website|web-?site|homepage|facebook|twitter|instagram|linkedin|github|youtube)$/, null, site],
  [/(^|-)(meta|seo|og|page|social)-?title$/, null, heading],
  [/(^|-)(meta|seo|og|social)-?description$/, null, ({ random }) => `${sentenceOf(random)} ${sentenceOf(random)}`],
  [
    /(^|-)(keywords|tags)$/,
    null,
    ({ random }) => [...new Set([1, 2, 3].map(() => random.one(TOPICS).toLowerCase()))].join(", "),
  ],
  [/(^|-)(meta-?)?robots$/, null, () => "index, follow"],
  [/(^|-)(meta-?)?viewport$/, null, () => "width=device-width, initial-scale=1"],
  [/^og-?type$/, null, () => "article"],
  [/(^|-)(alt|alternative-?text|alt-?text|caption)$/, null, heading],
  [/(^|-)(company|organi[sz]ation|brand|publisher)(-name)?$/, null, company],
  [/(^|-)copyright(-text)?$/, null, (draw) => `© ${new Date(draw.now).getUTCFullYear()} ${company(draw)}`],
  [/(^|-)((opening|business|working|office)-hours|hours)$/, null, () => "Mon–Fri 9:00–18:00, Sat 10:00–14:00"],
  [/(^|-)(duration|reading-?time|read-?time)$/, null, ({ random }) => `${5 * (1 + random.below(12))} min`],
  [/(^|-)year$/, null, ({ random, now }) => String(new Date(now).getUTCFullYear() - random.below(20))],
  [/(^|-)date$/, null, dateOf],
  [/(^|-)time$/, null, ({ random }) => `${String(8 + random.below(12)).padStart(2, "0")}:${random.one(["00", "30"])}`],
  [/(^|-)emoji$/, null, one(EMOJIS)],
  [/(^|-)(align|alignment|image-position|text-position|justify)$/, null, one(SIDES)],
  [/^(status|state)$/, null, one(STATES)],
  [/^(from|origin|departure|arrival|to)$/, null, of("city")],
  [/(^|-)(job|job-?title|role|position|occupation|profession)$/, null, one(JOBS)],
  [/(^|-)(label|cta|button-?text|link-?text|cta-?text|cta-?label)$/, null, one(LABELS)],
  [/^text$/, /footer/, sentence],
  [/^text$/, LINKS, one(LABELS)],
  [/^(text|content|body)$/, /(testimonial|review|quote|comment|feedback)/, ({ random }) => paragraphOf(random, 2)],
  [/(^|-)(language|lang|language-?code)$/, null, of("language")],
  [/(^|-)time-?zone$/, null, of("zone")],
  [/(^|-)version$/, null, ({ random }) => `${1 + random.below(4)}.${random.below(10)}.${random.below(10)}`],
  [/(^|-)(sku|code|reference|number)$/, null, (draw) => `${draw.random.one(COUNTRY_CODES)}-${digits(draw, 4)}`],
  [/(^|-)(target)$/, null, () => "_self"],
  [
    /(^|-)(sub-?title|sub-?text|tag-?line|slogan|excerpt|summary|description|intro|lead|teaser|bio|quote|message|answer)$/,
    null,
    sentence,
  ],
  [
    /^(content|body|long-?description|article)$/,
    null,
    ({ random }) => `${paragraphOf(random, 3)}\n\n${paragraphOf(random, 3)}`,
  ],
  [/(^|-)(comment|notes?|review)$/, null, ({ random }) => paragraphOf(random, 2)],
  [/(^|-)question$/, null, ({ random }) => random.one(QUESTIONS).replace("…", wordsOf(random, 2).join(" "))],
];

/** A picture within its own address: no other server has to be there. */
function pictureUrl({ random }: Draw): string {
  const colour = (0x200000 + random.below(0xd00000)).toString(16).padStart(6, "0");
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='800'%3E%3Crect width='1200' height='800' fill='%23${colour}'/%3E%3C/svg%3E`;
}

function capital({ random }: Draw): string {
  const [word = ""] = wordsOf(random, 1);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
