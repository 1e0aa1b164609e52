import type { Draw } from "../draw.ts";
import { Random } from "../random.ts";

/** A city with everything that belongs to it. `#` is any digit. */
export interface Place {
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Of a range that the country keeps for fiction, with a sign for each digit that may differ. */
  readonly phone: string;
  readonly zip: string;
  readonly zone: string;
  readonly currency: string;
  readonly language: string;
}

const COUNTRIES: {
  readonly [code: string]: readonly [name: string, zone: string, currency: string, language: string];
} = {
  GB: ["United Kingdom", "Europe/London", "GBP", "en"],
  IE: ["Ireland", "Europe/Dublin", "EUR", "en"],
  DE: ["Germany", "Europe/Berlin", "EUR", "de"],
  FR: ["France", "Europe/Paris", "EUR", "fr"],
  SE: ["Sweden", "Europe/Stockholm", "SEK", "sv"],
};

const CITIES = [
  "London|Greater London|GB|51.507|-0.128|+44 20 7946 0###|N1 #AB",
  "Leeds|Yorkshire|GB|53.801|-1.549|+44 113 496 0###|LS1 #QS",
  "Bristol|Avon|GB|51.455|-2.588|+44 117 496 0###|BS1 #TR",
  "Manchester|Greater Manchester|GB|53.481|-2.242|+44 161 496 0###|M1 #AE",
  "Edinburgh|Lothian|GB|55.953|-3.188|+44 131 496 0###|EH1 #NG",
  "Cardiff|South Glamorgan|GB|51.482|-3.179|+44 29 2018 0###|CF10 #AT",
  "Dublin|Leinster|IE|53.350|-6.260|+353 20 915 ####|D0# F4K8",
  "Cork|Munster|IE|51.898|-8.476|+353 20 915 ####|T12 E#T2",
  "Berlin|Berlin|DE|52.520|13.405|+49 30 23125 ###|10### ",
  "Hamburg|Hamburg|DE|53.551|9.994|+49 40 66969 ###|20### ",
  "Munich|Bavaria|DE|48.137|11.575|+49 89 99998 ###|80### ",
  "Cologne|North Rhine-Westphalia|DE|50.938|6.960|+49 221 4710 ###|50### ",
  "Paris|Île-de-France|FR|48.857|2.352|+33 1 99 00 ## ##|750## ",
  "Lyon|Auvergne-Rhône-Alpes|FR|45.764|4.836|+33 4 65 71 ## ##|690## ",
  "Nantes|Pays de la Loire|FR|47.218|-1.554|+33 2 61 91 ## ##|440## ",
  "Bordeaux|Nouvelle-Aquitaine|FR|44.838|-0.579|+33 5 36 49 ## ##|330## ",
  "Gothenburg|Västra Götaland|SE|57.709|11.975|+46 31 390 06 ##|41# ##",
  "Malmo|Skåne|SE|55.605|13.004|+46 40 628 04 ##|21# ##",
];

/** A step through the list that comes to every city before it comes to one again. */
const STEP = 7;

/** The place of an entry: its city, country, zip code, numbers and coordinates belong together. */
export function placeOf({ model, serial }: Pick<Draw, "model" | "serial">): Place {
  const random = new Random(`${model} place ${serial}`);
  const first = new Random(`${model} places`).below(CITIES.length);
  const row = CITIES[(first + (serial % CITIES.length) * STEP) % CITIES.length] ?? "";
  const [city = "", region = "", code = "", latitude, longitude, phone = "", zip = ""] = row.split("|");
  const [country = "", zone = "", currency = "", language = ""] = COUNTRIES[code] ?? [];
  const near = (degrees = "0") => Number((Number(degrees) + (random.fraction() - 0.5) / 20).toFixed(5));
  const digits = (pattern: string) => pattern.replace(/#/g, () => String(random.below(10))).trim();
  return {
    city,
    region,
    country,
    code,
    latitude: near(latitude),
    longitude: near(longitude),
    phone,
    zip: digits(zip),
    zone,
    currency,
    language,
  };
}

/** A number of the entry's place. */
export function phoneOf(draw: Pick<Draw, "model" | "serial" | "random">): string {
  return placeOf(draw).phone.replace(/#/g, () => String(draw.random.below(10)));
}

/** The countries of all places. */
export const COUNTRY_CODES: readonly string[] = Object.keys(COUNTRIES);
