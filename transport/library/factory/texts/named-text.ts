import { type Draw, isOfEntry } from "../draw.ts";
import { Random } from "../random.ts";
import {
  ALLERGENS,
  COMPANIES,
  EMOJIS,
  FIGURES,
  FOODS,
  ICONS,
  LABELS,
  MEASURES,
  PAGES,
  PLANS,
  REVIEWS,
  SIDES,
  STATES,
  STREETS,
  TOPICS,
  UNITS,
} from "./named-lists.ts";
import { kebabOf, modelName, variantsOf } from "./names.ts";
import { emailOf, fullNameOf, lifeOf, personOf } from "./people.ts";
import { COUNTRY_CODES, phoneOf, placeOf } from "./places.ts";
import { headingOf, PAIRS, pairAt, paragraphOf, sentenceOf, wordsOf } from "./words.ts";

/** `isOwn`: no other entry has it. */
interface NamedText {
  readonly text: string;
  readonly isOwn: boolean;
}

/** A text as the name of its attribute promises, for the entry's person, place or page; null if the name says nothing. */
export function namedText(draw: Draw): NamedText | null {
  const model = modelName(draw.model);
  for (const name of variantsOf(kebabOf(draw.path.at(-1) ?? ""))) {
    const make = RULES.find(([names, where]) => names.test(name) && isThere(where, model, draw))?.[2];
    if (make === undefined) continue;
    const text = make(draw);
    return { text, isOwn: (OWN.has(make) && isOfEntry(draw)) || text.includes(String(draw.serial + 1)) };
  }
  return null;
}

type Make = (draw: Draw) => string;
/** The models that a rule is for: by their names, or by what they have; null: any. */
type Where = RegExp | ((draw: Draw) => boolean) | null;
/** Names of attributes, and where they are. The first rule that fits decides. */
type Rule = readonly [names: RegExp, where: Where, make: Make];

function isThere(where: Where, model: string, draw: Draw): boolean {
  if (where === null) return true;
  return typeof where === "function" ? where(draw) : where.test(model);
}

const PEOPLE =
  /(^|-)(author|user|person|people|member|staff|team|speaker|customer|client|contact|employee|student|teacher|writer|artist|testimonial|instructor|trainer|doctor|guest|host|player|profile|leader|leadership|chair|director|founder|agent|applicant|candidate|inquiry|enquiry|submission|subscriber|booking|reservation|order|review)s?(-|$)/;
/** Words for people that are names of attributes too, alone or before `name`. */
const PERSON =
  /(^|-)(person|customer|client|teacher|instructor|trainer|coach|writer|artist|performer|photographer|director|founder|owner|organi[sz]er|reviewer|editor|doctor|patient|guest|sender|recipient|employee|student|applicant)(-name)?$/;
const GROUPS = /(^(section|collection)|(^|-)(category|categorie|tag|topic|genre|cuisine|department|subject))s?$/;
const COMPANY =
  /(^|-)(company|companie|logo|brand|partner|sponsor|organi[sz]ation|supplier|vendor|publisher|provider|agency|agencie|manufacturer|employer|subsidiary|store|shop|business|restaurant|hotel|cafe)(e?s)?(-(profile|card|logo|info))?$/;
const PRODUCTS = /(^|-)(product|dish|dishe|meal|book|service|article-variant|(order|cart|line|wishlist)-item|item)s?$/;
const LINKS =
  /(^|-)(nav|navbar|navigation|menu|button|btn|cta|link|footer|header|redirect|redirection|breadcrumb|item|action)s?(-|$)/;
const MENUS = /(^|-)(nav|navbar|navigation|menu|sub-?menu|header|footer|breadcrumb|sidebar)s?(-|$)/;
const FIGURED = /(^|-)(stat|statistic|metric|figure|fact|counter|kpi|number)s?(-|$)/;
const SPOKEN = /(^|-)(testimonial|review|quote|feedback)s?(-|$)/;

/** Leads somewhere: what it shows is a button or a link. */
const leads = ({ has }: Draw) => has(/(^|-)(url|href|link|path|page|target)s?$/);
const isLocated = ({ has }: Draw) =>
  has(/(^|-)(city|town|zip|zip-?code|postal-?code|postcode|country|street|address)(-|$)/);
const isMeasured = (draw: Draw) => !leads(draw) && draw.has(/(^|-)(value|figure|number|count|amount)$/);

const one = (choices: readonly string[]): Make => {
  return ({ random }) => random.one(choices);
};
/** Each in turn, from the first. */
const next = (choices: readonly string[]): Make => {
  return ({ place }) => choices[place % choices.length] ?? "";
};
const some = (choices: readonly string[], count: number): Make => {
  return ({ random }) => [...new Set(Array.from({ length: count }, () => random.one(choices)))].join(", ");
};

const login: Make = (draw) => `${personOf(draw).first.toLowerCase()}${draw.serial + 1}`;
const job: Make = (draw) => personOf(draw).job;
/** With the number of the entry; components may share one. */
const slug: Make = (draw) => `${wordsOf(draw.random, 2).join("-")}${isOfEntry(draw) ? `-${draw.serial + 1}` : ""}`;
const path: Make = (draw) => `/${slug(draw)}`;
const site: Make = (draw) => `https://example.org/${slug(draw)}`;
const heading: Make = ({ random }) => headingOf(random);
const sentence: Make = ({ random }) => sentenceOf(random);
const of = (part: "city" | "region" | "country" | "code" | "zip" | "zone" | "currency" | "language"): Make => {
  return (draw) => placeOf(draw)[part];
};
/** The company of an entry, and of the components in its first place. */
const company: Make = ({ path: [type], serial }) => {
  const random = new Random(`${type} company ${serial}`);
  return `${capital({ random })} ${random.one(COMPANIES)}`;
};
const product: Make = (draw) => {
  const { serial } = draw;
  return isOfEntry(draw) && serial >= PAIRS ? `${pairAt(serial)} ${serial + 1}` : pairAt(serial);
};
/** Of entries each in turn, so that no two share one before all pairs are taken. */
const topic: Make = (draw) => {
  const { serial, random } = draw;
  if (!isOfEntry(draw)) return random.one(TOPICS);
  const [count, round] = [TOPICS.length, Math.floor(serial / TOPICS.length)];
  const first = TOPICS[serial % count];
  if (round >= count) return `${first} ${round + 1}`;
  return round === 0 ? `${first}` : `${first} and ${TOPICS[(serial + round) % count]?.toLowerCase()}`;
};
/** Counts from 1001. */
const code: Make = (draw) => `${draw.random.one(COUNTRY_CODES)}-${1001 + draw.serial}`;
/** Letters and digits without a meaning. */
const opaque: Make = ({ random }) => {
  return Array.from({ length: 16 }, () => random.below(36).toString(36)).join("");
};
const dateOf = ({ random, now }: Draw): string =>
  new Date(now - random.below(730) * 86_400_000).toISOString().slice(0, 10);
const review: Make = ({ random }) => {
  const first = random.below(REVIEWS.length);
  return `${REVIEWS[first]} ${REVIEWS[(first + 1 + random.below(REVIEWS.length - 1)) % REVIEWS.length]}`;
};
const number = (least: number, most: number, unit: string): Make => {
  return ({ random }) => `${least + random.below(most - least + 1)}${unit}`;
};

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
  [/(^|-)(full-?name|author-?name|author|contact-?person|speaker|by-?line)$/, null, fullNameOf],
  [/(^|-)(user|member|staff|speaker|contact|player|profile)-name$/, null, fullNameOf],
  [PERSON, null, fullNameOf],
  [/^(name|title|label|text)$/, (draw) => leads(draw) && MENUS.test(modelName(draw.model)), next(PAGES)],
  [/^(name|title)$/, COMPANY, company],
  [/^(name|display-?name)$/, PEOPLE, fullNameOf],
  [/^(name|title)$/, GROUPS, topic],
  [
    /^(name|title)$/,
    /(^|-)(city|citie|location|venue|destination|place|branch|branche|warehouse)s?(-location)?$/,
    of("city"),
  ],
  [/^(name|title)$/, /(^|-)(region|state|province|county|district)s?$/, of("region")],
  [/^(name|title)$/, /(^|-)countr(y|ies)$/, of("country")],
  [/^(name|title)$/, /(^|-)(plan|pricing|tier)s?(-|$)/, next(PLANS)],
  [/^(name|title)$/, PRODUCTS, product],
  [/^(name|title)$/, /(^|-)(job|position|vacancy|career|opening)s?$/, job],
  [/(^|-)(product|item|dish|service)-name$/, null, product],
  [
    /(^|-)(site|app|logo|project|business|company|shop|store|firm|partner|supplier|vendor|brand|publisher)-?(name|text)$/,
    null,
    company,
  ],
  [/(^|-)(category|topic|genre|department|eyebrow|badge|tag)(-name)?$/, null, topic],
  [
    /(^|-)((phone|mobile|telephone|tel|fax|whats-?app|contact)-(number|no)|phone|telephone|tel|fax|hotline|whats-?app)$/,
    null,
    phoneOf,
  ],
  [/^((contact|customer|user|home|work|office)-)?mobile$/, null, phoneOf],
  [/(^|-)(zip|zip-?code|postal-?code|post-?code|plz)$/, null, of("zip")],
  [/(^|-)country-?code$/, null, of("code")],
  [/(^|-)country(-name)?$/, null, of("country")],
  [/^(state|province|county|district)$|(^|-)(region|province|county)(-name)?$/, isLocated, of("region")],
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
  [/(^|-)(discount|percent|percentage)$/, null, ({ random }) => `${5 * (1 + random.below(10))}%`],
  [
    /(^|-)(colou?r|hex)$/,
    null,
    ({ random }) => `#${(0x200000 + random.below(0xd00000)).toString(16).padStart(6, "0")}`,
  ],
  [/(^|-)icon(-name)?$/, null, one(ICONS)],
  [/(^|-)(image|img|picture|photo|avatar|thumbnail|banner|poster|portrait)-?(url|src|uri)$/, null, pictureUrl],
  [/(^|-)(canonical(-ur[il])?)$/, null, site],
  [/(^|-)slug$/, null, slug],
  [/(^|-)(url|uri|link|href)$/, /social/, site],
  [/^(href|path|pathname|permalink|to|from|old|new|source|destination|target|route)(-(url|path))?$/, LINKS, path],
  [/(^|-)(href|path|pathname|permalink)$/, null, path],
  [/(^|-)(url|uri|link)$/, LINKS, path],
  [/(^|-)(source|destination)$/, null, path],
  [/(^|-)(url|uri|link|website|web-?site|homepage|endpoint)$/, null, site],
  [
    /(^|-)(facebook|twitter|x|instagram|linked-?in|git-?hub|you-?tube|tik-?tok|telegram|vk|pinterest|mastodon|threads|discord)$/,
    null,
    site,
  ],
  [
    /(^|-)embed(-(code|html))?$/,
    null,
    (draw) => `<iframe src="${site(draw)}" title="${heading(draw)}" width="600" height="400"></iframe>`,
  ],
  [/(^|-)(meta|seo|og|page|social)-?title$/, null, heading],
  [/(^|-)(meta|seo|og|social)-?description$/, null, ({ random }) => `${sentenceOf(random)} ${sentenceOf(random)}`],
  [/(^|-)(keywords|tags)$/, null, (draw) => some(TOPICS, 3)(draw).toLowerCase()],
  [/(^|-)ingredients$/, null, some(FOODS, 6)],
  [/(^|-)allergens$/, null, some(ALLERGENS, 2)],
  [/(^|-)(meta-?)?robots$/, null, () => "index, follow"],
  [/(^|-)robots-txt$/, null, () => "User-agent: *\nAllow: /"],
  [/(^|-)(meta-?)?viewport$/, null, () => "width=device-width, initial-scale=1"],
  [/^og-?type$/, null, () => "article"],
  [
    /^alt$|(^|-)(alternative-?text|alt-?text|caption|(image|img|picture|photo|logo|icon|avatar|cover)-alt)$/,
    null,
    heading,
  ],
  [/(^|-)(company|organi[sz]ation|brand|publisher|manufacturer|employer|issuer|sponsor)(-name)?$/, null, company],
  [/(^|-)copyright(-text)?$/, null, (draw) => `© ${new Date(draw.now).getUTCFullYear()} ${company(draw)}`],
  [/(^|-)((opening|business|working|office)-hours|hours)$/, null, () => "Mon–Fri 9:00–18:00, Sat 10:00–14:00"],
  [/(^|-)(lead|processing|response|turnaround|shipping)-time$/, null, number(2, 9, " days")],
  [
    /(^|-)(duration|(reading|read|prep|preparation|cook|cooking|total)-?time)$/,
    null,
    ({ random }) => `${5 * (1 + random.below(12))} min`,
  ],
  [/(^|-)(height|width|depth|length|diameter)$/, null, number(8, 120, " cm")],
  [/^size$/, null, one(["S", "M", "L", "XL"])],
  [/(^|-)weight$/, null, ({ random }) => `${(0.2 + random.below(50) / 10).toFixed(1)} kg`],
  [
    /(^|-)dimensions$/,
    null,
    ({ random }) => `${20 + random.below(60)} × ${10 + random.below(40)} × ${5 + random.below(30)} cm`,
  ],
  [/(^|-)(serving-size|portion)$/, null, ({ random }) => `${50 * (2 + random.below(7))} g`],
  [/(^|-)capacity$/, null, number(2, 40, " people")],
  [/(^|-)year$/, null, ({ random, now }) => String(new Date(now).getUTCFullYear() - random.below(20))],
  [/(^|-)date$/, null, dateOf],
  [/(^|-)time$/, null, ({ random }) => `${String(8 + random.below(12)).padStart(2, "0")}:${random.one(["00", "30"])}`],
  [/(^|-)emoji$/, null, one(EMOJIS)],
  [/(^|-)(align|alignment|image-position|text-position|justify)$/, null, one(SIDES)],
  [/^(status|state)$/, null, one(STATES)],
  [/^(value|number|figure|count|amount|from|to)$/, FIGURED, one(FIGURES)],
  [/^(from|origin|departure|arrival|to)$/, null, of("city")],
  [/(^|-)(job|job-?title|role|position|occupation|profession)$/, null, job],
  [/(^|-)(stat|statistic|metric)-(value|number)$/, null, one(FIGURES)],
  [/(^|-)(stat|statistic|metric)-label$/, null, next(MEASURES)],
  [/^(label|title|text|name)$/, (draw) => isMeasured(draw) && FIGURED.test(modelName(draw.model)), next(MEASURES)],
  [/(^|-)unit$/, null, one(UNITS)],
  [/^(number|no|step)$/, (draw) => !isOfEntry(draw), ({ place }) => String(place + 1).padStart(2, "0")],
  [/(^|-)label$/, leads, one(LABELS)],
  [/(^|-)(cta|button|button-?text|button-?label|link-?text|link-?label|cta-?text|cta-?label)$/, null, one(LABELS)],
  [/(^|-)label$/, null, topic],
  [/^text$/, /(^|-)footer/, sentence],
  [/^text$/, LINKS, one(LABELS)],
  [/^(text|content|body|quote|comment|message|review|feedback|testimonial)$/, SPOKEN, review],
  [/^(bio|biography|about)$/, null, (draw) => `${lifeOf(draw)} ${sentence(draw)}`],
  [/(^|-)(language|lang|language-?code)$/, null, of("language")],
  [/(^|-)time-?zone$/, null, of("zone")],
  [/(^|-)version$/, null, ({ random }) => `${1 + random.below(4)}.${random.below(10)}.${random.below(10)}`],
  [
    /(^|-)(sku|code|reference|number|(ticket|order|invoice|booking|customer|product|employee|student|member)-id)$/,
    null,
    code,
  ],
  [/(^|-)(id|uuid|guid|key|token|secret|hash)$/, null, opaque],
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
  [/(^|-)(type|kind|group|interest|specialty|industry|sector)$/, null, topic],
  [/^name$/, null, product],
];

/** Of each entry another text. */
const OWN: ReadonlySet<Make> = new Set([topic, product, code]);

/** A picture within its own address: no other server has to be there. */
function pictureUrl({ random }: Draw): string {
  const colour = (0x200000 + random.below(0xd00000)).toString(16).padStart(6, "0");
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='800'%3E%3Crect width='1200' height='800' fill='%23${colour}'/%3E%3C/svg%3E`;
}

function capital({ random }: Pick<Draw, "random">): string {
  const [word = ""] = wordsOf(random, 1);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
